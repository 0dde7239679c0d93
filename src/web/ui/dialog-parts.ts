/** Parts of a dialog, loaded on demand: no page opens with one. */
export { Close, Content, Description, Overlay, Portal, Root, Title } from '@radix-ui/react-dialog'

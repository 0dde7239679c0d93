/** What a dialog is made of, fetched later: no page opens with one. */
export { Close, Content, Description, Overlay, Portal, Root, Title } from '@radix-ui/react-dialog'

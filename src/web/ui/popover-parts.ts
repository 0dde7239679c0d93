/** Parts of a popover, loaded on demand: the button needs none of it. */
export { Content, Portal, Root, Trigger } from '@radix-ui/react-popover'

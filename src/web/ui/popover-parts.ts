/** What a list under a button is made of, fetched later: the button needs none of it. */
export { Content, Portal, Root, Trigger } from '@radix-ui/react-popover'

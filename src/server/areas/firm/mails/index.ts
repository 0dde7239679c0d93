export { LOGO_PLACE } from './add-logo.ts'
export { createMailOutbox, type MailOutbox, type MailTiming, type ResetRequest } from './mail-outbox.ts'

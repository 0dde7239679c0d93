export { createMailOutbox, type MailOutbox, type MailTiming, type ResetRequest } from './mail-outbox.ts'

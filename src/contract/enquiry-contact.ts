import { Email, line, optional } from './values.ts'

/** Whom members ask; of a firm, and of a scheme that has its own contact. */
export const enquiryContactFields = {
  enquiryName: optional(line(1, 200)).describe('Person or office that answers questions of members'),
  enquiryEmail: optional(Email).describe('E-mail address for questions of members'),
  enquiryPhone: optional(line(1, 40)).describe('Telephone number for questions of members'),
}
export const ENQUIRY_FIELDS = ['enquiryName', 'enquiryEmail', 'enquiryPhone'] as const

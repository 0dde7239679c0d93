import type { MemberOverview } from '../../../../contract/member-overview.ts'

type Contact = Pick<MemberOverview['firm'], 'enquiryName' | 'enquiryEmail' | 'enquiryPhone'>

export const hasEnquiryContact = (contact: Contact | null): boolean =>
  contact !== null && Boolean(contact.enquiryName || contact.enquiryEmail || contact.enquiryPhone)

/** Name, e-mail address and telephone number, one below the other. */
export const EnquiryContact = ({
  contact: { enquiryName, enquiryEmail, enquiryPhone },
}: {
  contact: Contact
}) => (
  <>
    {enquiryName && <span className="block">{enquiryName}</span>}
    {enquiryEmail && (
      <a className="link block" href={`mailto:${enquiryEmail}`}>
        {enquiryEmail}
      </a>
    )}
    {enquiryPhone && (
      <a className="link block" href={`tel:${enquiryPhone.replace(/[^+\d]/g, '')}`}>
        {enquiryPhone}
      </a>
    )}
  </>
)

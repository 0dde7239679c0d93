/** Pure rules of outsourcing: what an agreement needs before it may count as in force. */

import type { Finding } from '../../../../contract/findings.ts'
import {
  ADMINISTRATOR_NOTICE_DAYS,
  type OutsourcingArrangement,
} from '../../../../contract/outsourcing-arrangements.ts'

export interface ArrangementFacts {
  arrangement: Pick<
    OutsourcingArrangement,
    | 'activity'
    | 'isKeyFunction'
    | 'isManagement'
    | 'agreementDocumentId'
    | 'signedOn'
    | 'authorityNotifiedOn'
    | 'noticeDays'
  >
  /** The day on which it enters, or entered, into force. */
  inForceFrom: string
  /** The scheme is an IORP, so that the Directive asks. */
  isInScope: boolean
  /** A contract of one person with a provider, to which the Act's rules on schemes and trust RACs do not apply. */
  isPersonalContract: boolean
  /** Of a registered administrator. */
  registrationEndsOn: string | null
}

type Refusal = 'WRITTEN_AGREEMENT' | 'NOT_NOTIFIED' | 'NOTIFIED_LATE' | 'NOTICE_TOO_SHORT'
type Warning = 'SIGNED_AFTER_IN_FORCE' | 'REGISTRATION_ENDED'

const notifiedBefore = {
  level: 'REFUSE',
  citation: 'DIR 31(6)',
  nationalCitation: 'PA 64AM',
} as const

const FINDINGS: { [C in Refusal | Warning]: Omit<Finding, 'code'> } = {
  WRITTEN_AGREEMENT: {
    level: 'REFUSE',
    citation: 'DIR 31(5)',
    nationalCitation: 'PA 64AM',
    passage:
      'Outsourcing rests on a written, legally enforceable agreement: attach the agreement and enter the day on which it was signed',
  },
  NOT_NOTIFIED: {
    ...notifiedBefore,
    passage:
      'Outsourcing of a key function or of management is notified to the Authority before the agreement enters into force: no notification is recorded',
  },
  NOTIFIED_LATE: {
    ...notifiedBefore,
    passage:
      'Outsourcing of a key function or of management is notified to the Authority before the agreement enters into force: the notification is not earlier than that day',
  },
  NOTICE_TOO_SHORT: {
    level: 'REFUSE',
    citation: 'PA 64G(3)',
    nationalCitation: null,
    passage: `A contract with a registered administrator is ended by at least ${ADMINISTRATOR_NOTICE_DAYS} days of written notice: enter a period of notice of at least that length`,
  },
  SIGNED_AFTER_IN_FORCE: {
    level: 'WARN',
    citation: 'DIR 31(5)',
    nationalCitation: 'PA 64AM',
    passage: 'The agreement was signed after the day on which it is said to enter into force',
  },
  REGISTRATION_ENDED: {
    level: 'WARN',
    citation: 'PA 64E',
    nationalCitation: null,
    passage:
      'The registration year of the administrator ends before the agreement enters into force: check that it was renewed',
  },
}

/** In the order in which they are refused; nothing that says REFUSE means that it may be in force. */
export function findInForceFindings({
  arrangement,
  inForceFrom,
  isInScope,
  isPersonalContract,
  registrationEndsOn,
}: ArrangementFacts): Finding[] {
  const { activity, agreementDocumentId, signedOn, authorityNotifiedOn, noticeDays } = arrangement
  const needsNotice = isInScope && (arrangement.isKeyFunction || arrangement.isManagement)
  const isAdministrator = activity === 'RA' && !isPersonalContract
  const applies: [keyof typeof FINDINGS, boolean][] = [
    ['WRITTEN_AGREEMENT', isInScope && (agreementDocumentId === null || signedOn === null)],
    ['NOT_NOTIFIED', needsNotice && authorityNotifiedOn === null],
    ['NOTIFIED_LATE', needsNotice && authorityNotifiedOn !== null && authorityNotifiedOn >= inForceFrom],
    ['NOTICE_TOO_SHORT', isAdministrator && (noticeDays === null || noticeDays < ADMINISTRATOR_NOTICE_DAYS)],
    ['SIGNED_AFTER_IN_FORCE', signedOn !== null && signedOn > inForceFrom],
    [
      'REGISTRATION_ENDED',
      isAdministrator && registrationEndsOn !== null && registrationEndsOn < inForceFrom,
    ],
  ]
  return applies.filter(([, isSo]) => isSo).map(([code]) => ({ code, ...FINDINGS[code] }))
}

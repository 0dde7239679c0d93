/** Rules of outsourcing: requirements for an agreement to be in force. */

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
  /** Date of entry into force, planned or past. */
  inForceFrom: string
  /** The scheme is an IORP: the Directive applies. */
  isInScope: boolean
  /** A PRSA or other individual contract: the Act's rules on schemes and trust RACs do not apply. */
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
      'Outsourcing requires a written, legally enforceable agreement: attach the agreement and enter its signing date',
  },
  NOT_NOTIFIED: {
    ...notifiedBefore,
    passage:
      'Notify the Pensions Authority of outsourced key functions or management before the agreement enters into force: no notification is recorded',
  },
  NOTIFIED_LATE: {
    ...notifiedBefore,
    passage:
      'Notify the Pensions Authority of outsourced key functions or management before the agreement enters into force: the notification date must be earlier',
  },
  NOTICE_TOO_SHORT: {
    level: 'REFUSE',
    citation: 'PA 64G(3)',
    nationalCitation: null,
    passage: `A contract with a registered administrator needs at least ${ADMINISTRATOR_NOTICE_DAYS} days' written notice: enter a notice period of at least ${ADMINISTRATOR_NOTICE_DAYS} days`,
  },
  SIGNED_AFTER_IN_FORCE: {
    level: 'WARN',
    citation: 'DIR 31(5)',
    nationalCitation: 'PA 64AM',
    passage: 'The agreement was signed after its in-force date',
  },
  REGISTRATION_ENDED: {
    level: 'WARN',
    citation: 'PA 64E',
    nationalCitation: null,
    passage:
      "The administrator's registration expires before the agreement enters into force: check that it was renewed",
  },
}

/** In order of priority. The arrangement can be in force if there is no REFUSE finding. */
export function listInForceFindings({
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

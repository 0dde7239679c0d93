/** What every policy says in the same words: for which scheme it is, how deep it goes, and how it is approved and looked at again. */
import { passage, type Section, section } from '../template.ts'

/** Proportionality changes the depth of a duty and not its existence. */
export const PROPORTION = [
  passage(
    'ONE_MEMBER',
    `The scheme is a one-member arrangement. A derogation for arrangements that were set up before 22 April 2021 is
    reported to have run until 21 April 2026. No extension was found, and none could be ruled out (not verified): the
    trustees confirm the position before they rely on it. The depth of this document follows the simplicity of the arrangement.`,
    'NOTICE OMA',
    'DIR 21(2)',
  ),
  passage(
    'SMALL_WITH_SEVERAL',
    `The scheme has fewer than 100 active and deferred members. The procedures below are kept as simple as that allows;
    none of them is left out for this reason alone.`,
    'DIR 21(2)',
    'DIR 5',
  ),
  passage(
    'MASTER_TRUST_SECTION',
    `The scheme is a section of a master trust. What is decided for the trust as a whole is decided by its trustees for all
    sections, and this document says where the section differs. What the Pensions Authority expects of master trusts beyond
    the law stands in its code and is to be checked there (not verified).`,
    'CODE',
  ),
  passage(
    'TRUST_RAC',
    `The scheme is a trust RAC. The regime covers schemes and trust RACs alike, and "the scheme" in this document means the
    trust RAC. Whether reliefs for trust RACs with fewer than 100 members still stand is to be confirmed.`,
    'SI128 3',
  ),
  passage(
    'PAID_UP',
    `The scheme is paid up: no contributions are paid to it any more. What is said of contributions below holds if they begin
    again; all other duties go on.`,
  ),
  passage(
    'WINDING_UP',
    `The scheme is being wound up. Its duties go on until that is finished, and the trustees look at each procedure below for
    what the winding-up changes: {{toWrite}}.`,
  ),
] as const

/** Risk management, internal audit, actuarial activities, outsourcing: what the law itself says of their approval. */
export const NAMED_REVIEW: Section = section('review', {
  heading: 'Approval and review',
  citations: ['DIR 21(3)', 'HOUSE'],
  text: `The trustees approve this policy before it is applied. The resolution, with its day, stands in the minutes of their
    meeting and in the register of policies.

    The trustees review the policy at least every three years, and the next review is due by {{reviewDate}}. They adapt it
    earlier where the system or the area that it concerns changes significantly. The law sets no number of days for that; the
    trustees aim at 30 days after the change, which is a house reading.

    A review that finds nothing to change is recorded with its day.`,
  question: 'How are written policies approved, reviewed and adapted after a significant change?',
})

/** What is a plan, a procedure or an expectation of the code: the interval is a setting. */
export const HOUSE_REVIEW: Section = section('review', {
  heading: 'Approval and review',
  citations: ['DIR 21', 'HOUSE'],
  text: `The trustees approve this document. The resolution, with its day, stands in the minutes of their meeting and in the
    register of policies.

    No interval of review was found for it in a text at hand, beyond the regular internal review of the system of governance.
    As a house reading it is reviewed at least every three years, by {{reviewDate}} at the latest, and earlier where what it
    describes changes significantly.`,
  question: 'How often is the system of governance of a scheme reviewed?',
})

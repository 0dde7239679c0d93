import { correctMemberPay, type MemberPay, recordMemberPay } from '../../../../contract/member-pay.ts'
import type { Member } from '../../../../contract/members.ts'
import { pickPay } from '../../../../contract/pay-on-day.ts'
import { formatDate } from '../../../../contract/value-format.ts'
import { getTodayInDublin } from '../../../format.ts'
import { Acts } from '../../../forms/acts.tsx'
import { DateField } from '../../../ui/form/fields.tsx'
import { PayFields } from './pay-fields.tsx'

const RECORDED =
  'Imports of contributions compare with the values of the payroll month. The audit log records the day, the user and the names of the changed values.'

/** Pay from a new day on. */
export function RecordPay({ member }: { member: Member }) {
  return (
    <Acts
      subject={member}
      acts={[
        {
          contract: recordMemberPay,
          label: 'Change pay',
          title: 'Change pay and contribution rates',
          explanation: [
            'Enter all values that are valid from that day. Earlier values stay in the history.',
            RECORDED,
          ],
          fields: (
            <>
              <DateField name="validFrom" help="Empty: from the beginning of the membership" />
              <PayFields />
            </>
          ),
          defaults: { ...pickPay(member), validFrom: getTodayInDublin() },
          isMain: true,
          done: 'Pay recorded',
        },
      ]}
    />
  )
}

/** Pay that was recorded wrongly. */
export function CorrectPay({ member, pay }: { member: Member; pay: MemberPay }) {
  const title = pay.validFrom
    ? `Correct pay valid from ${formatDate(pay.validFrom)}`
    : 'Correct the first pay'
  return (
    <Acts
      subject={member}
      acts={[
        {
          contract: correctMemberPay,
          label: 'Correct',
          title,
          explanation: [
            'Use this for values that were entered wrongly. For a raise, choose "Change pay".',
            RECORDED,
          ],
          fields: (
            <>
              <DateField name="validFrom" help="Empty: from the beginning of the membership" />
              <PayFields />
            </>
          ),
          defaults: { ...pickPay(pay), validFrom: pay.validFrom, recordedFrom: pay.validFrom },
          isMain: true,
          done: 'Pay corrected',
        },
      ]}
    />
  )
}

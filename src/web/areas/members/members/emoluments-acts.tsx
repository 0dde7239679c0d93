import { ReducedBy } from '../../../../contract/employer-limit.ts'
import { type MemberYear, recordMemberEmoluments } from '../../../../contract/member-emoluments.ts'
import type { Member } from '../../../../contract/members.ts'
import { getTodayInDublin } from '../../../format.ts'
import { Acts } from '../../../forms/acts.tsx'
import { listCodeOptions } from '../../../labels.ts'
import { MoneyField, NumberField, SelectField } from '../../../ui/form/fields.tsx'

/** Emoluments of a year; with `recorded` a correction of that year. */
export function RecordEmoluments({
  member,
  recorded = null,
}: {
  member: Member
  recorded?: MemberYear | null
}) {
  return (
    <Acts
      subject={member}
      acts={[
        {
          contract: recordMemberEmoluments,
          label: recorded ? 'Correct' : 'Record emoluments',
          title: recorded ? `Correct the emoluments of ${recorded.year}` : 'Record emoluments of a year',
          explanation: [
            'Values that are recorded for the year are replaced. The audit log records the year and the user, not the amount.',
          ],
          fields: (
            <>
              <NumberField name="year" isRequired />
              <MoneyField
                name="emolumentsCents"
                label="Emoluments"
                help="From this employer in the calendar year"
              />
              <SelectField
                name="reducedBy"
                label="Reason for lower emoluments"
                emptyLabel="Not recorded"
                options={listCodeOptions(ReducedBy.options)}
                help="Such as maternity benefit. The emoluments of the previous year then count: record them too"
              />
            </>
          ),
          defaults: {
            year: recorded?.year ?? Number(getTodayInDublin().slice(0, 4)),
            emolumentsCents: recorded?.emolumentsCents ?? null,
            reducedBy: recorded?.reducedBy ?? null,
          },
          isMain: true,
          done: 'Emoluments recorded',
        },
      ]}
    />
  )
}

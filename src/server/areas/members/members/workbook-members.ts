/** Members of schemes that are imported with them: read, checked and written as by the member import, which has the cipher. */
import type { MemberColumn } from '../../../../contract/member-imports.ts'
import type { Change } from '../../../pipeline/audit-log.ts'
import type { Cipher } from '../../../platform/cipher.ts'
import type { Tx } from '../../../platform/database.ts'
import type { ImportTable } from '../imports/index.ts'
import { addIssuesTo, type Report } from './import-issues.ts'
import { type Plan, planImport } from './import-plan.ts'
import { type MemberDraft, readRows } from './import-rows.ts'
import { addMembers } from './import-writes.ts'
import { calculatePpsNumberHash } from './pps-numbers.ts'

/** The scheme that the rows belong to. */
export interface SchemeOfMembers {
  legalForm: string
  closedToNewOn: string | null
}
export type MemberPlan = Plan

export type WorkbookMembers = ReturnType<typeof createMemberSheetImport>

export function createMemberSheetImport(cipher: Cipher) {
  return {
    read: (call: {
      table: Pick<ImportTable<MemberColumn>, 'rows' | 'has'>
      report: Report
      tenantId: string
      ppsnPending: boolean
      today: string
    }): Promise<MemberDraft[]> =>
      readRows({
        ...call,
        decimalComma: false,
        hashPpsNumber: (ppsNumber) => calculatePpsNumberHash(cipher, call.tenantId, ppsNumber),
      }),

    /** Decides on the rows of one new scheme; the report has the reasons of the rejected ones. */
    async plan(
      scheme: SchemeOfMembers,
      drafts: readonly MemberDraft[],
      { report, today }: { report: Report; today: string },
    ): Promise<MemberPlan> {
      const plan = await planImport({
        drafts,
        stored: [],
        // All rows of a new scheme have its own employer.
        employerId: '',
        mode: 'INSERT_ONLY',
        today,
        isOpenTo: () => true,
        // The participation of the employer begins with the scheme and has no last day.
        findJoiningProblem: () => null,
        report,
      })
      for (const { draft, target } of plan.additions) {
        const add = addIssuesTo(report, draft.row)
        if (scheme.closedToNewOn && target.joinedSchemeOn && target.joinedSchemeOn > scheme.closedToNewOn)
          add('SCHEME_CLOSED', 'date_joined_scheme')
        if (scheme.legalForm === 'ONE_MEMBER' && plan.additions.length > 1) add('ONE_MEMBER', 'first_name')
      }
      return plan
    },

    write: (
      tx: Tx,
      place: { tenantId: string; schemeId: string; employerId: string; userId: string },
      { additions }: MemberPlan,
    ): Promise<Change[]> => addMembers(tx, cipher, place, additions),
  }
}

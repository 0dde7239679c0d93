import { sql } from 'kysely'
import type { Contract, Input } from '../../../contract/define.ts'
import type { Obligation, ObligationVerb } from '../../../contract/obligations.ts'
import * as contract from '../../../contract/obligations.ts'
import { requireHappened } from '../../operation/happened.ts'
import { requireOwned } from '../../operation/owners.ts'
import { answer, find, type Operation, perform, saveVersion, updated } from '../../operation/perform.ts'
import type { Actor } from '../../operation/reach.ts'
import { notFound, rule } from '../../operation/refusal.ts'
import { requireTransition } from '../../operation/transitions.ts'
import { type Clock, endOfDayInDublin, todayInDublin } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database.ts'
import { auditedObligation, obligations } from './records.ts'
import { RULES } from './rules/index.ts'
import { recordsAsAt, recordsOf } from './scheme-records.ts'
import { shownRule } from './shown.ts'
import { standingOf } from './standing.ts'

/** A duty has no column of its status, which depends on the day: a verb sets what the status is computed from. */
const move = <C extends Contract<`obligation.${ObligationVerb}`>>(
  of: C,
  columns: (call: {
    input: Input<C>
    before: Obligation
    tx: Tx
    actor: Actor
  }) => Record<string, unknown> | Promise<Record<string, unknown>>,
  note?: (input: Input<C>) => Record<string, unknown>,
): Operation =>
  perform<Contract>({
    contract: of,
    owner: (input, find) => find.obligation((input as { id: string }).id),
    async handle({ input, tx, actor }) {
      const before = await obligations.require(tx, (input as { id: string }).id)
      requireTransition(
        contract.OBLIGATION_TRANSITIONS,
        of.name.split('.')[1] as ObligationVerb,
        before.status,
      )
      await saveVersion(
        tx,
        'obligations',
        before,
        await columns({ input: input as Input<C>, before, tx, actor }),
      )
      const after = await obligations.require(tx, before.id)
      return updated(auditedObligation, before, after, note?.(input as Input<C>))
    },
  })

const NOT_DONE = {
  is_by_hand: false,
  completed_on: null,
  effective_on: null,
  completion_note: null,
  evidence_document_ids: sql`'{}'`,
  completed_by: null,
  waived_by: null,
  waiver_reason: null,
}

export function obligationOperations({ clock }: { clock: Clock }): Operation[] {
  const today = () => todayInDublin(clock)
  return [
    answer({
      contract: contract.listObligations,
      owner: 'within',
      select: (input, reach) => obligations.list(input, reach),
      body: obligations.page,
    }),
    answer({
      contract: contract.getObligation,
      owner: ({ id }, find) => find.obligation(id),
      select: ({ id }) => obligations.one(id),
    }),
    move(contract.completeObligation, async ({ input, tx, actor, before }) => {
      const completedOn = requireHappened(input.completedOn ?? today(), today(), 'completedOn')
      if (!input.note && input.evidenceDocumentIds.length === 0)
        throw rule('EVIDENCE_MISSING', 'Say how it was met: choose a document, or write a note', {
          field: 'note',
        })
      for (const id of input.evidenceDocumentIds) {
        const { tenantId } = await requireOwned(tx, actor, find.document(id))
        if (tenantId !== before.tenantId)
          throw rule('OTHER_FIRM', 'A document of another firm is no evidence')
      }
      return {
        state: 'DONE',
        is_by_hand: true,
        completed_on: completedOn,
        effective_on: input.effectiveOn,
        completion_note: input.note,
        evidence_document_ids: sql`array(select jsonb_array_elements_text(${JSON.stringify(input.evidenceDocumentIds)}::jsonb))`,
        completed_by: actor.id,
      }
    }),
    move(contract.waiveObligation, ({ input, actor }) => ({
      state: 'WAIVED',
      is_by_hand: true,
      waiver_reason: input.reason,
      waived_by: actor.id,
    })),
    move(
      contract.reopenObligation,
      ({ before }) => {
        if (!before.isByHand)
          throw rule('KEPT_BY_A_REGISTER', 'A register says that this was met: correct it there')
        return { state: before.dueOn ? 'OPEN' : 'DATA_GAP', ...NOT_DONE }
      },
      ({ reason }) => ({ reason }),
    ),
    answer({
      contract: contract.listRules,
      owner: 'within',
      handle: async () => ({ data: RULES.map(shownRule) }),
    }),
    answer({
      contract: contract.getStanding,
      owner: ({ id }, find) => find.scheme(id),
      async handle({ input, db, actor }) {
        const on = input.on ?? today()
        if (on > today())
          throw rule('DATE_IN_FUTURE', 'That day has not come yet: the calendar shows what falls due', {
            field: 'on',
          })
        const { tenantId } = await requireOwned(db, actor, find.scheme(input.id))
        const isToday = on === today()
        const records = isToday
          ? (await recordsOf(db, tenantId, [input.id]))[0]
          : await recordsAsAt(db, input.id, endOfDayInDublin(on))
        if (!records) throw notFound()
        return standingOf(records, on)
      },
    }),
  ]
}

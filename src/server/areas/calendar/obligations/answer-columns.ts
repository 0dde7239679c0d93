import { type RawBuilder, sql } from 'kysely'
import type { Confirmation } from '../../../../contract/obligations.ts'

/** An obligation that no person has answered, completed or waived. */
export const WITHOUT_ANSWER = {
  is_by_hand: false,
  completed_on: null,
  effective_on: null,
  completion_note: null,
  evidence_document_ids: sql`'{}'`,
  completed_by: null,
  waived_by: null,
  waiver_reason: null,
  confirmation: null,
  confirmed_by: null,
  confirmation_id: null,
}

export interface Answer {
  answer: Confirmation
  completedOn: string | RawBuilder<unknown> | null
  reason: string | null
}

/** The state of an obligation that was answered. */
export const ANSWERED_STATES = {
  DONE: 'DONE',
  NOT_DONE: 'OPEN',
  NOT_APPLICABLE: 'NOT_APPLICABLE',
} as const satisfies Record<Confirmation, string>

/** The columns of an obligation that fell due before its scheme was added, with the answer of a person. */
export function buildAnswerColumns(
  { answer, completedOn, reason }: Answer,
  userId: string,
): Record<string, unknown> {
  const columns: Record<Confirmation, Record<string, unknown>> = {
    DONE: {
      is_by_hand: true,
      completed_on: completedOn,
      completion_note: reason,
      completed_by: userId,
    },
    NOT_DONE: { completion_note: reason },
    NOT_APPLICABLE: { is_by_hand: true, waiver_reason: reason },
  }
  return {
    ...columns[answer],
    state: ANSWERED_STATES[answer],
    confirmation: answer,
    confirmed_by: userId,
  }
}

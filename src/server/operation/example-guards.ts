/** Rules that keep the example of a firm apart from its own records. */
import { isNamedAsExample } from '../../contract/examples.ts'
import { createBusinessRuleRefusal } from '../pipeline/refusal.ts'
import type { Tx } from '../platform/database.ts'

/** 422 where the name of a record of the example hides that it is one: lists, reports and files show the name alone. */
export function requireExampleName(isExample: boolean, name: string, field: string): void {
  if (isExample && !isNamedAsExample(name))
    throw createBusinessRuleRefusal(
      'EXAMPLE_NAME',
      'The name of a record of the example must contain the word Example',
      { field },
    )
}

export async function isOfExample(tx: Tx, employerId: string): Promise<boolean> {
  const { is_example } = await tx
    .selectFrom('employers')
    .select('is_example')
    .where('id', '=', employerId)
    .executeTakeFirstOrThrow()
  return is_example
}

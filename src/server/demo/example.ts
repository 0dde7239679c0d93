/** Creates the records of the example that a firm can load, from `content/demo/example`. */
import type { RunAs } from '../operation/run-as.ts'
import type { Actor } from '../pipeline/access-scope.ts'
import { requireId } from './resolve-value.ts'
import { runSteps } from './run-steps.ts'

/** First number of the generated PPS and works numbers: above those of the demo firms. */
const EXAMPLE = { firstMemberNumber: 9_920_001, steps: ['example/employer'] }

/** The broker puts the records forward, the approver approves them. Returns the ids of the employer and its scheme. */
export async function createExampleRecords(
  runAs: RunAs,
  { broker, approver }: { broker: Actor; approver: Actor },
  today: string,
): Promise<{ employerId: string; schemeId: string }> {
  const ids = await runSteps(runAs, EXAMPLE, {
    actorFor: (part) => (part === 'approver' ? approver : broker),
    today,
  })
  return { employerId: requireId('#example-employer', ids), schemeId: requireId('#example-scheme', ids) }
}

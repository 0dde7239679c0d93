import type { WhyFound } from '../../../../contract/corpus.ts'
import { buildRankParts } from './rank-parts.ts'

const SCORE = new Intl.NumberFormat('en-IE', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** Explains the rank of a passage. */
export function PassageRank({ why, citation }: { why: WhyFound; citation: string }) {
  const parts = buildRankParts(why)
  return (
    <details className="text-sm">
      <summary className="link inline-block min-h-6 cursor-pointer py-0.5">Why this passage</summary>
      <div className="mt-1 flex flex-col gap-2">
        {why.isNamed && (
          <p>The question names this provision or a term it defines, so this passage comes first.</p>
        )}
        <p>
          {Math.round(why.coverage * 100)} % of the question matches this passage. Rare words count most;
          words match by their stems.
        </p>
        {parts.length > 0 && (
          <table aria-label={`Score of ${citation}`} className="w-full">
            <thead className="sr-only">
              <tr>
                <th scope="col">Part</th>
                <th scope="col">Share</th>
                <th scope="col">Score</th>
              </tr>
            </thead>
            <tbody>
              {parts.map(({ label, score, share }) => (
                <tr key={label}>
                  <th scope="row" className="py-0.5 pr-2 text-left font-normal">
                    {label}
                  </th>
                  <td aria-hidden="true" className="w-20 py-0.5">
                    <span
                      className="block h-2 min-w-0.5 rounded-sm bg-accent [forced-color-adjust:none] [print-color-adjust:exact]"
                      style={{ width: `${share * 100}%` }}
                    />
                  </td>
                  <td className="w-10 py-0.5 text-right">{SCORE.format(score)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
    </details>
  )
}

/** Notes on the file as a whole: guesses of the service, and missing columns. */

import { useState } from 'react'
import { formatCount } from '../../contract/value-format.ts'
import { Notice } from '../ui/notice.tsx'
import { formatHeaderOfIssue } from './column-words.ts'
import type { Report } from './report.ts'
import { LevelIcon } from './row-state.tsx'

const SHOWN_AT_FIRST = 5

export function Notes({ report: { notes, notices, moreIssues, columns } }: { report: Report }) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? notes : notes.slice(0, SHOWN_AT_FIRST)
  return (
    <>
      {notices.length > 0 && (
        <Notice title={notices.length === 1 ? 'About this file' : 'Assumptions about this file'}>
          <ul className="flex flex-col gap-1">
            {notices.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </Notice>
      )}
      {notes.length > 0 && (
        <div className="flex flex-col gap-1">
          <ul aria-label="About all rows" className="flex flex-col gap-1">
            {shown.map(({ code, column, level, message }) => (
              <li key={`${code} ${column} ${message}`} className="flex items-start gap-1.5">
                <LevelIcon level={level} />
                <span className="min-w-0">
                  {column && <span className="font-medium">{formatHeaderOfIssue(column, columns)}: </span>}
                  {message} <span className="text-muted text-sm">({code})</span>
                </span>
              </li>
            ))}
          </ul>
          {notes.length > SHOWN_AT_FIRST && (
            <button type="button" className="link self-start" onClick={() => setWhole(!isWhole)}>
              {isWhole ? 'Show fewer' : `Show all ${notes.length}`}
            </button>
          )}
        </div>
      )}
      {moreIssues > 0 && <p className="text-muted">{formatCount(moreIssues, 'more problem')} not listed.</p>}
    </>
  )
}

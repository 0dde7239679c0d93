/** Comments and audit log entries of a record. Both are loaded after the page: sentences of all actions and forms are large. */
import { lazy, Suspense } from 'react'
import { operation } from '../operation.ts'
import { useMay } from '../session.tsx'
import type { RecordActivityProps } from './activity-section.tsx'
import type { RecordCommentsProps } from './comments-section.tsx'

const ActivitySection = lazy(() => import('./activity-section.tsx'))
const CommentsSection = lazy(() => import('./comments-section.tsx'))

/** The latest audit log entries of a record as sentences, for users who may read the audit log. */
export function RecordActivity(props: RecordActivityProps) {
  if (!useMay()(operation('audit-log.list'))) return null
  return (
    <Suspense>
      <ActivitySection {...props} />
    </Suspense>
  )
}

export function RecordComments(props: RecordCommentsProps) {
  if (!useMay()(operation('comment.list'))) return null
  return (
    <div className="print:hidden">
      <Suspense>
        <CommentsSection {...props} />
      </Suspense>
    </div>
  )
}

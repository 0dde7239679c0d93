import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CommentedEntity } from '../../contract/comments.ts'
import { formatInstant } from '../../contract/value-format.ts'
import { operation } from '../operation.ts'
import { formatProblem } from '../problems.ts'
import { createQuery, type RowOf, useCommand } from '../queries.ts'
import { usePerson } from '../session.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Row, Rows } from '../ui/rows.tsx'
import { Section } from '../ui/section.tsx'
import { showToast } from '../ui/toast.tsx'
import { type Audience, useColleagues } from './colleagues.ts'
import { CommentForm } from './comment-form.tsx'
import { splitByMentions } from './mentions.ts'

const SHOWN = 100
const listComments = operation('comment.list')
type Comment = RowOf<typeof listComments>

export interface RecordCommentsProps {
  entityType: CommentedEntity
  entityId: string
  audience: Audience
}

export default function CommentsSection({ entityType, entityId, audience }: RecordCommentsProps) {
  const colleagues = useColleagues(audience)
  const { data } = useQuery(createQuery(listComments, { entityType, entityId, limit: SHOWN }))
  const me = usePerson()
  const [removed, setRemoved] = useState<Comment | null>(null)
  const names = colleagues.map(({ name }) => name)
  const others = colleagues.filter(({ id }) => id !== me.id)
  return (
    <Section title="Comments">
      <CommentForm entityType={entityType} entityId={entityId} colleagues={others} />
      {data && data.data.length > 0 && (
        <Rows name="Comments">
          {data.data.map((comment) => (
            <Row
              key={comment.id}
              title={<span className="font-medium">{comment.authorName ?? 'A former user'}</span>}
              aside={
                <span className="flex items-center gap-2 text-muted text-sm">
                  {formatInstant(comment.createdAt)}
                  {comment.authorId === me.id && (
                    <Button look="quiet" onClick={() => setRemoved(comment)}>
                      Remove
                    </Button>
                  )}
                </span>
              }
            >
              <p className="max-w-[80ch] whitespace-pre-line">
                {splitByMentions(comment.text, names).map(({ text, isMention }, index) =>
                  isMention ? (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have only their order
                    <span key={index} className="font-medium text-accent">
                      {text}
                    </span>
                  ) : (
                    text
                  ),
                )}
              </p>
            </Row>
          ))}
        </Rows>
      )}
      {data?.nextCursor && <p className="text-muted text-sm">The latest {SHOWN} comments are shown.</p>}
      {removed && <RemoveDialog comment={removed} onClose={() => setRemoved(null)} />}
    </Section>
  )
}

function RemoveDialog({ comment, onClose }: { comment: Comment; onClose: () => void }) {
  const remove = useCommand(operation('comment.remove'))
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Remove this comment"
      description="Its text is deleted. The audit log keeps that there was a comment, and who wrote and removed it."
    >
      {remove.isError && (
        <p role="alert" className="mb-4 text-danger">
          {formatProblem(remove.error)}
        </p>
      )}
      <div className="flex gap-2">
        <Button
          look="danger"
          isBusy={remove.isPending}
          onClick={() =>
            remove.mutate(
              { sent: { id: comment.id }, version: comment.version },
              {
                onSuccess: () => {
                  showToast('saved', 'Comment removed')
                  onClose()
                },
              },
            )
          }
        >
          Remove
        </Button>
        <Button look="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Dialog>
  )
}

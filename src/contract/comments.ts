import { z } from 'zod'
import { command, query } from './define.ts'
import { Empty, Id, listOf, Nothing, pageOf, prose, recordFields } from './values.ts'

/** Records that can be commented on, as the audit log names them. */
export const CommentedEntity = z.enum(['scheme', 'obligation', 'breach', 'writtenPolicy', 'draft'])
export type CommentedEntity = z.infer<typeof CommentedEntity>

export const Comment = z.object({
  ...recordFields,
  tenantId: Id,
  entityType: CommentedEntity,
  entityId: Id,
  schemeId: Id.nullable().describe('Scheme of the record; null if it has none'),
  text: z.string(),
  mentionIds: z.array(Id).describe('Users who were notified'),
  authorId: Id,
  authorName: z.string().nullable(),
})

export const listComments = query('comment.list', {
  route: 'GET /api/comments',
  access: 'BrokerUser',
  summary: 'Lists the comments on one record, newest first. Only users who can see the record can read them.',
  input: pageOf({
    entityType: CommentedEntity,
    entityId: Id,
    sort: z.enum(['-createdAt']).default('-createdAt'),
  }),
  output: listOf(Comment),
})
export const createComment = command('comment.create', {
  route: 'POST /api/comments',
  access: 'BrokerUser',
  summary:
    'Adds a comment to a record and notifies the users it mentions. A comment cannot be changed. 422 if the text contains personal data.',
  input: z.object({
    entityType: CommentedEntity,
    entityId: Id,
    text: prose(1, 4000).describe('Text without PPS numbers, names of members or other personal data'),
    mentionIds: z
      .array(Id)
      .max(20)
      .refine((ids) => new Set(ids).size === ids.length, 'List each person only once')
      .default([])
      .describe('Users to notify: active users of the firm with a broker role who can see the record'),
  }),
  output: Comment,
  status: 201,
})
export const removeComment = command('comment.remove', {
  route: 'DELETE /api/comments/{id}',
  access: 'BrokerUser',
  summary: 'Removes a comment. Only its author can do so.',
  input: Nothing,
  output: Empty,
  status: 204,
})

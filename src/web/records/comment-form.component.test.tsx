import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { setUpFakeApi } from '../../../test/components/fake-api.ts'
import { renderPage } from '../../../test/components/render-page.tsx'
import { createComment } from '../../contract/comments.ts'
import { Refusal } from '../../server/pipeline/refusal.ts'
import { CommentForm } from './comment-form.tsx'

const api = setUpFakeApi()
const COLLEAGUES = [
  { id: 'user7', tenantId: 'firm1', name: 'Maeve Ryan', role: 'BrokerUser' as const },
  { id: 'user8', tenantId: 'firm1', name: 'Conor Ashe', role: 'BrokerAdmin' as const },
]

beforeEach(() =>
  api.answer(createComment, ({ input }) => ({
    ...input,
    id: 'comment1',
    createdAt: '2026-11-21T12:00:00.000Z',
    updatedAt: '2026-11-21T12:00:00.000Z',
    version: 1,
    tenantId: 'firm1',
    schemeId: null,
    authorId: 'user1',
    authorName: 'Áine Ní Bhriain',
  })),
)

async function renderForm() {
  const { user } = await renderPage(
    <CommentForm entityType="breach" entityId="breach1" colleagues={COLLEAGUES} />,
  )
  return { user, field: await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Add a comment' }) }
}

test('a colleague is chosen with the keys, and only mentioned colleagues are notified', async () => {
  const { user, field } = await renderForm()
  await user.type(field, 'Ask @')
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Maeve Ryan',
    'Conor Ashe',
  ])
  await user.keyboard('{ArrowDown}{Enter}')
  expect(field.value).toBe('Ask @Conor Ashe ')
  expect(screen.queryByRole('listbox')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Add comment' }))
  await screen.findByText('Comment added')
  expect(api.requestsTo(createComment)[0]?.input).toMatchObject({
    entityType: 'breach',
    entityId: 'breach1',
    text: 'Ask @Conor Ashe',
    mentionIds: ['user8'],
  })
  expect(field.value).toBe('')
})

test('a refused comment stays in the field with the reason', async () => {
  api.answer(createComment, () => {
    throw new Refusal(422, 'The comment contains a name: leave it out', {
      details: { code: 'PERSONAL_DATA' },
    })
  })
  const { user, field } = await renderForm()
  await user.type(field, 'Nora Daly has left')
  await user.click(screen.getByRole('button', { name: 'Add comment' }))
  expect((await screen.findByRole('alert')).textContent).toBe('The comment contains a name: leave it out')
  expect(field.value).toBe('Nora Daly has left')
})

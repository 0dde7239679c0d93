/** Texts that were made to cost much: each of these once kept the service from answering for seconds to minutes. */
import { beforeAll, describe, expect, test } from 'vitest'
import { createAnonymousCaller, createFirm, type Firm } from '../../../../../test/harness/people.ts'
import { useService } from '../../../../../test/harness/service.ts'
import {
  approveDraft,
  compareDraft,
  createDraft,
  type Draft,
  downloadDraft,
  getDraft,
  updateDraft,
} from '../../../../contract/drafts.ts'
import { live } from '../../../../contract/health.ts'
import { listSchemes } from '../../../../contract/schemes.ts'

const service = useService()

let firm: Firm
let other: Firm
beforeAll(async () => {
  firm = await createFirm(service())
  other = await createFirm(service())
})

async function draftOf(text: string): Promise<Draft> {
  const scheme = await firm.hasScheme({ type: 'DC' })
  const draft = await firm.broker.call(createDraft, {
    schemeId: scheme.id,
    kind: 'INTERNAL_AUDIT_POLICY',
    templateOnly: true,
  })
  const { id, title } = draft
  return firm.broker.call(updateDraft, { id, title, text, values: {} })
}

describe('a text of the maximum length is stored, shown, compared and exported', () => {
  test.each([
    ['braces that open and never close', '{'.repeat(200_000)],
    ['a heading of spaces', `# a${' '.repeat(199_990)}b`],
    ['stars', '*a **b '.repeat(28_000)],
    [
      'spaces between changed words',
      Array.from({ length: 1_000 }, (_, n) => `a${n}${' '.repeat(190)}`).join(''),
    ],
  ])('%s', async (_name, text) => {
    const draft = await draftOf(text)
    expect((await firm.broker.call(getDraft, { id: draft.id })).text === text.trim()).toBe(true)
    expect((await firm.broker.call(compareDraft, { id: draft.id })).changes).not.toBeNull()
    expect(await firm.broker.send(downloadDraft, { id: draft.id, format: 'docx' })).toMatchObject({
      status: 200,
    })
  })

  test('a text whose blocks all changed is not compared', async () => {
    const blocks = (word: string) => Array.from({ length: 14_000 }, (_, n) => `${word}${n}`).join('\n\n')
    const draft = await draftOf(blocks('a'))
    const { id, title } = draft
    await firm.broker.call(updateDraft, { id, title, text: blocks('b'), values: {} })
    expect(await firm.broker.call(compareDraft, { id, from: 2, to: 3 })).toMatchObject({
      counts: null,
      changes: null,
    })
  })
})

test('other requests are answered while a large file is written', async () => {
  const draft = await draftOf('a **b** '.repeat(24_000))
  const done: string[] = []
  const file = firm.broker
    .send(downloadDraft, { id: draft.id, format: 'pdf' })
    .then(({ status }) => void done.push(`file ${status}`))
  for (let probe = 0; probe < 5; probe++) {
    await createAnonymousCaller(service()).send(live)
    await other.broker.call(listSchemes, {})
    done.push('probe')
  }
  await file
  // It takes a second of computing; the five probes take a fraction of it.
  expect(done.at(0)).toBe('probe')
  expect(done).toContain('file 200')
})

test('the approval of a draft that consists of braces ends in time', async () => {
  const draft = await draftOf('{{ '.repeat(60_000))
  const reply = await firm.admin.send(approveDraft, { id: draft.id, format: 'PDF' })
  expect(reply.status).toBeLessThan(500)
})

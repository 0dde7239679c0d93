import { expect, test } from 'vitest'
import { getRateClass, type RateClass } from './define.ts'
import { CONTRACTS } from './index.ts'

/** Every operation of another class than `standard`; a new one that is not listed here is `standard`. */
const CLASSES: Record<Exclude<RateClass, 'standard'>, string[]> = {
  ai: [
    'assistant.answer',
    'assistant.answers',
    'assistant.ask',
    'assistant.disclosures',
    'assistant.preview',
    'assistant.provider',
    'assistant.rate',
    'assistant.search',
    'corpus.get',
    'corpus.list',
    'draft.approve',
    'draft.assign',
    'draft.comparison',
    'draft.content',
    'draft.create',
    'draft.discard',
    'draft.get',
    'draft.list',
    'draft.preview',
    'draft.update',
    'draft.version',
    'draft.versions',
    'draft.withdraw',
  ],
  upload: [
    'contribution.enter',
    'contribution.upload',
    'corpus-text.bring-in',
    'document.add-version',
    'document.create',
    'member.import',
    'scheme-import.create',
    'tenant.set-logo',
  ],
  heavy: [
    'audit-log.export',
    'audit-log.verification',
    'example.load',
    'member.export',
    'personal-data.export',
    'report.board-pack',
    'report.supervisory-pack',
    'single-sign-on.test',
  ],
  unlimited: ['health.db', 'health.live', 'health.ready'],
}

test('every operation declares its rate class', () => {
  const classOf = (name: string): string =>
    Object.entries(CLASSES).find(([, names]) => names.includes(name))?.[0] ?? 'standard'
  const declared = CONTRACTS.map((contract) => `${contract.name} ${getRateClass(contract)}`)
  expect(declared.toSorted()).toEqual(CONTRACTS.map(({ name }) => `${name} ${classOf(name)}`).toSorted())
  const names = CONTRACTS.map(({ name }) => name)
  for (const name of Object.values(CLASSES).flat()) expect(names).toContain(name)
})

test('operations under /api/ai/* have the rate class of Spec 8', () => {
  for (const contract of CONTRACTS)
    if (contract.route.includes(' /api/ai/')) expect(getRateClass(contract), contract.name).toBe('ai')
})

test('operations with a file upload have the upload rate class', () => {
  for (const contract of CONTRACTS)
    if (contract.body === 'multipart') expect(getRateClass(contract), contract.name).toBe('upload')
})

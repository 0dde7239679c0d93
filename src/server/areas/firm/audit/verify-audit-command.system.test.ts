import { execFile } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFirm } from '../../../../../test/harness/people.ts'
import { useService } from '../../../../../test/harness/service.ts'
import { exportAuditLog } from '../../../../contract/audit.ts'
import { revealPpsNumber } from '../../../../contract/members.ts'
import { calculateGenesisHash, hashEntry } from '../../../operation/audit-hash.ts'
import { createCheckpointKeys } from './checkpoints.ts'

const COMMAND = fileURLToPath(new URL('../../../../../scripts/verify-audit.ts', import.meta.url))
const service = useService()

interface Ended {
  code: number
  output: string
}

/** Nothing of this process's environment: the command needs no configuration. */
const verify = (args: string[], nodeOptions: string[] = []): Promise<Ended> =>
  new Promise((resolve) => {
    execFile(process.execPath, [...nodeOptions, COMMAND, ...args], { env: {} }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code ?? -1) : 0, output: stdout + stderr })
    })
  })

let folder: string
let lines: string[]
let foreignLines: string[]
let files = 0

async function verifyText(text: string | Buffer): Promise<Ended> {
  const file = join(folder, `${files++}.jsonl`)
  await writeFile(file, text)
  return verify([file])
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'exports-'))
  const exportOfAFirm = async (): Promise<string[]> => {
    const { admin, broker, hasMember } = await createFirm(service())
    const member = await hasMember()
    // Characters at which a careless reader would break a line or misread one.
    for (const reason of ['“Quoted” – €5', 'Back\\slash and "quotes"', '𝕊urrogate pair'])
      await broker.call(revealPpsNumber, { id: member.id, reason })
    return (await admin.send(exportAuditLog)).text.split('\n').filter(Boolean)
  }
  lines = await exportOfAFirm()
  foreignLines = await exportOfAFirm()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const joined = (given: string[]): string => given.map((line) => `${line}\n`).join('')
const entryOf = (line: string | undefined) => JSON.parse(line ?? '')
const withEntry = (index: number, change: object): string[] =>
  lines.with(index, JSON.stringify({ ...entryOf(lines[index]), ...change }))

test('an unchanged export is intact, and the command lists its contents', async () => {
  const { code, output } = await verifyText(joined(lines))
  const [first, last] = [entryOf(lines[0]), entryOf(lines.at(-1))]
  expect(output).toContain(`firm     ${first.tenantId}`)
  expect(output).toContain('entries  7\n')
  expect(output).toContain(`first    ${first.timestamp}`)
  expect(output).toContain(`last     ${last.timestamp}`)
  expect(output).toContain(`head     7 ${last.hash}`)
  expect(output).toMatch(/\nintact\n$/)
  expect(code).toBe(0)
})

test.each([
  ['without the last line break', () => joined(lines).slice(0, -1)],
  ['with the line breaks of another system', () => joined(lines).replaceAll('\n', '\r\n')],
  ['written again by another program', () => joined(lines.map((line) => JSON.stringify(JSON.parse(line))))],
])('an export %s is intact', async (_, made) => {
  expect(await verifyText(made())).toMatchObject({ code: 0, output: expect.stringMatching(/\nintact\n$/) })
})

describe('detects and names tampering with an export', () => {
  // Every field is tried where the chain itself is tested.
  const EDITED = ['actorId', 'actorType', 'newState', 'userAgent', 'hash', 'previousHash']
  const another: Record<string, unknown> = { actorType: 'SuperAdmin', newState: {} }

  test('a changed field of an entry', async () => {
    const ended = await Promise.all(
      EDITED.map((field) => verifyText(joined(withEntry(2, { [field]: another[field] ?? 'changed' })))),
    )
    for (const [index, { code, output }] of ended.entries()) {
      expect(output, EDITED[index]).toContain('verify-audit: not intact. Line 3, sequence 3: EDITED.')
      expect(output).not.toContain('\nintact')
      expect(code).toBe(1)
    }
  })

  test.each<{ name: string; text: () => string | Buffer; finding: string }>([
    {
      name: 'a number changed',
      text: () => joined(withEntry(2, { sequence: 9 })),
      finding: 'Line 3, sequence 3: MISSING',
    },
    {
      name: 'a removed entry',
      text: () => joined(lines.toSpliced(1, 1)),
      finding: 'Line 2, sequence 2: MISSING',
    },
    { name: 'a cut start', text: () => joined(lines.slice(2)), finding: 'Line 1, sequence 1: MISSING' },
    { name: 'a cut tail', text: () => joined(lines.slice(0, 4)), finding: 'Line 5, sequence 5: TRUNCATED' },
    { name: 'an empty file', text: () => '', finding: 'Line 1, sequence 1: TRUNCATED' },
    {
      name: 'two entries swapped',
      text: () => joined(lines.with(1, lines[3] as string).with(3, lines[1] as string)),
      finding: 'Line 2, sequence 2: REORDERED',
    },
    {
      name: 'all entries turned round',
      text: () => joined(lines.toReversed()),
      finding: 'Line 1, sequence 1: REORDERED',
    },
    {
      name: 'a repeated entry',
      text: () => joined(lines.toSpliced(4, 0, lines[1] as string)),
      finding: 'Line 5, sequence 2: REORDERED',
    },
    {
      name: "another firm's entry",
      text: () => joined(lines.with(3, foreignLines[3] as string)),
      finding: 'Line 4, sequence 4: FOREIGN',
    },
    {
      name: "another firm's entries after ours",
      text: () => joined([...lines, ...foreignLines]),
      finding: 'Line 8, sequence 1: FOREIGN',
    },
    {
      name: 'a head that one line does not agree on',
      text: () => joined(withEntry(4, { head: { sequence: 5, hash: entryOf(lines[4]).hash } })),
      finding: 'Line 5, sequence 5: HEAD',
    },
    {
      name: 'a head with another hash on every line',
      text: () =>
        joined(
          lines.map((line) =>
            JSON.stringify({ ...entryOf(line), head: { sequence: 7, hash: 'ab'.repeat(32) } }),
          ),
        ),
      finding: 'Line 7, sequence 7: EDITED',
    },
    {
      name: 'a head moved back on every line',
      text: () =>
        joined(
          lines.map((line) =>
            JSON.stringify({ ...entryOf(line), head: { sequence: 4, hash: entryOf(lines[3]).hash } }),
          ),
        ),
      finding: 'Line 5, sequence 5: EDITED',
    },
    {
      name: 'a head moved on, on every line',
      text: () =>
        joined(
          lines.map((line) =>
            JSON.stringify({ ...entryOf(line), head: { sequence: 8, hash: 'ab'.repeat(32) } }),
          ),
        ),
      finding: 'Line 8, sequence 8: TRUNCATED',
    },
    {
      name: 'a last line that ends in the middle',
      text: () => joined(lines).slice(0, -40),
      finding: 'Line 7, sequence 7: MALFORMED',
    },
    {
      name: 'an empty line',
      text: () => joined(lines.toSpliced(2, 0, '')),
      finding: 'Line 3, sequence 3: MALFORMED',
    },
    {
      name: 'no JSON at all',
      text: () => 'id,actor,action\n1,2,3\n',
      finding: 'Line 1, sequence 1: MALFORMED',
    },
    { name: 'JSON of another kind', text: () => '[]\n', finding: 'Line 1, sequence 1: MALFORMED' },
    {
      name: 'a field beside those of an entry, which no hash covers',
      text: () => joined(withEntry(1, { approvedBy: 'somebody' })),
      finding: 'Line 2, sequence 2: MALFORMED',
    },
    {
      name: 'a field left out',
      text: () => joined(withEntry(1, { userAgent: undefined })),
      finding: 'Line 2, sequence 2: MALFORMED',
    },
    {
      name: 'half a character, which has no canonical form',
      text: () => joined(lines.with(1, (lines[1] as string).replace('"actorId":"', '"actorId":"\\ud800'))),
      finding: 'Line 2, sequence 2: EDITED',
    },
    {
      name: 'nesting without end',
      text: () =>
        joined(
          lines.with(
            1,
            (lines[1] as string).replace(
              '"previousState":null',
              `"previousState":{"a":${'['.repeat(4_000)}${']'.repeat(4_000)}}`,
            ),
          ),
        ),
      finding: 'Line 2, sequence 2: EDITED',
    },
    {
      name: 'bytes that are no text',
      text: () => Buffer.concat([Buffer.from(`${lines[0]}\n`), Buffer.from([0xff, 0xfe, 0x0a])]),
      finding: 'Line 2, sequence 2: MALFORMED',
    },
    {
      name: 'an earlier problem before a later line that is none',
      text: () => joined([...lines.toSpliced(1, 1), 'nonsense']),
      finding: 'Line 2, sequence 2: MISSING',
    },
  ])('$name', async ({ text, finding }) => {
    const { code, output } = await verifyText(text())
    expect(output).toContain(`verify-audit: not intact. ${finding}. `)
    expect(output).not.toContain('\nintact')
    expect(output).not.toMatch(/\n\s+at /)
    expect(code).toBe(1)
  })
})

test.each([
  { name: 'no file', args: [], says: 'Usage: npm run verify-audit -- FILE' },
  { name: 'two files', args: ['one', 'two'], says: 'Usage: npm run verify-audit -- FILE' },
  {
    name: 'a file that is not there',
    args: ['/nowhere/export.jsonl'],
    says: 'The file /nowhere/export.jsonl does not exist',
  },
  { name: 'a folder', args: [tmpdir()], says: `The file ${tmpdir()} does not exist` },
])('$name: the command reports it in one sentence', async ({ args, says }) => {
  const { code, output } = await verify(args)
  expect(output).toContain(says)
  expect(output).not.toMatch(/\n\s+at /)
  expect(code).toBe(1)
})

test('a file larger than the memory limit is verified', async () => {
  const file = join(folder, 'large.jsonl')
  const out = createWriteStream(file)
  const entries = 60_000
  const entryAt = (sequence: number, previousHash: string) => ({
    ...entryOf(lines[0]),
    newState: { id: `e${sequence}`, padding: 'x'.repeat(1_000) },
    sequence,
    previousHash,
  })
  // Twice: the end of the chain has to be known before the first line is written.
  let hash = calculateGenesisHash(entryOf(lines[0]).tenantId)
  for (let i = 1; i <= entries; i++) hash = hashEntry(entryAt(i, hash))
  const head = { sequence: entries, hash }
  hash = calculateGenesisHash(entryOf(lines[0]).tenantId)
  for (let i = 1; i <= entries; i++) {
    const entry = entryAt(i, hash)
    hash = hashEntry(entry)
    const isFull = !out.write(`${JSON.stringify({ ...entry, hash, head })}\n`)
    if (isFull) await new Promise<void>((resolve) => out.once('drain', resolve))
  }
  out.end()
  await finished(out)
  const { code, output } = await verify([file], ['--max-old-space-size=48'])
  expect(output).toContain('entries  60,000\n')
  expect(code).toBe(0)
})

describe('with anchors', () => {
  const keys = createCheckpointKeys([Buffer.alloc(32, 7)])
  const anchorAt = (index: number, change: object = {}): string => {
    const { tenantId, sequence, hash } = entryOf(lines[index])
    return `${JSON.stringify({ ...keys.sign({ tenantId, sequence, hash, sealedAt: '2026-11-23T10:00:00.000Z' }), ...change })}\n`
  }
  async function verifyWith(given: string[], anchors: string, ...more: string[]): Promise<Ended> {
    const [file, anchorFile] = [join(folder, `${files++}.jsonl`), join(folder, `${files++}.jsonl`)]
    await writeFile(file, joined(given))
    await writeFile(anchorFile, anchors)
    return verify([file, '--anchors', anchorFile, ...more])
  }
  /** The whole log with hashes that fit, and another actor in its second entry. */
  const rewritten = (): string[] => {
    let previousHash = calculateGenesisHash(entryOf(lines[0]).tenantId)
    const entries = lines.map((line, index) => {
      const entry = { ...entryOf(line), previousHash, ...(index === 1 ? { actorId: 'somebody' } : {}) }
      const { head: _, hash: __, ...chained } = entry
      previousHash = hashEntry(chained)
      return { ...entry, hash: previousHash }
    })
    return entries.map((entry) =>
      JSON.stringify({ ...entry, head: { sequence: entries.length, hash: previousHash } }),
    )
  }

  test('a log that matches them is intact, and the command prints the key', async () => {
    const { code, output } = await verifyWith(
      lines,
      anchorAt(0) + anchorAt(2),
      '--public-key',
      keys.publicKey,
    )
    expect([code, output]).toEqual([0, expect.stringContaining('intact')])
    expect(output).toContain(`at entry 3 of 2026-11-23T10:00:00.000Z, key ${keys.publicKey}`)
  })

  test('detects a log that was rewritten with new hashes', async () => {
    expect((await verifyText(joined(rewritten()))).code).toBe(0)
    const { code, output } = await verifyWith(rewritten(), anchorAt(0) + anchorAt(2))
    expect([code, output]).toEqual([1, expect.stringContaining('REWRITTEN. Entry 3')])
  })

  test('detects a log that is shorter than an anchor', async () => {
    const head = { sequence: 2, hash: entryOf(lines[1]).hash }
    const short = lines.slice(0, 2).map((line) => JSON.stringify({ ...entryOf(line), head }))
    const { code, output } = await verifyWith(short, anchorAt(2))
    expect([code, output]).toEqual([1, expect.stringContaining('the log ends at entry 2')])
  })

  test.each([
    ['with another hash', () => anchorAt(1, { hash: 'ab'.repeat(32) }), [], 'invalid signature'],
    ['of another key', () => anchorAt(1), ['--public-key', 'ab'.repeat(32)], 'different public key'],
    ['of no lines', () => '', [], 'No anchor found'],
  ])('anchors %s are refused', async (_how, anchors, more, message) => {
    const { code, output } = await verifyWith(lines, anchors(), ...more)
    expect([code, output]).toEqual([1, expect.stringContaining(message)])
  })

  test('anchors of another firm are refused', async () => {
    const { code, output } = await verifyWith(foreignLines, anchorAt(1))
    expect([code, output]).toEqual([1, expect.stringContaining('another firm')])
  })
})

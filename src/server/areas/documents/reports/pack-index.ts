/** The index of a supervisory pack: what is missing first, then every file. */
import { formatCount, formatDate } from '../../../../contract/value-format.ts'
import { formatCode } from '../../../platform/paper/code-words.ts'
import { formatDateOr } from '../../../platform/paper/format.ts'
import type { Block, Pages } from '../../../platform/paper/pages.ts'
import type { Gap } from './gaps.ts'
import type { Documents, Listed, Range } from './pack-contents.ts'
import type { SchemeFile } from './scheme-file.ts'

export function renderPackIndex(
  file: SchemeFile,
  range: Range,
  gaps: readonly Gap[],
  files: readonly Listed[],
  documents: Documents,
): Pages {
  const { scheme, standing, firmName, asAtOn } = file
  return {
    kind: 'Supervisory pack',
    title: scheme.name,
    facts: [
      ['As at', formatDate(asAtOn)],
      ['Prepared by', firmName],
      ['PB number', scheme.pensionsAuthorityNumber ?? 'not known'],
      ['Type', `${formatCode(scheme.type)}, ${formatCode(scheme.legalForm).toLowerCase()}`],
      ['Status', formatCode(scheme.status)],
      ['Employer', scheme.employerName],
      ['Compliance status', standing.score.summary],
      ['Documents', formatRange(range)],
    ],
    opening: { kind: 'TITLE' },
    mark: null,
    asAtOn,
    blocks: [
      ...getNotes(documents).map((text): Block => ({ kind: 'paragraph', text })),
      { kind: 'heading', level: 2, text: 'Missing records' },
      ...buildGapBlocks(gaps),
      { kind: 'heading', level: 2, text: 'Files' },
      {
        kind: 'table',
        columns: [
          { header: 'File', share: 5 },
          { header: 'Content', share: 5 },
        ],
        rows: files
          .toSorted((a, b) => (a.path < b.path ? -1 : 1))
          .map(({ path, says }) => ({ cells: [path, says] })),
      },
    ],
  }
}

const formatRange = ({ from, to }: Range): string =>
  from || to
    ? `With a date ${[from && `from ${formatDate(from)}`, to && `to ${formatDate(to)}`].filter(Boolean).join(' ')}; everything else is complete`
    : 'Of every date'

const getNotes = (documents: Documents): string[] =>
  [
    'Records and documents of single members are not in this pack, and no register has a PPS number.',
    'The folder data has the same registers as machine-readable files. The file manifest.sha256 has the SHA-256 of every file.',
    documents.packed.length > 0 && 'Documents are included as stored. Their content was not reviewed.',
    documents.ofMembers > 0 &&
      `${formatCount(documents.ofMembers, 'document')} addressed to a single member ${documents.ofMembers === 1 ? 'was' : 'were'} left out.`,
    documents.leftOut.length > 0 &&
      `${formatCount(documents.leftOut.length, 'document')} could not be given out: see the missing records.`,
    documents.notScanned > 0 &&
      `${formatCount(documents.notScanned, 'document')} ${documents.notScanned === 1 ? 'was' : 'were'} stored by a service without a virus scanner.`,
  ].filter((note): note is string => typeof note === 'string')

function buildGapBlocks(gaps: readonly Gap[]): Block[] {
  if (gaps.length === 0) return [{ kind: 'paragraph', text: 'No missing records are known.' }]
  return [
    {
      kind: 'table',
      columns: [
        { header: 'Kind', share: 2 },
        { header: 'Subject', share: 3 },
        { header: 'Missing', share: 4 },
        { header: 'Due', share: 1.6 },
        { header: 'Source and reading', share: 3 },
      ],
      rows: gaps.map(({ kind, subject, what, dueOn, source, reading }) => ({
        cells: [
          formatCode(kind),
          subject,
          what,
          formatDateOr(dueOn, '–'),
          [source, reading].filter(Boolean).join('. '),
        ],
        tone: kind === 'OVERDUE' || kind === 'VACANCY' ? 'red' : 'plain',
      })),
    },
  ]
}

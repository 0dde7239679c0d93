/** The records of a scheme as files for somebody who asks to see them: what there is, and first of all what is missing. */

import { CHECKLIST } from '../../../../contract/assessment-checklist.ts'
import { formatCitations } from '../../../../contract/citations.ts'
import type { DocumentRecord } from '../../../../contract/documents.ts'
import type { OwnRiskAssessment } from '../../../../contract/own-risk-assessments.ts'
import { normaliseText } from '../../../../contract/plain-text.ts'
import type { Policy, PolicyVersion } from '../../../../contract/policies.ts'
import { PRINCIPLES } from '../../../../contract/policy-findings.ts'
import { PACK_LIMITS } from '../../../../contract/reports.ts'
import type { RunQuery } from '../../../pipeline/define-operation.ts'
import { rule } from '../../../pipeline/refusal.ts'
import { toDublinDate } from '../../../platform/clock.ts'
import { formatCode } from '../../../platform/paper/code-words.ts'
import { formatCount, formatDate, formatDateOr } from '../../../platform/paper/format.ts'
import { ownRiskAssessments } from '../../governance/own-risk-assessments/index.ts'
import { policyVersions } from '../../governance/policies/index.ts'
import { type DocumentStorage, openDocumentContent } from '../documents/index.ts'
import { type LeftOut, listGaps } from './gaps.ts'
import {
  createCsvFile,
  createGapsFile,
  createObligationsFile,
  createRulesFile,
  type RegisterFile,
  registerFiles,
} from './registers.ts'
import type { SchemeFile } from './scheme-file.ts'
import type { PackedFile } from './zip.ts'

export interface Range {
  from?: string | undefined
  to?: string | undefined
}

interface Sources {
  runQuery: RunQuery
  storage: DocumentStorage
}

const FINISHED: readonly DocumentRecord['status'][] = ['FINAL', 'SIGNED', 'FILED']
/** Drafts are not in the pack. */
const APPROVED: readonly OwnRiskAssessment['status'][] = ['APPROVED', 'SUBMITTED', 'SUPERSEDED']

export async function createSupervisoryPack(
  file: SchemeFile,
  range: Range,
  { runQuery, storage }: Sources,
): Promise<PackedFile[]> {
  const documents = documentsOf(file, range)
  const open = file.assessments.find(({ status }) => !APPROVED.includes(status))
  const gaps = listGaps(file, open ? await assessmentOf(runQuery, open.id) : null, documents.leftOut)
  const csv = (folder: string, made: RegisterFile): Listed => ({
    path: `${folder}${made.name}.csv`,
    says: formatCount(made.rows, 'row'),
    open: () => asyncly(made.lines()),
  })
  const files: Listed[] = [
    {
      path: '01-standing.json',
      says: 'the regime profile, the score with its reasons, and what every rule says',
      open: () => asyncly([standingText(file)]),
    },
    csv('02-', createGapsFile(gaps)),
    csv('03-', createObligationsFile(file)),
    csv('03-', createRulesFile(file)),
    ...registerFiles(file).map((made) => csv('04-registers/', made)),
    csv('04-registers/', documentsFile(documents)),
    ...file.policies
      .filter(({ inForceVersion }) => inForceVersion !== null)
      .map((policy) => ({
        path: `05-policies/${slug(policy.kind)}-v${policy.inForceVersion}.md`,
        says: `${policy.title}, version ${policy.inForceVersion}`,
        open: () => policyText(runQuery, policy),
      })),
    ...file.assessments
      .filter(({ status }) => APPROVED.includes(status))
      .map(({ id, cycleNumber, approvedOn }) => ({
        path: `06-own-risk-assessments/cycle-${String(cycleNumber).padStart(3, '0')}.md`,
        says: `approved ${formatDateOr(approvedOn, 'on a day that is not recorded')}`,
        open: () => assessmentText(runQuery, id),
      })),
    ...documents.packed.map(({ document, path }) => ({
      path,
      says: `${formatCode(document.kind)}: ${document.title}`,
      isCompressed: true,
      async open() {
        const { content } = await openDocumentContent(runQuery, storage, {
          id: document.id,
          version: document.number,
        })
        return content as AsyncIterable<Uint8Array>
      },
    })),
  ]
  return [{ path: '00-index.md', open: () => asyncly([indexText(file, range, files, documents)]) }, ...files]
}

/** A file and what the index says of it. */
interface Listed extends PackedFile {
  says: string
}

async function* asyncly(lines: Iterable<string>): AsyncGenerator<string> {
  yield* lines
}

const standingText = ({ asAtOn, firmName, scheme, standing }: SchemeFile): string => {
  const { id, name, employerName, type, legalForm, status, pensionsAuthorityNumber, schemeYearEnd } = scheme
  const { establishedOn, wentLiveOn, registeredAdministratorName, trusteeBody } = scheme
  return `${JSON.stringify(
    {
      asAtOn,
      firm: firmName,
      scheme: {
        id,
        name,
        employerName,
        type,
        legalForm,
        status,
        pensionsAuthorityNumber,
        schemeYearEnd,
        establishedOn,
        wentLiveOn,
        registeredAdministratorName,
        trusteeBody,
      },
      profile: standing.profile,
      score: standing.score,
      decisions: standing.decisions,
    },
    null,
    2,
  )}\n`
}

// --- documents

interface PackedDocument {
  document: DocumentRecord
  path: string
}
interface Documents {
  packed: PackedDocument[]
  leftOut: LeftOut[]
  /** Of members: about one person each, and not asked for. */
  ofMembers: number
  notScanned: number
}

function documentsOf(file: SchemeFile, range: Range): Documents {
  const heldOn = new Map(
    file.meetings.flatMap(({ minutesDocumentId, heldOn }) =>
      minutesDocumentId && heldOn ? [[minutesDocumentId, heldOn] as const] : [],
    ),
  )
  const inRange = file.documents.filter((one) => isWithin(one, heldOn.get(one.id) ?? null, range))
  const ofScheme = inRange.filter(({ memberId }) => memberId === null)
  const leftOut = ofScheme.flatMap((document) => {
    const why = whyLeftOut(document)
    return why ? [{ document, why }] : []
  })
  const finished = ofScheme
    .filter((one) => FINISHED.includes(one.status) && whyLeftOut(one) === null)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const bytes = finished.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  if (finished.length > PACK_LIMITS.documents || bytes > PACK_LIMITS.bytes)
    throw rule(
      'PACK_TOO_LARGE',
      'There are too many documents for one pack: choose a shorter range of dates',
      {
        documents: finished.length,
        bytes,
      },
    )
  const taken = new Set<string>()
  return {
    packed: finished.map((document) => ({
      document,
      path: freePath(document, heldOn.get(document.id) ?? null, taken),
    })),
    leftOut,
    ofMembers: inRange.filter(({ memberId, status }) => memberId !== null && FINISHED.includes(status))
      .length,
    notScanned: finished.filter(({ avScan }) => avScan === 'NOT_SCANNED').length,
  }
}

/** What a download of it would say. */
const whyLeftOut = ({ status, avScan }: DocumentRecord): string | null => {
  if (status === 'QUARANTINED' || avScan === 'INFECTED')
    return 'A version of this document is infected: it is not included'
  return avScan === 'PENDING' ? 'The virus scan is not complete' : null
}

const daysOf = (document: DocumentRecord, heldOn: string | null): string[] => {
  const { periodEndOn, effectiveOn, receivedOn, signedOn, filedOn } = document
  const named = [heldOn, periodEndOn, effectiveOn, signedOn, receivedOn, filedOn].filter(
    (day) => day !== null,
  )
  return named.length > 0 ? named : [toDublinDate(new Date(document.uploadedAt))]
}

/** One of its days is enough: an annual report belongs to its year and to the day on which it was signed. */
const isWithin = (document: DocumentRecord, heldOn: string | null, { from, to }: Range): boolean =>
  daysOf(document, heldOn).some((day) => (!from || day >= from) && (!to || day <= to))

const LONGEST_NAME = 80
/** Letters, digits and hyphens: a name that every system can unpack, and that leads nowhere else. */
const slug = (text: string): string =>
  normaliseText(text, 'NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, LONGEST_NAME)
    .replace(/^-+|-+$/g, '')

function freePath(document: DocumentRecord, heldOn: string | null, taken: Set<string>): string {
  const extension = /\.[a-z0-9]{1,8}$/i.exec(document.fileName)?.[0].toLowerCase() ?? ''
  const [day] = daysOf(document, heldOn)
  const base = `07-documents/${slug(document.kind)}/${day}-${slug(document.title) || 'document'}`
  let path = `${base}${extension}`
  for (let number = 2; taken.has(path); number += 1) path = `${base}-${number}${extension}`
  taken.add(path)
  return path
}

const documentsFile = ({ packed }: Documents): RegisterFile =>
  createCsvFile(
    'documents',
    [
      'id',
      'kind',
      'title',
      'status',
      'number',
      'fileName',
      'mimeType',
      'sizeBytes',
      'sha256',
      'avScan',
      'periodEndOn',
      'effectiveOn',
      'receivedOn',
      'signedOn',
      'signedBy',
      'filedOn',
      'path',
    ],
    packed.map(({ document, path }) => ({ ...document, path })),
  )

// --- texts

async function* policyText(runQuery: RunQuery, policy: Policy): AsyncGenerator<string> {
  const [rows] = await runQuery(
    policyVersions.list(
      { policyId: policy.id, number: policy.inForceVersion, limit: 1, sort: '-number' },
      { level: 'tenant', tenantId: policy.tenantId },
    ),
  )
  const [version] = JSON.parse(rows?.[0]?.[0] ?? '[]') as PolicyVersion[]
  if (!version) throw new Error('A policy in force has no version in force')
  yield `# ${policy.title}

- Version ${version.number}, ${formatCode(version.status).toLowerCase()}
- Approved: ${formatDateOr(version.approvedOn, 'not recorded')}
- Effective from: ${formatDateOr(version.effectiveFrom, 'not recorded')}
- Next review: ${formatDateOr(policy.nextReviewOn, 'not recorded')}
- SHA-256 of text and statement: ${version.sha256}

---

${version.content}
`
  const { statement } = version
  if (!statement) return
  yield '\n## Statement of investment policy principles\n'
  for (const name of PRINCIPLES) {
    const text = statement[name]
    if (text) yield `\n### ${inWords(name)}\n\n${text}\n`
  }
  const percents = [
    ['Invested in the sponsoring employer', statement.employerRelatedPercent],
    ['Invested in the group of the employer', statement.groupRelatedPercent],
  ] as const
  for (const [label, percent] of percents) if (percent !== null) yield `\n${label}: ${percent} %\n`
}

/** `riskMeasurementMethods` as "Risk measurement methods". */
const inWords = (name: string): string =>
  formatCode(name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()).replace(/^Esg /, 'ESG ')

async function assessmentOf(runQuery: RunQuery, id: string): Promise<OwnRiskAssessment> {
  const [rows] = await runQuery(ownRiskAssessments.one(id))
  return JSON.parse(rows?.[0]?.[0] as string) as OwnRiskAssessment
}

async function* assessmentText(runQuery: RunQuery, id: string): AsyncGenerator<string> {
  const assessment = await assessmentOf(runQuery, id)
  const { cycleNumber, scope, trigger, status, asOfOn, approvedOn, authoritySubmittedOn } = assessment
  yield `# Own-risk assessment ${cycleNumber}

- ${formatCode(scope)}; ${formatCode(trigger).toLowerCase()}; ${formatCode(status).toLowerCase()}
- As of ${formatDate(asOfOn)}
- Approved by the trustees: ${formatDateOr(approvedOn, 'not recorded')}
- Copy to the Authority: ${formatDateOr(authoritySubmittedOn, 'none is recorded')}
`
  const { methodology, riskFunctionOpinion } = assessment
  if (methodology) yield `\n## Methodology\n\n${methodology}\n`
  if (riskFunctionOpinion) yield `\n## Opinion of the risk management function\n\n${riskFunctionOpinion}\n`
  for (const { key, title, citation } of CHECKLIST) {
    const content = assessment.sections[key]
    const text =
      content?.text ??
      (content?.notApplicableReason ? `Not applicable: ${content.notApplicableReason}` : 'Not written.')
    yield `\n## ${key}. ${title}\n\n_${formatCitations(citation)}_\n\n${text}\n`
  }
}

function indexText(
  file: SchemeFile,
  { from, to }: Range,
  files: readonly Listed[],
  documents: Documents,
): string {
  const { scheme, standing, firmName, asAtOn } = file
  const range =
    from || to
      ? `Documents with a date ${[from && `from ${formatDate(from)}`, to && `to ${formatDate(to)}`].filter(Boolean).join(' ')}; everything else is complete.`
      : 'Documents of every date.'
  const notes = [
    'Records and documents of single members are not in this pack, and no register has a PPS number.',
    documents.packed.length > 0 && 'Documents are included as stored. Their content was not reviewed.',
    documents.ofMembers > 0 &&
      `${formatCount(documents.ofMembers, 'document')} addressed to a single member ${documents.ofMembers === 1 ? 'was' : 'were'} left out.`,
    documents.leftOut.length > 0 &&
      `${formatCount(documents.leftOut.length, 'document')} could not be given out: see 02-gaps.csv.`,
    documents.notScanned > 0 &&
      `${formatCount(documents.notScanned, 'document')} ${documents.notScanned === 1 ? 'was' : 'were'} stored by a service without a virus scanner.`,
  ].filter(Boolean)
  return `# ${scheme.name}

Records of the scheme for a supervisory request, as at ${formatDate(asAtOn)}, prepared by ${firmName}.

- PB number: ${scheme.pensionsAuthorityNumber ?? 'not known'}
- ${formatCode(scheme.type)}, ${formatCode(scheme.legalForm).toLowerCase()}; ${formatCode(scheme.status).toLowerCase()}
- Employer: ${scheme.employerName}
- Compliance status: ${standing.score.summary}
- ${range}

Missing records are listed in 02-gaps.csv, with the rule and the source. An interpretation of our own and an unverified source are marked
beside each rule. The file manifest.sha256 has the SHA-256 of every file: \`sha256sum --check manifest.sha256\`.

${notes.map((note) => `- ${note}`).join('\n')}

## Files

${files
  .toSorted((a, b) => (a.path < b.path ? -1 : 1))
  .map(({ path, says }) => `- ${path}: ${says}`)
  .join('\n')}
`
}

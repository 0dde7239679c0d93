/** Builds the supervisory pack: the records of a scheme as files to hand over, with the gaps first. */

import type { DocumentRecord } from '../../../../contract/documents.ts'
import type { OwnRiskAssessment } from '../../../../contract/own-risk-assessments.ts'
import { PACK_LIMITS } from '../../../../contract/reports.ts'
import { formatCount } from '../../../../contract/value-format.ts'
import type { RunQuery } from '../../../pipeline/define-operation.ts'
import { createBusinessRuleRefusal } from '../../../pipeline/refusal.ts'
import { toDublinDate } from '../../../platform/clock.ts'
import { formatCode } from '../../../platform/paper/code-words.ts'
import { formatDateOr } from '../../../platform/paper/format.ts'
import type { Logo } from '../../../platform/paper/pages.ts'
import { renderPdf } from '../../../platform/paper/render-pdf.ts'
import { writeWorkbook } from '../../../platform/sheet/write-workbook.ts'
import { formatSlug } from '../../../platform/slug.ts'
import type { RunTask } from '../../../platform/worker-pool.ts'
import type { PackedFile } from '../../../platform/zip.ts'
import { type DocumentStorage, openDocumentContent } from '../documents/index.ts'
import { createPaperFile, type DraftPaper } from '../drafts/index.ts'
import { listGaps } from './gaps.ts'
import type { Documents, Listed, Range } from './pack-contents.ts'
import { renderPackIndex } from './pack-index.ts'
import { loadAssessment, loadAssessmentPaper, loadPolicyPaper } from './papers.ts'
import { buildRegisterSheets } from './register-sheets.ts'
import {
  createCsvFile,
  createGapsFile,
  createObligationsFile,
  createRulesFile,
  type RegisterFile,
  registerFiles,
} from './registers.ts'
import type { SchemeFile } from './scheme-file.ts'

interface Sources {
  runQuery: RunQuery
  storage: DocumentStorage
  runTask: RunTask
  inspectionMark: string | null
  logo: Logo | null
}

const FINISHED: readonly DocumentRecord['status'][] = ['FINAL', 'SIGNED', 'FILED']
/** Drafts are not in the pack. */
const APPROVED: readonly OwnRiskAssessment['status'][] = ['APPROVED', 'SUBMITTED', 'SUPERSEDED']

export async function createSupervisoryPack(
  file: SchemeFile,
  range: Range,
  { runQuery, storage, runTask, inspectionMark, logo }: Sources,
): Promise<PackedFile[]> {
  const documents = getDocuments(file, range)
  const loadLogo = async () => logo
  const open = file.assessments.find(({ status }) => !APPROVED.includes(status))
  const gaps = listGaps(file, open ? await loadAssessment(runQuery, open.id) : null, documents.leftOut)
  const tables = [
    createGapsFile(gaps),
    createObligationsFile(file),
    createRulesFile(file),
    ...registerFiles(file),
    createDocumentsFile(documents),
  ]
  const paper = (path: string, says: string, load: () => Promise<DraftPaper>): Listed => ({
    path,
    says,
    open: () => openPaper(async () => ({ ...(await load()), inspectionMark }), runTask),
  })
  const files: Listed[] = [
    {
      path: '01-registers.xlsx',
      says: `${formatCount(tables.length, 'sheet')}: gaps, obligations, rules and every register, in words`,
      isCompressed: true,
      open: () => openWorkbook(tables),
    },
    ...file.policies
      .filter(({ inForceVersion }) => inForceVersion !== null)
      .map((policy) =>
        paper(
          `02-policies/${formatSlug(policy.kind)}-v${policy.inForceVersion}.pdf`,
          `${policy.title}, version ${policy.inForceVersion}`,
          () => loadPolicyPaper(runQuery, policy.id, file.asAtOn, loadLogo),
        ),
      ),
    ...file.assessments
      .filter(({ status }) => APPROVED.includes(status))
      .map(({ id, cycleNumber, approvedOn }) =>
        paper(
          `03-own-risk-assessments/cycle-${String(cycleNumber).padStart(3, '0')}.pdf`,
          `approved ${formatDateOr(approvedOn, 'on a day that is not recorded')}`,
          () => loadAssessmentPaper(runQuery, id, file.asAtOn, loadLogo),
        ),
      ),
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
    {
      path: 'data/standing.json',
      says: 'the regime profile, the score with its reasons, and what every rule says',
      open: () => streamLines([formatStanding(file)]),
    },
    ...tables.map((made) => ({
      path: `data/${made.name}.csv`,
      says: formatCount(made.rows, 'row'),
      open: () => streamLines(made.lines()),
    })),
  ]
  const index = { ...renderPackIndex(file, range, gaps, files, documents), mark: inspectionMark, logo }
  return [
    { path: '00-index.pdf', isCompressed: true, open: () => openBytes(renderPdf(index, runTask)) },
    ...files,
  ]
}

async function* openBytes(bytes: Promise<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield await bytes
}

async function* openPaper(load: () => Promise<DraftPaper>, runTask: RunTask): AsyncGenerator<Uint8Array> {
  const { bytes } = await createPaperFile(await load(), '', 'pdf', runTask)
  yield bytes
}

async function* openWorkbook(tables: readonly RegisterFile[]): AsyncGenerator<Uint8Array> {
  yield await writeWorkbook(buildRegisterSheets(tables))
}

async function* streamLines(lines: Iterable<string>): AsyncGenerator<string> {
  yield* lines
}

const formatStanding = ({ asAtOn, firmName, scheme, standing }: SchemeFile): string => {
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

function getDocuments(file: SchemeFile, range: Range): Documents {
  const heldOn = new Map(
    file.meetings.flatMap(({ minutesDocumentId, heldOn }) =>
      minutesDocumentId && heldOn ? [[minutesDocumentId, heldOn] as const] : [],
    ),
  )
  const inRange = file.documents.filter((one) => isInRange(one, heldOn.get(one.id) ?? null, range))
  const ofScheme = inRange.filter(({ memberId }) => memberId === null)
  const leftOut = ofScheme.flatMap((document) => {
    const why = findReasonLeftOut(document)
    return why ? [{ document, why }] : []
  })
  const finished = ofScheme
    .filter((one) => FINISHED.includes(one.status) && findReasonLeftOut(one) === null)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const bytes = finished.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  if (finished.length > PACK_LIMITS.documents || bytes > PACK_LIMITS.bytes)
    throw createBusinessRuleRefusal(
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
      path: findFreePath(document, heldOn.get(document.id) ?? null, taken),
    })),
    leftOut,
    ofMembers: inRange.filter(({ memberId, status }) => memberId !== null && FINISHED.includes(status))
      .length,
    notScanned: finished.filter(({ avScan }) => avScan === 'NOT_SCANNED').length,
  }
}

/** Reason that a download would give. */
const findReasonLeftOut = ({ status, avScan }: DocumentRecord): string | null => {
  if (status === 'QUARANTINED' || avScan === 'INFECTED')
    return 'A version of this document is infected: it is not included'
  return avScan === 'PENDING' ? 'The virus scan is not complete' : null
}

const listDays = (document: DocumentRecord, heldOn: string | null): string[] => {
  const { periodEndOn, effectiveOn, receivedOn, signedOn, filedOn } = document
  const named = [heldOn, periodEndOn, effectiveOn, signedOn, receivedOn, filedOn].filter(
    (day) => day !== null,
  )
  return named.length > 0 ? named : [toDublinDate(new Date(document.uploadedAt))]
}

/** One of its dates is enough: an annual report belongs to its year and to the date on which it was signed. */
const isInRange = (document: DocumentRecord, heldOn: string | null, { from, to }: Range): boolean =>
  listDays(document, heldOn).some((day) => (!from || day >= from) && (!to || day <= to))

function findFreePath(document: DocumentRecord, heldOn: string | null, taken: Set<string>): string {
  const extension = /\.[a-z0-9]{1,8}$/i.exec(document.fileName)?.[0].toLowerCase() ?? ''
  const [day] = listDays(document, heldOn)
  const base = `04-documents/${formatSlug(document.kind)}/${day}-${formatSlug(document.title) || 'document'}`
  let path = `${base}${extension}`
  for (let number = 2; taken.has(path); number += 1) path = `${base}-${number}${extension}`
  taken.add(path)
  return path
}

const createDocumentsFile = ({ packed }: Documents): RegisterFile =>
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

import { isAtLeast } from '../../../../contract/define.ts'
import { mayRemove } from '../../../../contract/document-retention.ts'
import type { DocumentRecord } from '../../../../contract/documents.ts'
import * as contract from '../../../../contract/documents.ts'
import { requireNotInFuture, requirePastDateOrToday } from '../../../operation/date-guards.ts'
import { defineGet, defineList } from '../../../operation/record-queries.ts'
import { requireOwned } from '../../../operation/require-owned.ts'
import { createStatusRefusal, transitionCommands } from '../../../operation/transitions.ts'
import { updateUnlessStale } from '../../../operation/update-unless-stale.ts'
import type { AccessScope, Actor, Owner } from '../../../pipeline/access-scope.ts'
import type { Change } from '../../../pipeline/audit-log.ts'
import {
  created,
  defineCommand,
  defineQuery,
  find,
  type Operation,
  type OwnerRef,
  removed,
  updated,
} from '../../../pipeline/define-operation.ts'
import {
  createBusinessRuleRefusal,
  createConflictRefusal,
  createRoleRefusal,
} from '../../../pipeline/refusal.ts'
import { type Clock, getTodayInDublin } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import { openDocumentContent } from './content.ts'
import { addDocument, getFirstStatus, insertDocumentVersion, toDocumentColumns } from './create-document.ts'
import { deleteDocument, requireLockedDocument } from './delete-document.ts'
import { auditedDocument, documents, documentVersions } from './records.ts'
import { isParticipatingEmployer } from './require-document.ts'
import { canTakeVersions, findSharingBlocker, isRetentionShortened } from './rules.ts'
import type { DocumentScans } from './scans.ts'
import type { createStatementMailer } from './statement-mails.ts'
import { claimFile, type DocumentStorage } from './storage.ts'

type Created = Parameters<typeof created>[1] & DocumentRecord

export interface DocumentDependencies {
  clock: Clock
  storage: DocumentStorage
  /** Removes files without a record, as the service itself. */
  release: (keys: readonly string[]) => Promise<unknown>
  /** Null if the service runs without a virus scanner. */
  scans: DocumentScans | null
  /** Tells a member that a benefit statement is available. */
  mailStatement: ReturnType<typeof createStatementMailer>
}

const defineTransition = transitionCommands({
  records: documents,
  audited: auditedDocument,
  transitions: contract.DOCUMENT_TRANSITIONS,
})

/** Employer users add their own documents and share them with the firm; all other operations are for users of the firm. */
const isOfFirm = ({ role }: Actor): boolean => isAtLeast(role, 'BrokerUser')

const listDocuments = defineList(contract.listDocuments, documents)

const getDocument = defineGet(contract.getDocument, 'document', documents)

const createDocument = ({ clock, storage, scans }: DocumentDependencies) =>
  defineCommand({
    contract: contract.createDocument,
    file: storage.incoming,
    owner: (input, find, actor) => getParent(input, actor) ?? find.self(actor),
    async handle({ input, upload, tx, actor, afterCommit }) {
      refuseOtherThanCertificate(actor, input)
      const place = await requireDocumentOwner(tx, actor, input)
      const visibility = isOfFirm(actor) ? input.visibility : 'EMPLOYER'
      refuseUnshareable(visibility, place)
      if (input.receivedOn) requireNotInFuture(input.receivedOn, getTodayInDublin(clock), 'receivedOn')
      if (input.signedOn) requireNotInFuture(input.signedOn, getTodayInDublin(clock), 'signedOn')
      const id = await addDocument(
        { tx, actor, hasScanner: scans !== null, today: getTodayInDublin(clock) },
        { ...input, ...place, visibility, isFromEmployer: !isOfFirm(actor) },
        upload,
      )
      const also = input.supersedesId
        ? [await supersede(tx, actor, input.supersedesId, id, place.tenantId)]
        : []
      scanAfterCommit(scans, id, 1, afterCommit)
      return created(auditedDocument, (await documents.require(tx, id)) as Created, ...also)
    },
  })

/** Trustees add their own certificates of training, which the firm then shares as it decides. */
function refuseOtherThanCertificate(
  { grant }: Actor,
  {
    kind,
    visibility,
    schemeId,
    supersedesId,
  }: Pick<DocumentRecord, 'kind' | 'visibility' | 'schemeId'> & { supersedesId: string | null },
): void {
  if (!grant) return
  if (kind !== 'TRAINING_CERT' || visibility !== 'BROKER' || schemeId === null || supersedesId !== null)
    throw createBusinessRuleRefusal(
      'NOT_A_CERTIFICATE',
      'Trustees can add certificates of training to their scheme only',
      { field: 'kind' },
    )
}

const updateDocument = ({ clock, mailStatement }: DocumentDependencies) =>
  defineCommand({
    contract: contract.updateDocument,
    owner: ({ id }, find) => find.document(id),
    async handle({ input, tx, actor, afterCommit }) {
      const before = await documents.require(tx, input.id)
      // A role that can remove documents must not also be able to shorten their retention.
      if (isRetentionShortened(before, input) && !isAtLeast(actor.role, 'BrokerAdmin'))
        throw createRoleRefusal()
      refuseUnshareable(input.visibility, before)
      if (input.receivedOn) requireNotInFuture(input.receivedOn, getTodayInDublin(clock), 'receivedOn')
      await updateUnlessStale(tx, 'documents', before, toDocumentColumns(input))
      const after = await documents.require(tx, input.id)
      await mailStatement({ tx, afterCommit }, before, after)
      return updated(auditedDocument, before, after)
    },
  })

const removeDocument = ({ clock, release }: DocumentDependencies) =>
  defineCommand({
    contract: contract.removeDocument,
    owner: ({ id }, find) => find.document(id),
    async handle({ input, tx, afterCommit }) {
      const before = await requireLockedDocument(tx, input.id)
      if (!mayRemove(before, getTodayInDublin(clock)))
        throw createBusinessRuleRefusal(
          'RETENTION',
          `The document must be kept until ${before.retainUntilOn}`,
          { retainUntilOn: before.retainUntilOn },
        )
      const { keys, also } = await deleteDocument(tx, before)
      afterCommit(async () => void (await release(keys)))
      return removed(auditedDocument, before, ...also)
    },
  })

const listDocumentVersions = defineQuery({
  contract: contract.listDocumentVersions,
  owner: ({ id }, find) => find.document(id),
  select: ({ id, ...input }, scope) =>
    documentVersions.list({ ...input, documentId: id }, limitToFirm(scope)),
  body: (rows, { id, ...input }) => documentVersions.page(rows, { ...input, documentId: id }),
})

const addDocumentVersion = ({ storage, scans }: DocumentDependencies) =>
  defineCommand({
    contract: contract.addDocumentVersion,
    file: storage.incoming,
    owner: ({ id }, find) => find.document(id),
    async handle({ input, upload, tx, actor, afterCommit }) {
      const before = await requireLockedDocument(tx, input.id)
      // An employer can no longer change a document that the firm has shared with members or made final.
      const isOpen = before.visibility === 'EMPLOYER' && !before.hasBeenFinal
      if (!isOfFirm(actor) && !(before.isFromEmployer && isOpen)) throw createRoleRefusal()
      if (!canTakeVersions(before.status)) throw createStatusRefusal(before.status)
      await claimFile(tx, upload.content.key)
      const { number: last } = await tx
        .selectFrom('document_versions')
        .select(({ fn }) => fn.max('number').as('number'))
        .where('document_id', '=', input.id)
        .executeTakeFirstOrThrow()
      const number = last + 1
      await insertDocumentVersion(
        tx,
        { tenantId: before.tenantId, id: input.id, number },
        upload,
        actor,
        scans !== null,
      )
      await updateUnlessStale(tx, 'documents', before, {
        current_version: number,
        status: getFirstStatus(scans !== null),
      })
      scanAfterCommit(scans, input.id, number, afterCommit)
      return {
        ...updated(auditedDocument, before, await documents.require(tx, input.id)),
        location: `/api/documents/${input.id}`,
      }
    },
  })

const downloadDocument = ({ storage }: DocumentDependencies) =>
  defineQuery({
    contract: contract.downloadDocument,
    owner: ({ id }, find) => find.document(id),
    run: ({ input, runQuery }) => openDocumentContent(runQuery, storage, input),
  })

const finaliseDocument = ({ mailStatement }: DocumentDependencies) =>
  defineTransition(contract.finaliseDocument, async ({ before, tx, afterCommit }) => {
    await mailStatement({ tx, afterCommit }, before, { ...before, status: 'FINAL' })
    return { has_been_final: true }
  })

const signDocument = ({ clock }: DocumentDependencies) =>
  defineTransition(contract.signDocument, ({ input }) => ({
    ...toPastDateColumn(clock, 'signed_on')({ input }),
    signed_by: input.signedBy,
  }))

const fileDocument = ({ clock }: DocumentDependencies) =>
  defineTransition(contract.fileDocument, toPastDateColumn(clock, 'filed_on'))

const supersedeDocument = defineTransition(
  contract.supersedeDocument,
  async ({ input, before, tx, actor }) => {
    if (!input.byId) return {}
    const { tenantId } = await requireOwned(tx, actor, find.document(input.byId))
    if (input.byId === before.id || tenantId !== before.tenantId)
      throw createBusinessRuleRefusal('NOT_A_SUCCESSOR', 'Choose another document of the same firm', {
        field: 'byId',
      })
    return { superseded_by_id: input.byId }
  },
)

export function createDocumentOperations(dependencies: DocumentDependencies): Operation[] {
  return [
    listDocuments,
    getDocument,
    createDocument(dependencies),
    updateDocument(dependencies),
    removeDocument(dependencies),
    listDocumentVersions,
    addDocumentVersion(dependencies),
    downloadDocument(dependencies),
    finaliseDocument(dependencies),
    signDocument(dependencies),
    fileDocument(dependencies),
    supersedeDocument,
  ]
}

function scanAfterCommit(
  scans: DocumentDependencies['scans'],
  documentId: string,
  number: number,
  afterCommit: (work: () => Promise<void>) => void,
): void {
  if (scans) afterCommit(async () => void (await scans.scan({ documentId, number })))
}

const toPastDateColumn =
  (clock: Clock, column: 'signed_on' | 'filed_on') =>
  ({ input }: { input: { on?: string | undefined } }) => ({
    [column]: requirePastDateOrToday(clock, input.on),
  })

/** Access was checked through the document's owner; for its versions only the firm's column is checked. */
const limitToFirm = (scope: AccessScope): AccessScope =>
  scope.level === 'platform' ? scope : { level: 'tenant', tenantId: scope.tenantId }

interface Named {
  schemeId: string | null
  employerId: string | null
  memberId: string | null
  tenantId: string | null
}

/** The most specific of the named records is the owner. */
function getParent({ schemeId, employerId, memberId, tenantId }: Named, actor: Actor): OwnerRef | null {
  if (memberId) return find.member(memberId)
  if (schemeId && isOfFirm(actor)) return find.scheme(schemeId)
  if (employerId) return find.employer(employerId)
  if (schemeId) return find.scheme(schemeId)
  return tenantId && actor.role === 'SuperAdmin' ? find.tenant(tenantId) : null
}

type Place = { tenantId: string; schemeId: string | null; employerId: string | null; memberId: string | null }

/** The caller has access to all named records, and they belong together; 422 if not. */
async function requireDocumentOwner(tx: Tx, actor: Actor, named: Named): Promise<Place> {
  const { tenantId: firm, ...ids } = named
  const owners: Owner[] = []
  if (ids.schemeId) owners.push(await requireOwned(tx, actor, find.scheme(ids.schemeId)))
  if (ids.employerId) owners.push(await requireOwned(tx, actor, find.employer(ids.employerId)))
  if (ids.memberId) owners.push(await requireOwned(tx, actor, find.member(ids.memberId)))
  if (owners.length === 0) {
    const tenantId = actor.role === 'SuperAdmin' ? (firm ?? actor.tenantId) : actor.tenantId
    return { tenantId, schemeId: null, employerId: actor.employerId, memberId: null }
  }
  const [{ tenantId } = { tenantId: '' }] = owners
  const member = ids.memberId
    ? await tx
        .selectFrom('members')
        .select(['scheme_id', 'employer_id'])
        .where('id', '=', ids.memberId)
        .executeTakeFirstOrThrow()
    : null
  const employerId = ids.employerId ?? member?.employer_id ?? owners[0]?.employerId ?? null
  const schemeId = ids.schemeId ?? member?.scheme_id ?? null
  const isTogether =
    owners.every((owner) => owner.tenantId === tenantId) &&
    (member === null || (member.scheme_id === schemeId && member.employer_id === employerId)) &&
    (await isParticipatingEmployer(tx, schemeId, employerId))
  if (!isTogether)
    throw createBusinessRuleRefusal(
      'NOT_TOGETHER',
      'The scheme, the employer and the member do not belong together',
    )
  return { tenantId, schemeId, employerId, memberId: ids.memberId }
}

function refuseUnshareable(
  visibility: DocumentRecord['visibility'],
  place: Pick<Place, 'schemeId' | 'employerId' | 'memberId'>,
): void {
  const why = findSharingBlocker(visibility, place)
  if (why) throw createBusinessRuleRefusal('NOT_SHAREABLE', why, { field: 'visibility' })
}

/** Supersedes the document that a new one replaces; logged under its own action. */
async function supersede(tx: Tx, actor: Actor, id: string, byId: string, tenantId: string): Promise<Change> {
  const owner = await requireOwned(tx, actor, find.document(id))
  if (!isOfFirm(actor)) throw createRoleRefusal()
  const before = await requireLockedDocument(tx, id)
  if (owner.tenantId !== tenantId || !contract.DOCUMENT_TRANSITIONS.supersede.from.includes(before.status))
    throw createConflictRefusal('This document cannot be superseded', {
      code: 'ILLEGAL_TRANSITION',
      status: before.status,
    })
  await updateUnlessStale(tx, 'documents', before, { status: 'SUPERSEDED', superseded_by_id: byId })
  return {
    audited: auditedDocument,
    before,
    after: await documents.require(tx, id),
    action: contract.supersedeDocument.name,
  }
}

/** The papers of the demo: of several kinds, in several states, and shared with several people. */
import {
  createDocument,
  type DocumentKind,
  fileDocument,
  finaliseDocument,
  signDocument,
  type Visibility,
} from '../../contract/documents.ts'
import type { Actor } from '../operation/reach.ts'
import type { RunAs } from '../operation/run-as.ts'
import { csvOf, pdfOf } from './files.ts'

interface DemoDocument {
  kind: DocumentKind
  title: string
  visibility?: Visibility
  receivedOn: string
  effectiveOn?: string
  periodEndOn?: string
  /** How far it went; a draft unless said. */
  until?: 'FINAL' | 'SIGNED' | 'FILED'
  signedBy?: string[]
  /** The one before it in the list is superseded by it. */
  takesPlaceOfLast?: boolean
  file?: { name: string; bytes: Uint8Array }
}

/** Of the scheme that the demo shows first. */
const OF_SCHEME: readonly DemoDocument[] = [
  {
    kind: 'TRUST_DEED_RULES',
    title: 'Trust deed and rules',
    receivedOn: '2009-03-05',
    effectiveOn: '2009-03-01',
    until: 'SIGNED',
    signedBy: ['Nuala Prendergast', 'Miriam Casserly'],
  },
  {
    kind: 'PA_REGISTRATION',
    title: 'Registration with the Pensions Authority',
    receivedOn: '2009-03-20',
    until: 'FILED',
  },
  {
    kind: 'MEMBER_BOOKLET',
    title: 'Member booklet',
    visibility: 'MEMBER',
    receivedOn: '2026-01-12',
    effectiveOn: '2026-01-01',
    until: 'FINAL',
  },
  {
    kind: 'ANNUAL_REPORT',
    title: 'Annual report 2025',
    visibility: 'EMPLOYER',
    receivedOn: '2026-06-29',
    periodEndOn: '2025-12-31',
    until: 'SIGNED',
    signedBy: ['Nuala Prendergast', 'Miriam Casserly'],
  },
  {
    kind: 'AUDITED_ACCOUNTS',
    title: 'Audited accounts 2025',
    visibility: 'EMPLOYER',
    receivedOn: '2026-06-22',
    periodEndOn: '2025-12-31',
    until: 'FINAL',
  },
  {
    kind: 'SIPP',
    title: 'Statement of investment policy principles 2022',
    receivedOn: '2022-09-14',
    effectiveOn: '2022-10-01',
    until: 'FINAL',
  },
  {
    kind: 'SIPP',
    title: 'Statement of investment policy principles 2025',
    visibility: 'EMPLOYER',
    receivedOn: '2025-09-10',
    effectiveOn: '2025-10-01',
    until: 'FINAL',
    takesPlaceOfLast: true,
  },
  {
    kind: 'RISK_REGISTER',
    title: 'Risk register',
    receivedOn: '2026-02-03',
    file: {
      name: 'risk-register.csv',
      bytes: csvOf([
        ['risk', 'likelihood', 'impact', 'owner'],
        ['Contributions arrive late', 'Medium', 'High', 'Compliance officer'],
        ['Member data is incomplete', 'Medium', 'Medium', 'Registered administrator'],
      ]),
    },
  },
  {
    kind: 'TRUSTEE_MINUTES',
    title: 'Minutes of the trustee meeting in March',
    receivedOn: '2026-03-19',
    file: {
      name: 'minutes.txt',
      bytes: Buffer.from('Trustee meeting, 18 March 2026\r\n\r\nThe risk register was reviewed.\r\n'),
    },
  },
]
const OF_MEMBER: DemoDocument = {
  kind: 'PENSION_BENEFIT_STATEMENT',
  title: 'Pension Benefit Statement 2025',
  visibility: 'MEMBER',
  receivedOn: '2026-04-02',
  periodEndOn: '2025-12-31',
  until: 'FINAL',
}
const OF_FIRM: DemoDocument = {
  kind: 'OUTSOURCING_AGREEMENT',
  title: 'Outsourcing agreement with the payroll bureau',
  receivedOn: '2025-11-03',
  effectiveOn: '2025-12-01',
}
const OF_EMPLOYER: DemoDocument = {
  kind: 'OTHER',
  title: 'Pay days of the year',
  receivedOn: '2026-01-08',
  file: {
    name: 'pay-days.csv',
    bytes: csvOf([
      ['month', 'pay_day'],
      ['2026-01', '2026-01-23'],
      ['2026-02', '2026-02-25'],
    ]),
  },
}

export async function documentsOfBroker(
  runAs: RunAs,
  broker: Actor,
  { schemeId, memberId }: { schemeId: string; memberId: string },
): Promise<void> {
  let lastId: string | null = null
  for (const document of OF_SCHEME) {
    const supersedesId: string | null = document.takesPlaceOfLast ? lastId : null
    lastId = await add(runAs, broker, { schemeId, supersedesId }, document)
  }
  await add(runAs, broker, { memberId }, OF_MEMBER)
  await add(runAs, broker, {}, OF_FIRM)
}

/** What an employer's person hands in is seen by the firm and the employer. */
export const documentOfEmployer = (runAs: RunAs, actor: Actor): Promise<string> =>
  add(runAs, actor, {}, OF_EMPLOYER)

async function add(
  runAs: RunAs,
  actor: Actor,
  place: { schemeId?: string; memberId?: string; supersedesId?: string | null },
  { until, signedBy, takesPlaceOfLast: _, file, ...fields }: DemoDocument,
): Promise<string> {
  const { id } = await runAs(
    actor,
    createDocument,
    { ...place, ...fields },
    file ?? { name: `${fields.title}.pdf`, bytes: pdfOf([fields.title, 'Made for the demo.']) },
  )
  if (until) await runAs(actor, finaliseDocument, { id })
  if (until === 'SIGNED')
    await runAs(actor, signDocument, { id, signedBy: signedBy ?? [], on: fields.receivedOn })
  if (until === 'FILED') await runAs(actor, fileDocument, { id, on: fields.receivedOn })
  return id
}

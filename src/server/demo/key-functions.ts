/** Who works for a scheme of the demo: providers, what is outsourced to them, and the holders of its key functions. */
import { addDays, addMonths } from '../../contract/civil-dates.ts'
import { createDocument } from '../../contract/documents.ts'
import {
  addHolderReport,
  appointHolder,
  assessHolder,
  createKeyFunctionHolder,
  notifyHolder,
} from '../../contract/key-function-holders.ts'
import {
  addDevelopment,
  bringOutsourcingIntoForce,
  createOutsourcingArrangement,
  notifyOutsourcing,
  type OutsourcingActivity,
  reviewOutsourcing,
} from '../../contract/outsourcing-arrangements.ts'
import { createServiceProvider, type ServiceProviderKind } from '../../contract/service-providers.ts'
import type { Actor } from '../operation/reach.ts'
import type { RunAs } from '../operation/run-as.ts'
import { pdfOf } from './files.ts'

interface People {
  broker: Actor
  approver: Actor
}

export async function keyFunctionsOf(
  runAs: RunAs,
  { broker, approver }: People,
  schemeId: string,
  today: string,
): Promise<void> {
  const provider = async (name: string, kinds: ServiceProviderKind[], fields: object = {}): Promise<string> =>
    (await runAs(broker, createServiceProvider, { name, kinds, ...fields })).id
  const agreement = async (title: string): Promise<string> => {
    const file = { name: `${title}.pdf`, bytes: pdfOf([title, 'Made for the demo.']) }
    const sent = { schemeId, kind: 'OUTSOURCING_AGREEMENT', title } as const
    return (await runAs(broker, createDocument, sent, file)).id
  }
  const began = addMonths(today, -20)

  const administrator = await provider('Lee Valley Administrators', ['RA', 'PAYROLL'], {
    croNumber: '990501',
    registrationEndsOn: addDays(addMonths(today, 1), 9),
    contactName: 'Orla Coyne',
    contactEmail: 'orla.coyne@example.com',
  })
  const risk = await provider('Fastnet Risk Partners', ['KEY_FUNCTION', 'CONSULTANT'], {
    croNumber: '990502',
  })
  const audit = await provider('Skellig Assurance', ['KEY_FUNCTION', 'AUDITOR'], { croNumber: '990503' })

  const inForce = async (
    providerId: string,
    activity: OutsourcingActivity,
    title: string,
    fields: object = {},
  ): Promise<string> => {
    const { id } = await runAs(broker, createOutsourcingArrangement, {
      schemeId,
      providerId,
      activity,
      agreementDocumentId: await agreement(title),
      signedOn: addDays(began, -14),
      inForceFrom: began,
      ...fields,
    })
    await runAs(broker, notifyOutsourcing, { id, notifiedOn: addDays(began, -10), reference: 'Demo' })
    await runAs(broker, bringOutsourcingIntoForce, { id })
    return id
  }
  const administration = await inForce(administrator, 'RA', 'Administration agreement', { noticeDays: 90 })
  await runAs(broker, reviewOutsourcing, {
    id: administration,
    reviewedOn: addMonths(today, -10),
    nextReviewOn: addMonths(today, 2),
  })
  await runAs(broker, addDevelopment, {
    id: administration,
    occurredOn: addDays(today, -6),
    description: 'The administrator moves its records to another data centre',
  })
  const riskArrangement = await inForce(risk, 'KFH_RISK', 'Risk management agreement', {
    performanceMeasures: 'Report within a month of each quarter',
    exitPlan: 'Six months of notice; the register of risks is handed over',
    reviewDueOn: addMonths(today, 5),
  })
  const auditArrangement = await runAs(broker, createOutsourcingArrangement, {
    schemeId,
    providerId: audit,
    activity: 'KFH_AUDIT',
    inForceFrom: addDays(today, 12),
  })

  const { id: riskHolder } = await runAs(broker, createKeyFunctionHolder, {
    schemeId,
    function: 'RISK_MANAGEMENT',
    holderKind: 'FIRM',
    holderName: 'Fastnet Risk Partners',
    responsiblePerson: 'Ruairí Coughlan',
    relationship: 'INDEPENDENT_PROVIDER',
    isOutsourced: true,
    outsourcingArrangementId: riskArrangement,
    qualificationsOk: true,
    experienceYears: 14,
    proposedOn: addDays(began, -40),
  })
  await runAs(broker, assessHolder, {
    id: riskHolder,
    outcome: 'PASS',
    assessedOn: addDays(began, -30),
    nextReviewOn: addMonths(began, 22),
  })
  await runAs(broker, notifyHolder, { id: riskHolder, notifiedOn: addDays(began, -10), reference: 'Demo' })
  await runAs(approver, appointHolder, {
    id: riskHolder,
    boardResolutionOn: addDays(began, -7),
    effectiveFrom: began,
  })
  await runAs(broker, addHolderReport, {
    id: riskHolder,
    periodEndsOn: addMonths(today, -8),
    receivedOn: addMonths(today, -7),
  })
  await runAs(broker, addHolderReport, {
    id: riskHolder,
    periodEndsOn: addMonths(today, -2),
    receivedOn: addMonths(today, -1),
    hasMaterialFindings: true,
    findings:
      'Contribution data arrives late in one month of three.\nThe register of risks has no owner for cyber risk.',
  })

  // The same person would hold risk management and internal audit: the page says why that cannot be.
  const { id: auditHolder } = await runAs(broker, createKeyFunctionHolder, {
    schemeId,
    function: 'INTERNAL_AUDIT',
    holderKind: 'INDIVIDUAL',
    holderName: 'Ruairí Coughlan',
    organisation: 'Fastnet Risk Partners',
    relationship: 'INDEPENDENT_PROVIDER',
    isOutsourced: true,
    outsourcingArrangementId: auditArrangement.id,
    professionalQualification: 'Chartered internal auditor',
    proposedOn: addDays(today, -20),
  })
  await runAs(broker, assessHolder, {
    id: auditHolder,
    outcome: 'CONDITIONAL',
    assessedOn: addDays(today, -12),
  })
}

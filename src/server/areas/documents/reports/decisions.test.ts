import { expect, test } from 'vitest'
import { listDecisions } from './decisions.ts'
import type { SchemeFile } from './scheme-file.ts'

const buildFile = (fields: object): SchemeFile =>
  ({
    standing: { decisions: [] },
    holders: [],
    assessments: [],
    policies: [],
    policyMatrix: null,
    breaches: [],
    complianceStatements: [],
    meetings: [],
    riskItems: [],
    grid: { overdueCents: 0, rows: [] },
    ...fields,
  }) as unknown as SchemeFile
const decisionsOf = (fields: object): string[] =>
  listDecisions(buildFile(fields)).map(({ decision }) => decision)

test('without open records the trustees have no decisions to take', () => expect(decisionsOf({})).toEqual([]))

test('each record that waits for the trustees is a decision to take', () => {
  expect(
    decisionsOf({
      holders: [
        { status: 'NOTIFIED', holderName: 'Fastnet', function: 'RISK_MANAGEMENT', undecidedReports: 0 },
        { status: 'APPOINTED', holderName: 'Muir', function: 'INTERNAL_AUDIT', undecidedReports: 2 },
      ],
      assessments: [{ id: 'a', status: 'TRUSTEE_REVIEW', cycleNumber: 2, sentToTrusteesOn: '2026-11-01' }],
      policies: [
        {
          kind: 'RISK_MANAGEMENT',
          title: 'Risk',
          openVersion: 2,
          openVersionStatus: 'IN_REVIEW',
          inForceVersion: 1,
        },
      ],
      breaches: [
        { status: 'OPEN', title: 'Late report', detectedOn: '2026-10-02', reportByAt: null },
        { status: 'CLOSED', title: 'Old', detectedOn: '2025-10-02', reportByAt: null },
      ],
      complianceStatements: [{ status: 'DRAFT', openAnswers: 0, acsYear: 2025 }],
      meetings: [{ status: 'HELD', title: 'Third quarter', heldOn: '2026-10-07', minutesApprovedOn: null }],
      riskItems: [
        { assessmentId: 'a', appetite: 'OUTSIDE', action: null, description: 'Fraud', residualScore: 16 },
        { assessmentId: 'a', appetite: 'OUTSIDE', action: 'Insure', description: 'Fire', residualScore: 15 },
      ],
      grid: { overdueCents: 100_00, rows: [{ cells: [{ state: 'OVERDUE', dueOn: '2026-11-21' }] }] },
    }),
  ).toEqual([
    'Appoint Fastnet: risk management',
    'Approve own-risk assessment 2, or return it',
    'Approve version 2 of the policy “Risk”, or return it',
    'Decide on 2 reports: internal audit',
    'Assess the breach “Late report” and decide whether it is reported',
    'Sign the annual compliance statement for 2025',
    'Approve the minutes of the meeting “Third quarter”',
    'Decide how to collect €100.00 of overdue contributions',
    'Decide on an action for the risk “Fraud”',
  ])
})

test('a required policy without a version has to be commissioned, one with an open version does not', () => {
  const policyMatrix = {
    cells: [
      { kind: 'RISK_MANAGEMENT', required: true, reason: 'Required', inForceVersion: null },
      { kind: 'INTERNAL_AUDIT', required: true, reason: 'Required', inForceVersion: null },
    ],
  }
  const policies = [
    { kind: 'INTERNAL_AUDIT', openVersion: 1, openVersionStatus: 'DRAFT', inForceVersion: null },
  ]
  expect(decisionsOf({ policyMatrix, policies })).toEqual([
    expect.stringMatching(/^Commission the missing policy: Risk management/),
  ])
})

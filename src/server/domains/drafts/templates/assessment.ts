/** The report of an own-risk assessment: one section for each entry of the checklist, under the same keys. */
import { passage, section, type Template } from '../template.ts'
import { PROPORTION } from './scope-and-review.ts'

export const ownRiskAssessmentReport: Template = {
  kind: 'OWN_RISK_ASSESSMENT_REPORT',
  version: 1,
  form: 'DOCUMENT',
  sections: [
    section('summary', {
      heading: 'Summary',
      citations: ['DIR 28', 'PA 64AL', 'CODE 3'],
      text: `This is the own-risk assessment of {{schemeName}} as at {{assessmentDate}}. It is carried out and documented at
        least every three years, and without delay after a significant change in the risk profile. The main risks after controls
        are: {{keyRisks}}. {{openBreachCount}} entries of the breach register are open.

        The trustees answer for it; they question it before they approve it, and the resolution, with its day, stands in the
        minutes. The next assessment is due by
        {{reviewDate}}, or earlier after a significant change. What chapter 3 of the code expects beyond the law is to be
        checked there (not verified).`,
      passages: PROPORTION,
      question: 'When is an own-risk assessment carried out and who approves it?',
    }),
    section('a', {
      heading: 'Part in management and decisions',
      citations: ['DIR 28(2)', 'PA 64AL'],
      text: `The own-risk assessment is integrated into the management process and the decision-making processes of the scheme in
        this way: it is planned by the trustees, rests on the risk register, is on the agenda of the meeting before decisions on
        investment, funding, providers or benefits, and its actions are followed up in the list of actions. Meetings that dealt with it: {{toWrite}}.`,
      prompt: 'Describe how an own-risk assessment is integrated into management and decision-making.',
      question: 'How is the own-risk assessment integrated into management and decision-making?',
    }),
    section('b', {
      heading: 'Effectiveness of the risk management system',
      citations: ['DIR 28(2)', 'DIR 25', 'PA 64AL'],
      text: `The trustees look at whether risks are identified, measured, monitored, managed and reported in time, also at
        providers. They use the reports of risk management ({{riskHolderName}}) and internal audit ({{auditHolderName}}), the
        breach register, incidents, and overdue actions. What was tested, what was found, what is being changed, and the opinion of the holder of the risk management function: {{toWrite}}.`,
      prompt: 'Describe how the effectiveness of a risk management system is assessed.',
      question: 'How is the effectiveness of the risk management system assessed?',
    }),
    section('c', {
      heading: 'Conflicts of interest with the employer',
      citations: ['DIR 28(2)', 'DIR 24(3)', 'PA 64AH'],
      text: `This section describes how the scheme prevents conflicts of interest with the sponsoring employer
        ({{employerName}}) where key functions go to it.`,
      passages: [
        passage(
          'SHARED_KEY_FUNCTION',
          `A key function is carried out by somebody who does the same for the employer. The written protocol says how conflicts
          are prevented or managed: what it provides, whether it was kept, and which cases arose: {{toWrite}}. This section cannot be
          left out.`,
          'DIR 24(3)',
        ),
        passage(
          'NO_SHARED_KEY_FUNCTION',
          `Not applicable: no key function is recorded as carried out by somebody who does the same for the employer. If that has
          changed, this section is written.`,
          'DIR 28(2)',
        ),
      ],
      prompt: 'Describe how conflicts of interest with the employer are prevented.',
      question: 'How are conflicts of interest with the sponsoring employer prevented?',
    }),
    section('d', {
      heading: 'Funding needs',
      citations: ['DIR 28(2)', 'PA 64AL'],
      text: `This section assesses the overall funding needs, and describes the recovery plan where there is one.`,
      passages: [
        passage(
          'PROMISES_BENEFITS',
          `The position is: {{fundingPosition}}. It is linked to the actuarial funding certificate, the funding standard reserve
          certificate, and the funding proposal where one is in place: whether the proposal is on track, and what would put it at risk: {{toWrite}}. For a defined benefit scheme this section cannot be left out.`,
          'PA 42',
          'PA 49',
          'DIR 28(2)',
        ),
        passage(
          'OWN_FUNDS',
          `The scheme is recorded as a regulatory own funds scheme: the technical provisions and the own funds are assessed as
          well.`,
          'PA 53H',
          'DIR 15',
        ),
        passage(
          'MEMBERS_BEAR_RISK',
          `Where the benefits of a member are what the contributions paid for that member are worth, there is usually no funding gap. What remains is that
          contributions are paid in full and in time, and that costs of the scheme are covered. What else applies, or the reason why nothing does: {{toWrite}}.`,
          'DIR 28(2)',
        ),
        passage(
          'DEATH_BENEFITS_ONLY',
          `The scheme pays on death alone. What is needed is that the benefits are insured or otherwise covered, and that premiums are paid in full and in time. How that stands: {{toWrite}}.`,
          'DIR 28(2)',
        ),
      ],
      prompt: 'Describe how funding needs are assessed for a scheme of this type.',
      question: 'How are overall funding needs and the recovery plan assessed?',
    }),
    section('e', {
      heading: "Risks to members' benefits",
      citations: ['DIR 28(2)', 'PA 64AL'],
      text: `This section assesses the risks to members and beneficiaries in the payment of their retirement benefits, and how
        effective remedial action is.`,
      passages: [
        passage(
          'PROMISES_BENEFITS',
          `It takes account of mechanisms of indexation and of mechanisms that reduce benefits: how far accrued benefits can be
          reduced, under which conditions and by whom. With the provisions of the deed and rules: {{toWrite}}.`,
          'DIR 28(2)',
          'PA 56A',
        ),
        passage(
          'MEMBERS_BEAR_RISK',
          `It is seen from the side of the members who bear the risk: poor returns, costs, inflation, unsuitable choices, late
          contributions, and the price of an income at retirement. What the assessment found: {{toWrite}}.`,
          'DIR 25(2)',
          'DIR 28(2)',
        ),
        passage(
          'DEATH_BENEFITS_ONLY',
          `There are no retirement benefits. The risk to members and to those who depend on them is that a death is not covered: a member who was never notified to the insurer, a premium that was not paid, a limit or an exclusion of the policy. What the assessment found: {{toWrite}}.`,
          'DIR 28(2)',
        ),
        passage(
          'ONE_MEMBER',
          `There is one member, so that each of these risks is borne by that person alone.`,
          'PA 2 OMA',
        ),
      ],
      prompt: 'Describe risks to the benefits of members for a scheme of this type.',
      question: "How are risks to members' benefits, indexation and benefit reduction assessed?",
    }),
    section('f', {
      heading: 'Protection of the benefits',
      citations: ['DIR 28(2)', 'PA 64AL'],
      text: `In words, this section assesses what protects the benefits: guarantees, covenants or other financial support of the
        employer ({{employerName}}), insurance or reinsurance, or a pension protection scheme, as far as there is any. What each is worth, on what it depends, and what would happen if it failed, or that there is none: {{toWrite}}.`,
      prompt: 'Describe mechanisms that protect retirement benefits for a scheme of this type.',
      question: 'Which mechanisms protect retirement benefits and how are they assessed?',
    }),
    section('g', {
      heading: 'Operational risks',
      citations: ['DIR 28(2)', 'DIR 31(2)', 'PA 64AL'],
      text: `In words, this section assesses operational risks: administration ({{administratorName}}), data, contributions,
        {{arrangementCount}} outsourcing arrangements, key people, fraud, and information technology. Late contributions, errors and incidents since the last assessment, with what was done about them: {{toWrite}}.`,
      passages: [
        passage(
          'IN_DORA',
          `The last review of the framework for ICT risk is used here; it does not take the place of this section.`,
          'DORA 2(1)(p)',
        ),
      ],
      prompt: 'Describe operational risks of a scheme whose work is mostly done by providers.',
      question: 'How are operational risks assessed in the own-risk assessment?',
    }),
    section('h', {
      heading: 'Environmental, social and governance risks',
      citations: ['DIR 28(2)(h)', 'PA 64AL'],
      text: `Where environmental, social and governance factors are considered in investment decisions, new or emerging risks are
        assessed: climate change, use of resources and the environment, social risks, and assets that lose value because
        regulation changes.`,
      passages: [
        passage(
          'CONSIDERS_ESG',
          `Such factors are considered here, so that this section cannot be left out. What was found: {{toWrite}}. It is kept consistent with the statement of
          investment policy principles.`,
          'DIR 28(2)(h)',
          'DIR 30',
        ),
        passage(
          'CONSIDERS_NO_ESG',
          `Not applicable: no consideration of such factors in investment decisions is recorded. The reason, which agrees with the statement of investment policy principles: {{toWrite}}.`,
          'DIR 28(2)(h)',
          'DIR 30',
        ),
      ],
      prompt: 'Describe new and emerging environmental, social and governance risks for a pension scheme.',
      question: 'Which environmental, social and governance risks are assessed?',
    }),
    section('m', {
      heading: 'Methods',
      citations: ['DIR 28(3)', 'PA 64AL', 'HOUSE'],
      text: `Risks of the short and of the long term that may affect the ability to meet obligations are identified from the risk
        register, interviews with providers, reports of key functions, and a look at what changes outside the scheme. Each has a
        likelihood and an impact from 1 to 5, before and after controls; the product is low up to 5, medium from 6 to 12, and
        high from 15. This scale is a house scale. The methods are proportionate to the size, nature, scale and complexity of
        the risks. Others that were used, such as projections or stress tests: {{toWrite}}.`,
      prompt:
        'Describe proportionate methods to identify and assess risks of a scheme in the short and the long term.',
      question: 'Which methods must an own-risk assessment describe?',
    }),
    section('s', {
      heading: 'Use in strategic decisions',
      citations: ['DIR 28(4)', 'PA 64AL'],
      text: `The own-risk assessment is taken into account in the strategic decisions of the scheme. Decisions since the last assessment, and where that can be seen, and what this assessment means for those that are coming: {{toWrite}}.`,
      prompt: 'Describe strategic decisions of a scheme in which an own-risk assessment is used.',
      question: 'How is the own-risk assessment taken into account in strategic decisions?',
    }),
  ],
}

/** How the money of a scheme is invested, in public words. */
import { passage, section, type Template } from '../template.ts'
import { HOUSE_REVIEW, PROPORTION } from './scope-and-review.ts'

export const statementOfInvestmentPolicy: Template = {
  kind: 'STATEMENT_OF_INVESTMENT_POLICY',
  version: 1,
  form: 'DOCUMENT',
  sections: [
    section('introduction', {
      heading: 'Introduction',
      citations: ['DIR 30', 'DIR 19', 'PA 59(1B)'],
      text: `This is the written statement of investment policy principles of {{schemeName}}. The assets are invested under the
        prudent person rule: in the best long-term interests of members and beneficiaries as a whole, so as to ensure the
        security, quality, liquidity and profitability of the portfolio as a whole, and properly diversified.`,
      passages: [
        ...PROPORTION,
        passage(
          'FEWER_THAN_100',
          `Whether the exemption of schemes with fewer than 100 members that the Act once had still stands is to be confirmed.
          The statement is prepared in any case.`,
          'PA 59(1B)',
          'DIR 30',
        ),
      ],
      prompt:
        'Explain what a statement of investment policy principles is and what the prudent person rule asks.',
      question:
        'What is a statement of investment policy principles and what does the prudent person rule require?',
    }),
    section('objective', {
      heading: 'Objective',
      citations: ['DIR 19', 'DIR 30'],
      text: `{{investmentObjective}}`,
      passages: [
        passage(
          'MEMBERS_BEAR_RISK',
          `Members bear the investment risk. The objective is therefore seen from their side: what they need at retirement, how
          long they have until then, and what they pay.`,
          'DIR 25(2)',
        ),
        passage(
          'PROMISES_BENEFITS',
          `Benefits are promised. The objective is therefore that assets suffice for the benefits as they fall due, at a risk
          that the funding of the scheme and the support of the employer can bear.`,
          'DIR 30',
        ),
      ],
      question: 'In whose interest must the assets of a pension scheme be invested?',
    }),
    section('measurement', {
      heading: 'Methods of measuring investment risk',
      citations: ['DIR 30'],
      text: `The trustees look at the risk that returns stay below what is needed, at volatility and loss, at concentration,
        liquidity, currency, inflation, counterparties and costs, and at environmental, social and governance risks. For each
        they name a measure, such as the range of outcomes, the share of the largest holdings, or the days that a sale takes,
        and the value at which they act. The measures that are used: {{toWrite}}.`,
      prompt: 'Describe methods of measuring investment risk for a scheme of this type.',
      question: 'Which investment risk measurement methods does the statement describe?',
    }),
    section('management', {
      heading: 'Processes of managing risk',
      citations: ['DIR 30', 'DIR 25', 'DIR 19(1)(g)', 'DIR 19(3)', 'PA 61B'],
      text: `- The trustees decide on the strategy with advice, and look at results and risks at each meeting.
        - Assets are predominantly invested on regulated markets; what is not traded there is kept to prudent levels.
        - Derivatives are used only as far as they contribute to a reduction of risks or facilitate efficient management.
        - Investment in the employer is no more than 5 % of the portfolio as a whole, and in the undertakings of its group no
        more than 10 % of it.
        - There is no borrowing and no guarantee for others, unless the law allows borrowing for liquidity and for a time.
        - Managers report against this statement, and a departure from it is reported at once.`,
      prompt: 'Describe the risk management processes for the investments of a scheme of this type.',
      question: 'Which risk management processes and limits apply to the investments of a scheme?',
    }),
    section('allocation', {
      heading: 'Strategic asset allocation',
      citations: ['DIR 30'],
      text: `The strategic allocation with respect to the nature and duration of the pension liabilities is: {{assetAllocation}}.`,
      passages: [
        passage(
          'PROMISES_BENEFITS',
          `The liabilities of the promised benefits are described with their nature, such as fixed or rising pensions, and their
          duration, as taken from the last valuation: {{fundingPosition}}.`,
          'DIR 30',
        ),
        passage(
          'MEMBERS_BEAR_RISK',
          `For money that members hold, the time until retirement takes the place of the duration of liabilities, and the
          allocation follows it.`,
          'DIR 30',
        ),
      ],
      prompt:
        'Explain how the strategic asset allocation follows the nature and duration of pension liabilities for a scheme of this type.',
      question: 'How does the strategic asset allocation follow the nature and duration of liabilities?',
    }),
    section('default', {
      heading: 'Default strategy and choice',
      when: 'MEMBERS_BEAR_RISK',
      citations: ['PA 59', 'DIR 37(1)', 'HOUSE'],
      text: `Money is invested as follows if a member gives no direction: {{defaultStrategy}}. Where the rules let members direct
        how their money is invested, the trustees determine the kinds of investment that can be chosen, and give members what
        they need for an informed decision. The description of the default strategy in this statement is a house suggestion.`,
      prompt: 'Explain default strategy and choice of investments by members.',
      question: 'What must trustees do where members choose investments or give no direction?',
    }),
    section('esg', {
      heading: 'Environmental, social and governance factors',
      citations: ['DIR 30', 'DIR 21', 'DIR 19'],
      text: `This statement says how the investment policy takes environmental, social and governance factors into account. "Not
        considered" is an answer, but it is given.`,
      passages: [
        passage(
          'CONSIDERS_ESG',
          `The trustees consider such factors in investment decisions. They ask managers how they do it, look at the answers, and
          assess new and emerging risks in the own-risk assessment.`,
          'DIR 28(2)(h)',
        ),
        passage(
          'CONSIDERS_NO_ESG',
          `It is recorded that the trustees do not consider such factors in investment decisions at present. The reason, which they look at again at each review: {{toWrite}}.`,
          'DIR 30',
        ),
      ],
      prompt:
        'Explain how an investment policy can take environmental, social and governance factors into account.',
      question: 'How does the statement cover environmental, social and governance factors?',
    }),
    section('publication', {
      heading: 'Approval, review and publication',
      citations: ['DIR 30', 'HOUSE'],
      text: `The trustees approve this statement; the resolution, with its day, stands in the minutes. It is reviewed at least every three years, by
        {{reviewDate}} at the latest, and revised without delay after any significant change in the investment policy, which the
        house reads as 30 days. It is publicly available at {{publicationAddress}}.`,
      question: 'When is the statement of investment policy principles reviewed, revised and published?',
    }),
  ],
}

export const sustainabilityPolicy: Template = {
  kind: 'SUSTAINABILITY_POLICY',
  version: 1,
  form: 'DOCUMENT',
  sections: [
    section('purpose', {
      heading: 'Purpose',
      citations: ['DIR 21', 'DIR 19', 'DIR 30'],
      text: `The system of governance of {{schemeName}} includes consideration of environmental, social and governance factors
        related to investment assets in investment decisions. This policy says how. Within the prudent person rule the trustees
        may take the potential long-term impact of investment decisions on such factors into account.`,
      passages: PROPORTION,
      prompt: 'Explain why a pension scheme considers environmental, social and governance factors.',
      question: 'Must a pension scheme consider environmental, social and governance factors?',
    }),
    section('risks', {
      heading: 'Risks that are considered',
      citations: ['DIR 25(2)', 'DIR 28(2)(h)'],
      text: `New and emerging risks are looked at, among them climate change, the use of resources and the environment, social
        risks, and assets that lose value because regulation changes. They stand in the risk register, and the own-risk
        assessment assesses them.`,
      prompt: 'Describe environmental, social and governance risks of the investments of a scheme.',
      question: 'Which environmental, social and governance risks does the own-risk assessment cover?',
    }),
    section('integration', {
      heading: 'Part in investment decisions',
      citations: ['DIR 30', 'DIR 31(3)', 'DIR 19'],
      text: `Before a fund or a manager is chosen, the trustees ask how these factors are weighed, look at the answer, and record
        what it meant for the choice. Managers are asked again each year, which is a suggestion. Returns and risks for members
        come first.`,
      prompt: 'Describe how such factors become part of investment decisions.',
      question: 'How are sustainability factors integrated in investment decisions?',
    }),
    section('disclosure', {
      heading: 'Disclosure',
      citations: ['SFDR 2(7)', 'SFDR 3', 'SFDR 6', 'SFDR 10', 'DIR 41'],
      text: `What the regulation on sustainability disclosures asks of the scheme, on a website, before joining and in periodic
        reports, is kept consistent with this policy. How far it reaches this scheme is to be confirmed. Prospective members
        learn whether and how such factors are considered. Published at {{publicationAddress}}.`,
      prompt: 'Explain which sustainability disclosures a pension scheme makes.',
      question: 'Which sustainability disclosures does a pension scheme make?',
    }),
    HOUSE_REVIEW,
  ],
}

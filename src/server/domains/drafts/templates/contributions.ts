/** What is written to an employer. None of it names a member; the e-mail holds no amount either. */
import { passage, section, type Template } from '../template.ts'

const ALL_DUE = 'They were due on {{contributionDue}} and are {{daysLate}} late.'
const DEDUCTIONS_DUE = `What was deducted from pay was due on {{contributionDue}} and {{deductionsStanding}}. When the employer's own
  contributions are due is told below.`

export const lateContributionLetter: Template = {
  kind: 'LATE_CONTRIBUTION_LETTER',
  version: 1,
  form: 'LETTER',
  sections: [
    section('address', {
      heading: 'Address',
      citations: [],
      text: `{{today}}

        {{payingEmployer}}, for the attention of {{payrollContact}}

        **{{schemeName}}: contributions for {{payrollMonth}}**

        Dear {{payrollContact}},`,
      question: 'Who pays contributions to a pension scheme?',
    }),
    section('limb', {
      heading: 'What is late',
      citations: [],
      text: `According to our records the contributions for {{payrollMonth}} have not been received in full. Expected:
        {{expectedAmount}}, of which {{deductedAmount}} was deducted from pay. Received: {{receivedAmount}}. Missing:
        {{missingAmount}}.`,
      passages: [
        passage('EMPLOYER_MONEY_DATED', ALL_DUE),
        passage('PRSA', ALL_DUE),
        passage('EMPLOYER_MONEY_BY_DEED', DEDUCTIONS_DUE),
        passage('HYBRID', DEDUCTIONS_DUE),
        passage('CONTRACT_RAC', `We had expected them by {{contributionDue}}.`),
      ],
      question: 'When are contributions due?',
    }),
    section('law', {
      heading: 'The rule',
      citations: [],
      text: `The dates follow from these rules.`,
      passages: [
        passage(
          'UNDER_TRUST',
          `- **Money deducted from pay**, with additional voluntary contributions: an employer remits every sum to the trustees
          within 21 days following the end of the month in which it was deducted, and may not make any deduction from it.`,
          'PA 58A(1)',
        ),
        passage(
          'EMPLOYER_MONEY_DATED',
          `- **The employer's own contributions:** they are paid within 21 days following the end of every month as well.`,
          'PA 58A(2)',
        ),
        passage(
          'EMPLOYER_MONEY_BY_DEED',
          `- **The employer's own contributions** to a defined benefit scheme: when they are due follows from the deed and rules,
          the schedule of contributions or the funding proposal, and not from the 21 days.`,
          'PA 58A(2)',
        ),
        passage(
          'HYBRID',
          `- **The employer's own contributions:** for the defined contribution section they are paid within 21 days following the
          end of every month. For the defined benefit section the deed and rules or the funding proposal decide. Our records do
          not split the sum between the two sections; please tell us the split.`,
          'PA 58A(2)',
        ),
        passage('TRUST_RAC', `- These rules apply to trust RACs as well.`, 'PA 58A RAC'),
        passage(
          'PRSA',
          `- **Money deducted from pay** for a PRSA, and contributions that the employer makes: they are remitted within 21 days
          following the end of the month.`,
          'PA 121(3)',
          'PA 121(4)',
        ),
        passage(
          'CONTRACT_RAC',
          `- For a retirement annuity contract outside a trust no statutory date was found; the terms of the contract decide.
          Please check whether this letter is the right one.`,
          'TCA 784',
        ),
      ],
      question: 'Within how many days must an employer remit pension contributions?',
    }),
    section('consequence', {
      heading: 'Why it matters',
      when: 'UNDER_TRUST',
      citations: ['PA 3'],
      text: `Members are out of the market until the money is invested. Not remitting what the Act asks for can be an offence.`,
      passages: [
        passage(
          'SCHEME_UNDER_TRUST',
          `The trustees invest within 10 days of the latest date on which the money should have been paid.`,
          'PA 59(1)(a)',
        ),
        passage(
          'TRUST_RAC',
          `The trustees invest within 10 days of the end of the month in which they receive the money.`,
          'PA 59(1)(aa)',
        ),
      ],
      question: 'What are the consequences of late contributions?',
    }),
    section('remedy', {
      heading: 'What we ask',
      citations: [],
      text: `Please pay the missing sum, tell us the reason, and say what will keep it from happening again, by {{remedyDate}}. If
        the money has already left you, please send us the day and the reference of the payment. If you think that our records
        are wrong, please call: {{contactDetails}}.`,
      question: 'What can trustees do about late contributions?',
    }),
    section('close', {
      heading: 'Close',
      citations: [],
      text: `Yours sincerely,

        {{firmName}}, for {{schemeName}}`,
      question: 'Who writes to the employer about late contributions?',
    }),
  ],
}

export const chaseEmail: Template = {
  kind: 'CHASE_EMAIL',
  version: 1,
  form: 'LETTER',
  sections: [
    section('subject', {
      heading: 'Subject',
      citations: [],
      text: `Subject: {{schemeName}}: contributions for {{payrollMonth}}`,
      question: 'How are employers reminded of contributions?',
    }),
    section('body', {
      heading: 'Text',
      citations: [],
      text: `Dear {{payrollContact}},

        this is about the contributions of {{payingEmployer}} for {{payrollMonth}}.`,
      passages: [
        passage(
          'NOT_PAST_DUE',
          `Please make sure that the money has arrived by {{contributionDue}}. Where that day is a weekend or a holiday, please
          pay on the working day before.`,
        ),
        passage(
          'PAST_DUE',
          `According to our records they have not been received in full, and {{contributionDue}} has passed. Please pay what is
          missing, or tell us when and how it was paid.`,
        ),
        passage(
          'UNDER_TRUST',
          `Sums that were deducted from pay are remitted within 21 days following the end of the month of the deduction.`,
          'PA 58A(1)',
        ),
        passage(
          'EMPLOYER_MONEY_DATED',
          `The employer's own contributions are paid within 21 days following the end of the month as well.`,
          'PA 58A(2)',
        ),
        passage(
          'EMPLOYER_MONEY_BY_DEED',
          `When the employer's own contributions to a defined benefit scheme are due follows from the deed and rules, the schedule
          of contributions or the funding proposal.`,
          'PA 58A(2)',
        ),
        passage(
          'PRSA',
          `Sums that were deducted from pay for a PRSA are remitted within 21 days following the end of the month of the
          deduction.`,
          'PA 121(3)',
        ),
        passage(
          'ALWAYS',
          `You find what we expect in the service after signing in; for reasons of data protection this e-mail holds no amounts
          and no names of members. If you have paid in the meantime, thank you.`,
        ),
      ],
      question: 'When are pension contributions due from an employer?',
    }),
    section('close', {
      heading: 'Close',
      citations: [],
      text: `Kind regards,

        {{firmName}}, {{contactDetails}}`,
      question: 'Who reminds the employer?',
    }),
  ],
}

export const autoEnrolmentNote: Template = {
  kind: 'AUTO_ENROLMENT_NOTE',
  version: 1,
  form: 'DOCUMENT',
  sections: [
    section('question', {
      heading: 'The question',
      citations: ['AE 50'],
      text: `For {{payingEmployer}}: are its employees who are in {{schemeName}} outside automatic enrolment (My Future Fund)?

        An employee is enrolled who is at least 23 and under 60 years old, is in employment that is not exempt, and has gross pay
        of at least EUR 20,000 a year, or the part of it for a shorter time; pay from all employments counts.`,
      prompt: 'Explain who is enrolled automatically in Ireland.',
      question: 'Which employees are enrolled automatically?',
    }),
    section('exempt', {
      heading: 'When an employment is exempt',
      citations: ['AE 51', 'AE 52'],
      text: `An employment is exempt at any time at which one of two tests is met for the employee:

        - contributions of the employee to an occupational pension scheme, a PRSA, a trust RAC or a PEPP are deducted from pay,
        and payroll has to notify the deduction to Revenue on or before the payment of wages
        - the employer makes contributions to one of these for the employee, and payroll has to notify them in the same way

        One is enough. Until standards are made any occupational pension scheme qualifies, whatever the level of contributions.`,
      passages: [
        passage(
          'CONTRACT_RAC',
          `A retirement annuity contract outside a trust is not among these; please check the position of these employees at
          once.`,
          'AE 51',
        ),
      ],
      prompt: 'Explain the two tests of exempt employment.',
      question: 'When is an employment exempt from automatic enrolment?',
    }),
    section('risks', {
      heading: 'Where an exemption can be lost',
      citations: ['AE 51', 'AE 52', 'HOUSE'],
      text: `- a month in which payroll reports neither a contribution of the employee nor one of the employer
        - waiting periods, and employees who were left out of the scheme
        - being a member without any contribution
        - a scheme for death benefits only, which should be looked at with care
        - standards, once they are made and apply

        The service warns of a payroll row with no contribution at all; that is a house rule.`,
      prompt: 'Describe situations in which an exemption from automatic enrolment can be lost.',
      question: 'How can the exemption from automatic enrolment be lost?',
    }),
    section('do', {
      heading: 'What the employer does',
      citations: ['AE 50', 'HOUSE'],
      text: `1. Go through the list of employees each month: who is not in a scheme, or had no contribution?
        2. Check that payroll reports contributions to Revenue with each payment.
        3. If a notice of enrolment arrives, tell the employee as soon as may be and not later than 14 days after receiving it.
        4. Keep both flows of money apart: contributions to My Future Fund have dates of their own.

        This note is for {{payrollContact}}. It is no legal advice; questions go to {{contactDetails}}.`,
      question: 'What must an employer do after a notice of enrolment?',
    }),
  ],
}

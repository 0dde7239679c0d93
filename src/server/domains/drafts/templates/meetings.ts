/** What the trustees write down of their own work: minutes, and the answers of the annual compliance statement. */
import { passage, section, type Template } from '../template.ts'

export const trusteeMinutes: Template = {
  kind: 'TRUSTEE_MINUTES',
  version: 1,
  form: 'DOCUMENT',
  sections: [
    section('attendance', {
      heading: 'Attendance and quorum',
      citations: ['PA 64AC', 'CODE', 'HOUSE'],
      text: `Minutes of the meeting "{{meetingTitle}}" of the trustees of {{schemeName}}, held on {{meetingDate}} at
        {{meetingPlace}}.

        Present: {{attendees}}. Apologies: {{apologies}}. Chair: {{chairName}}.

        Quorum: {{quorum}}.`,
      question: 'What do minutes of a meeting of trustees record?',
    }),
    section('conflicts', {
      heading: 'Conflicts of interest',
      citations: ['CODE', 'DIR 24(3)'],
      text: `Interests in the matters of the agenda that were declared: {{toWrite}}. How each was managed:
        {{toWrite}}. `,
      question: 'How are conflicts of interest recorded at a meeting?',
    }),
    section('previous', {
      heading: 'Previous minutes and actions',
      citations: ['PA 59', 'HOUSE'],
      text: `The minutes of the previous meeting were approved / approved with these changes: {{toWrite}}. Actions that are overdue, with the reason: {{toWrite}}.`,
      question: 'How are previous minutes and actions dealt with?',
    }),
    section('key-functions', {
      heading: 'Reports of the holders of key functions',
      when: 'UNDER_TRUST',
      citations: ['DIR 24(4)', 'PA 64AH'],
      text: `Risk management ({{riskHolderName}}): {{toWrite}}. Internal audit ({{auditHolderName}}): {{toWrite}}.

        For each material finding the trustees determined what is done, by whom and by when, also where nothing is to be done:
        {{toWrite}}.`,
      passages: [passage('OWN_FUNDS', `Actuarial ({{actuarialHolderName}}): {{toWrite}}.`, 'DIR 27')],
      question: 'What do trustees decide on findings of key function holders?',
    }),
    section('contributions', {
      heading: 'Contributions',
      citations: ['PA 58A', 'PA 59(1)(a)', 'PA 121'],
      text: `Payroll months that were received late or are missing, with the reason and what was done: {{toWrite}}. Money that
        was invested late: {{toWrite}}.`,
      question: 'What do trustees look at for the receipt and investment of contributions?',
    }),
    section('breaches', {
      heading: 'Breaches',
      citations: ['PA 83', 'PA 84', 'HOUSE'],
      text: `{{openBreachCount}} entries of the register are open. New since the last meeting, the decision on a report and its
        reason: {{toWrite}}. An entry that is restricted is not minuted here.`,
      question: 'How do trustees deal with breaches and reports?',
    }),
    section('resolutions', {
      heading: 'Policies and documents approved',
      citations: ['DIR 21(3)', 'DIR 28', 'DIR 30'],
      text: `Decisions as recorded: {{decisions}}

        Wording for a policy: "The trustees considered the draft of the {{toWrite}} policy, version {{toWrite}}, and **resolved** to
        approve it with effect from {{toWrite}}, which is not before today. It is reviewed by {{toWrite}}, within three
        years at the latest."

        Wording for the own-risk assessment: "The trustees considered and questioned the own-risk assessment as at
        {{toWrite}} and **resolved** to approve it. They took it into account in these decisions: {{toWrite}}."`,
      question: 'How do trustees resolve to approve a written policy?',
    }),
    section('actions', {
      heading: 'Actions',
      citations: ['HOUSE'],
      text: `1. What: {{toWrite}} Who: {{toWrite}} By: {{toWrite}}
        2. What: {{toWrite}} Who: {{toWrite}} By: {{toWrite}}
        3. What: {{toWrite}} Who: {{toWrite}} By: {{toWrite}}`,
      question: 'How are actions of a meeting recorded?',
    }),
    section('signature', {
      heading: 'Approval of these minutes',
      citations: [],
      text: `Signed by the chair as a true record: ______________________ Date: ______________`,
      question: 'Who signs the minutes of a meeting of trustees?',
    }),
  ],
}

export const complianceStatementChecklist: Template = {
  kind: 'COMPLIANCE_STATEMENT_CHECKLIST',
  version: 1,
  form: 'DOCUMENT',
  sections: [
    section('about', {
      heading: 'About this checklist',
      citations: ['CODE', 'HOUSE'],
      text: `For {{schemeName}}, calendar year {{complianceYear}}.

        The trustees make a yearly statement on how they kept to the code of practice. It is understood to be ready by 31 January
        for the calendar year before, with two trustees signing. The text of the code was not at hand: the date, the form, the
        two signatures, and whether the statement is filed or kept are to be confirmed (not verified). The headings below follow
        the subjects of the code as they are known; its chapters and numbers are taken from its text.`,
      passages: [
        passage(
          'ONE_MEMBER',
          `For one-member arrangements from before 22 April 2021 the statement falls under the derogation that is reported to have
          run until 21 April 2026 (not verified).`,
          'NOTICE OMA',
        ),
      ],
      question: 'What is the annual compliance statement and when is it due?',
    }),
    section('trustees', {
      heading: 'Trustees and governance',
      citations: ['CODE', 'PA 64AC', 'PA 59AA', 'DIR 21'],
      text: `1. Were at least two trustees, or two directors of a sole corporate trustee, in office all year?
        2. Was training arranged within six months of each appointment and every two years after that?
        3. Were meetings held and minuted, and was the system of governance reviewed?

        Answer: yes / no / not applicable. Explanation and evidence: {{toWrite}}`,
      question: 'Which governance duties do trustees have?',
    }),
    section('fit-and-proper', {
      heading: 'Fit and proper',
      citations: ['CODE', 'DIR 22', 'PA 59A'],
      text: `1. Was everybody assessed before the appointment, with evidence?
        2. Were changes reported, and assessments repeated as the policy says?

        Answer: yes / no / not applicable. Explanation and evidence: {{toWrite}}`,
      question: 'Who must be fit and proper?',
    }),
    section('risk', {
      heading: 'Risk management and own-risk assessment',
      citations: ['CODE', 'CODE 3', 'DIR 25', 'DIR 28', 'PA 64AL'],
      text: `1. Was a holder of the risk management function in office all year?
        2. Was the risk register kept, and were reports given to the trustees?
        3. Is an own-risk assessment in place that is less than three years old, and was one made after each significant change?

        Answer: yes / no / not applicable. Explanation and evidence: {{toWrite}}`,
      question: 'Which duties of risk management and own-risk assessment apply?',
    }),
    section('audit', {
      heading: 'Internal audit',
      citations: ['CODE', 'DIR 26', 'DIR 24(2)'],
      text: `1. Was a holder in office all year who holds no other key function of the scheme?
        2. Was the plan carried out, and were findings followed up?

        Answer: yes / no / not applicable. Explanation and evidence: {{toWrite}}`,
      question: 'Which duties of internal audit apply?',
    }),
    section('actuarial', {
      heading: 'Actuarial function',
      when: 'OWN_FUNDS',
      citations: ['CODE', 'DIR 27', 'PA 64AK'],
      text: `1. Was an independent holder in office all year, and was each task of the law carried out?

        Answer: yes / no / not applicable. Explanation and evidence: {{toWrite}}`,
      question: 'Which duties of the actuarial function apply?',
    }),
    section('outsourcing', {
      heading: 'Outsourcing',
      citations: ['CODE', 'DIR 31', 'DIR 31(6)', 'PA 64AM'],
      text: `{{arrangementCount}} arrangements are in the register.

        1. Does each have a written agreement?
        2. Was each key function notified before the agreement came into force, and other outsourcing in a timely manner?
        3. Was each provider monitored?

        Answer: yes / no / not applicable. Explanation and evidence: {{toWrite}}`,
      question: 'Which duties of outsourcing apply?',
    }),
    section('data', {
      heading: 'Records, data and communication',
      citations: ['CODE', 'PA 59', 'GDPR 5', 'DIR 36', 'DIR 38'],
      text: `1. Were records of members and money kept and checked?
        2. Did each member have a pension benefit statement within the year?
        3. Were requests, complaints and breaches of data dealt with in time?

        Answer: yes / no / not applicable. Explanation and evidence: {{toWrite}}`,
      question: 'Which duties of records and information apply?',
    }),
    section('investment', {
      heading: 'Investment and contributions',
      citations: ['CODE', 'DIR 19', 'DIR 30', 'PA 58A', 'PA 59(1)(a)'],
      text: `1. Is the statement of investment policy principles less than three years old, and is it public?
        2. Were contributions received and invested in time, and late months entered in the register?

        Answer: yes / no / not applicable. Explanation and evidence: {{toWrite}}`,
      question: 'Which duties of investment and contributions apply?',
    }),
    section('policies', {
      heading: 'Written policies and breaches',
      citations: ['CODE', 'DIR 21(3)', 'PA 83', 'PA 84'],
      text: `1. Was each written policy approved before it was applied and reviewed within three years?
        2. Are all breaches in the register, with a decision on a report? {{openBreachCount}} are open.

        Answer: yes / no / not applicable. Explanation and evidence: {{toWrite}}`,
      question: 'How often are written policies reviewed?',
    }),
    section('signatures', {
      heading: 'Statement and signatures',
      citations: ['CODE'],
      text: `On these answers the trustees make their statement for the year {{complianceYear}}. Where an answer is no, it says what
        is done and by when. No wording of the statement was at hand; it is taken from the code (not verified).

        Signed: ______________________ and ______________________ Date: ______________`,
      question: 'Who signs the annual compliance statement?',
    }),
  ],
}

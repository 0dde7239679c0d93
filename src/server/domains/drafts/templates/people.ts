/** Who runs the scheme and its key functions: what they are paid, whether they are fit and proper, and where their interests conflict. */
import { passage, section, type Template } from '../template.ts'
import { HOUSE_REVIEW, NAMED_REVIEW, PROPORTION } from './scope-and-review.ts'

export const remunerationPolicy: Template = {
  kind: 'REMUNERATION_POLICY',
  version: 1,
  form: 'DOCUMENT',
  sections: [
    section('purpose', {
      heading: 'Purpose',
      citations: ['DIR 23', 'PA 64AG'],
      text: `This policy sets out how people who run {{schemeName}}, hold its key functions or work for it with a material impact
        on its risk profile are paid, so that pay supports the sound, prudent and effective management of the scheme.

        It is proportionate to the size and internal organisation of the scheme and to the size, nature, scale and complexity of
        its activities. Where nobody is paid, the policy says so; the law makes no exception for that case.`,
      passages: PROPORTION,
      prompt: 'Explain the purpose of the remuneration policy of a pension scheme.',
      question: 'What is the remuneration policy of a pension scheme for?',
    }),
    section('covered', {
      heading: 'Who is covered',
      citations: ['DIR 23', 'PA 64AG'],
      text: `The policy covers

        - the trustees, or the directors of a corporate trustee, who effectively run the scheme: {{trusteeNames}}
        - the holders of key functions and those who carry them out
        - other categories of staff whose professional activities have a material impact on the risk profile of the scheme
        - service providers to whom activities are outsourced, unless they are covered by the directives on insurance, banking,
        investment and funds that the law names

        On the day of this draft {{arrangementCount}} outsourcing arrangements are in the register. For each of them the
        trustees record whether the provider is covered here or by a directive of its own.`,
      prompt: 'Explain who is covered by the remuneration policy of a pension scheme.',
      question: 'Who is covered by the remuneration policy, and are service providers?',
    }),
    section('principles', {
      heading: 'Principles',
      citations: ['DIR 23', 'PA 64AG'],
      text: `The policy follows these principles:

        - It is established, implemented and maintained in line with the activities, the risk profile, the objectives, and the
        long-term interest, financial stability and performance of the scheme as a whole, and supports its sound, prudent and
        effective management.
        - It is in line with the long-term interests of members and beneficiaries.
        - It includes measures aimed at avoiding conflicts of interest.
        - It is consistent with sound and effective risk management and does not encourage risks that do not fit the risk
        profile and the rules of the scheme.
        - It applies to the scheme and to service providers, unless the directives named by the law cover them.
        - The trustees establish its general principles, review and update it at least every three years, and are responsible
        for its implementation.
        - The governance of remuneration and its oversight are clear, transparent and effective.`,
      prompt: 'Explain in plain words each principle of remuneration that the law lists.',
      question: 'Which principles must a remuneration policy of a pension scheme follow?',
    }),
    section('terms', {
      heading: 'How pay is set',
      citations: ['DIR 23'],
      text: `What is paid, by whom, and how it was agreed: {{feeTerms}}.

        Pay of holders of key functions does not depend on the performance of what they control. Commission and other variable
        pay that could influence advice on the scheme is told to the trustees before it is agreed.`,
      question: 'How should remuneration be consistent with risk management?',
    }),
    section('conflicts', {
      heading: 'Conflicts of interest',
      citations: ['DIR 23', 'CODE'],
      text: `Nobody decides on their own pay. Who has an interest in a decision on remuneration declares it and leaves the
        decision to the others; the minutes record it. Gifts and benefits from providers are entered in the register of
        conflicts.`,
      prompt: 'Describe measures against conflicts of interest in decisions on pay.',
      question: 'Which measures against conflicts of interest belong to a remuneration policy?',
    }),
    section('disclosure', {
      heading: 'Public disclosure',
      citations: ['DIR 23', 'PA 64AG', 'HOUSE'],
      text: `Relevant information on this policy is regularly disclosed to the public, unless data protection law says otherwise.
        It is found at {{publicationAddress}}. Amounts that are personal data are not published.

        The law that could be read names neither a place nor an interval; as a house reading the information is checked every
        12 months.`,
      prompt: 'Explain what is disclosed to the public on remuneration.',
      question: 'What must be disclosed publicly on the remuneration policy?',
    }),
    NAMED_REVIEW,
  ],
}

export const conflictsPolicy: Template = {
  kind: 'CONFLICTS_POLICY',
  version: 1,
  form: 'DOCUMENT',
  sections: [
    section('purpose', {
      heading: 'Purpose',
      citations: ['CODE', 'DIR 24(3)', 'DIR 19'],
      text: `This policy says how those who act for {{schemeName}} recognise, declare and manage conflicts of interest, so that
        decisions serve members and beneficiaries. Where interests may conflict in an investment, it is made in the sole
        interest of members and beneficiaries.

        The code of practice is understood to expect such a policy; its text was not at hand, and somebody confirms it there
        (not verified).`,
      passages: PROPORTION,
      prompt: 'Explain what a conflicts of interest policy of a pension scheme is for.',
      question: 'Why does a pension scheme manage conflicts of interest?',
    }),
    section('kinds', {
      heading: 'What a conflict is',
      citations: ['DIR 24(3)', 'DIR 23', 'DIR 33'],
      text: `A conflict exists where somebody who acts for the scheme has another interest or duty that could influence what they
        do, or could seem to. Typical are

        - a trustee who is a director, shareholder or employee of the employer, or a member of the scheme
        - a holder of a key function who does similar work for the employer
        - an adviser, administrator or broker who is paid for a choice of the trustees
        - close family or business ties with a provider
        - a firm that holds several offices for the scheme`,
      prompt: 'Give typical conflicts of interest in a pension scheme.',
      question: 'Which conflicts of interest arise between a scheme and its employer?',
    }),
    section('declarations', {
      heading: 'Declarations',
      citations: ['CODE', 'HOUSE'],
      text: `Trustees ({{trusteeNames}}), holders of key functions and providers declare their interests on appointment, at the
        beginning of each meeting, and as soon as something changes. "Nothing to declare" is recorded as well.

        These intervals are a house reading, as no text at hand gives any.`,
      prompt: 'Describe how interests are declared.',
      question: 'How are conflicts of interest declared by trustees?',
    }),
    section('register', {
      heading: 'Register',
      citations: ['CODE', 'HOUSE'],
      text: `A register holds each interest with the person, the nature of the conflict, the day it was declared, how it is
        managed, and the day on which that was looked at last. As a house reading the trustees go through it every 12 months.`,
      prompt: 'Describe a register of conflicts of interest.',
      question: 'What does a register of conflicts of interest hold?',
    }),
    section('decision', {
      heading: 'Rule of decision',
      citations: ['DIR 24(3)', 'DIR 19', 'HOUSE'],
      text: `1. Whoever has a conflict says so before the matter is discussed.
        2. The others decide whether it can be managed: by information only, by leaving the room, by not voting, by independent
        advice, or by giving up one of the offices.
        3. Where too few are left to decide under the deed and rules, independent advice is taken, or somebody without the
        conflict is appointed for the matter.
        4. The minutes record the conflict, the decision and the reason.

        The order is a house suggestion; the deed and rules go before it.`,
      prompt: 'Describe a rule of decision for conflicts of interest.',
      question: 'How do trustees decide when one of them has a conflict of interest?',
    }),
    section('key-functions', {
      heading: 'Key functions and the employer',
      citations: ['DIR 24(3)', 'DIR 28(2)', 'PA 64AH'],
      text: `The person or unit that carries out a key function differs from the one that carries out a similar function at the
        employer. The trustees may allow the same one in view of the size, nature, scale and complexity of the scheme, but only
        if they explain in writing how conflicts with the employer are prevented or managed.`,
      passages: [
        passage(
          'SHARED_KEY_FUNCTION',
          `This is the case here. The protocol that the trustees approved is part of this policy, and the own-risk assessment
          describes how the conflicts are prevented.`,
          'DIR 28(2)',
        ),
        passage(
          'NO_SHARED_KEY_FUNCTION',
          `No such case is recorded on the day of this draft. Should it arise, the protocol is approved first.`,
        ),
      ],
      prompt: 'Explain the rule on key functions that are shared with the employer.',
      question: 'May the same person carry out a key function for the scheme and for the employer?',
    }),
    HOUSE_REVIEW,
  ],
}

export const fitAndProperPolicy: Template = {
  kind: 'FIT_AND_PROPER_POLICY',
  version: 1,
  form: 'DOCUMENT',
  sections: [
    section('purpose', {
      heading: 'Purpose',
      citations: ['DIR 22', 'PA 59A', 'CODE'],
      text: `Those who effectively run {{schemeName}} and those who carry out its key functions, also where a key function is
        outsourced, are fit and proper whenever they carry out their tasks. This policy says how that is assessed.

        That they must be so is law. That it is set down in a policy is understood to be an expectation of the code, whose text
        was not at hand (not verified).`,
      passages: PROPORTION,
      prompt: 'Explain the purpose of a fit and proper policy.',
      question: 'Who must be fit and proper in a pension scheme?',
    }),
    section('criteria', {
      heading: 'Criteria',
      citations: ['DIR 22(1)(a)', 'DIR 22(1)(a)(ii)', 'DIR 22(1)(b)', 'CODE'],
      text: `- **Trustees, fit:** qualifications, knowledge and experience are collectively adequate for sound and prudent
        management. Trustees may complete each other; the file shows what each brings.
        - **Internal audit and actuarial, fit:** adequate professional qualifications, knowledge and experience.
        - **Risk management, fit:** adequate qualifications, knowledge and experience.
        - **Everybody, proper:** good repute and integrity.

        The law that could be read names no diploma and no number of years. The code is understood to expect that at least one
        trustee has a relevant qualification and at least one has two years of experience; that is to be confirmed in its text
        (not verified).`,
      prompt: 'Explain the criteria of fitness and propriety for trustees and holders of key functions.',
      question: 'What does fit and proper mean for trustees and key function holders?',
    }),
    section('barred', {
      heading: 'Who may not act',
      citations: ['PA 59A'],
      text: `As the section was read when it was inserted in 2005, a person may not act as trustee who is an undischarged
        bankrupt, has an unfulfilled composition or arrangement with creditors, was convicted of an offence of fraud or
        dishonesty, or was declared restricted as a director by a court; nor may a company with a director who is barred. Later
        amendments were not checked.

        As a house reading the same questions are put to holders of key functions.`,
      prompt: 'Explain who may not act as trustee.',
      question: 'Who is disqualified from acting as a trustee of a pension scheme?',
    }),
    section('assessment', {
      heading: 'Assessment and evidence',
      citations: ['DIR 22', 'HOUSE'],
      text: `Each person fills in a questionnaire and signs a declaration before the appointment. Somebody else than the person
        concerned assesses it, with evidence: certificates, a record of training, references, and searches in public registers.
        The outcome is pass, conditional or fail, with the reasons. Nobody is appointed before the outcome is recorded.

        The Pensions Authority must be able to assess the same question; the file is kept for that.`,
      prompt: 'Describe how fitness and propriety are assessed and which evidence is kept.',
      question: 'How do trustees assess whether somebody is fit and proper?',
    }),
    section('repeat', {
      heading: 'Repetition and changes',
      citations: ['DIR 22', 'PA 59AA', 'HOUSE'],
      text: `Everybody reports at once what could change the assessment. The assessment is repeated when something is reported,
        and otherwise every 12 months, which is a house reading, because no interval was found in a text at hand.

        Trustees keep up their knowledge. The employer arranges training within six months of an appointment and every two years
        after that; this duty leaves out professional and pensioneer trustees, who see to their own.`,
      prompt: 'Describe how often fitness and propriety are assessed again and how trustees are trained.',
      question: 'When is training for trustees due and when is fitness reviewed?',
    }),
    section('failing', {
      heading: 'If somebody is not fit and proper any more',
      citations: ['DIR 22', 'PA 64AC', 'PA 64AH', 'HOUSE'],
      text: `The trustees decide without delay: conditions with a day, suspension, or the end of the office under the deed and
        rules. They look at once at whether at least two trustees, or two directors of a sole corporate trustee, and the holders
        of all key functions are left, fill what is vacant, and enter the matter in the breach register. No period of grace for
        a vacancy was found.`,
      question: 'What happens if a trustee or key function holder is no longer fit and proper?',
    }),
    HOUSE_REVIEW,
  ],
}

export const appointmentLetter: Template = {
  kind: 'KEY_FUNCTION_APPOINTMENT_LETTER',
  version: 1,
  form: 'DOCUMENT',
  sections: [
    section('role', {
      heading: 'Appointment and role',
      citations: ['DIR 24(1)', 'PA 64AH'],
      text: `To: {{holderAddressed}}

        The trustees of {{schemeName}} resolved on {{resolutionDate}} to appoint you as holder of this key function of the
        scheme: **{{keyFunction}}**. The appointment takes effect on {{appointedFrom}}.`,
      passages: [
        passage(
          'HELD_BY_FIRM',
          `The person responsible at your firm is {{responsiblePerson}}; another person needs the consent of the trustees
          beforehand.`,
        ),
      ],
      question: 'Which key functions does a pension scheme have?',
    }),
    section('duties', {
      heading: 'Duties',
      citations: ['DIR 24(1)'],
      text: `You carry out the tasks of {{keyFunction}} as the law and the written policy of the trustees describe them.`,
      passages: [
        passage(
          'HOLDS_RISK_MANAGEMENT',
          `You facilitate the working of the risk management system, with strategies, processes and reporting that identify,
          measure, monitor, manage and report the risks of the scheme.`,
          'DIR 25',
          'PA 64AI',
        ),
        passage(
          'HOLDS_INTERNAL_AUDIT',
          `You evaluate whether internal control and the other elements of the system of governance are adequate and effective,
          with outsourced activities where there are any. You hold no other key function of this scheme.`,
          'DIR 26',
          'DIR 24(1)',
          'PA 64AJ',
        ),
        passage(
          'HOLDS_ACTUARIAL',
          `You coordinate and oversee the calculation of technical provisions and do the other tasks that the law gives to the
          actuarial function.`,
          'DIR 27',
          'PA 64AK',
        ),
      ],
      prompt: 'Describe the tasks of each key function in two sentences.',
      question: 'What are the tasks of the key functions of a pension scheme?',
    }),
    section('independence', {
      heading: 'Independence',
      citations: ['DIR 24(1)', 'DIR 24(2)', 'DIR 24(3)'],
      text: `The trustees enable you to carry out your duties effectively in an objective, fair and independent manner. Nobody
        instructs you on your findings. You do not carry out a similar function for the employer, unless the trustees allowed it with a written protocol on conflicts.
        You declare conflicts of interest before you begin and when they arise.`,
      question: 'How independent is the holder of a key function?',
    }),
    section('access', {
      heading: 'Access to information',
      citations: ['DIR 24(1)', 'HOUSE'],
      text: `You have access to the records of the scheme, to the trustees, to those who work for it and to its providers, as far
        as the function needs it. Members' data are given only where the task needs them. If access is refused, you tell the
        chair of the trustees ({{chairName}}).`,
      question: 'Which access to information does a key function holder need?',
    }),
    section('reporting', {
      heading: 'Reporting',
      citations: ['DIR 24(4)', 'HOUSE'],
      text: `You report material findings and recommendations to the trustees, who determine what is done. Material findings are
        reported at once. A regular report is made every {{reportingInterval}}.`,
      question: 'How does a key function holder report to the trustees?',
    }),
    section('authority', {
      heading: 'Duty to inform the Pensions Authority',
      citations: ['DIR 24(4)', 'DIR 24(6)', 'PA 84'],
      text: `You inform the Pensions Authority if the trustees do not take appropriate and timely remedial action after you have
        reported to them a substantial risk that a materially significant statutory requirement will not be complied with, where
        this could have a significant impact on the interests of members and beneficiaries, or a significant material breach of
        the law that applies to the scheme and that you observed in the work of the function. The privilege against
        self-incrimination is kept. Who informs the Authority is protected by law. Nothing in this letter or in an agreement
        with you stands against that.`,
      question: 'When must a key function holder inform the competent authority?',
    }),
    section('fees', {
      heading: 'Fees',
      citations: ['DIR 23', 'PA 64AG'],
      text: `{{feeTerms}}

        Fees follow the remuneration policy of the trustees and do not depend on the performance of what the function controls.`,
      question: 'Does the remuneration policy cover holders of key functions?',
    }),
    section('fit-and-proper', {
      heading: 'Fit and proper declaration',
      citations: ['DIR 22', 'DIR 22(1)(b)'],
      text: `The appointment rests on the assessment of the trustees that you are fit and proper and on your signed declaration.
        You tell the trustees at once of anything that could change it.`,
      question: 'Must a key function holder be fit and proper?',
    }),
    section('outsourcing', {
      heading: 'Beginning',
      citations: ['DIR 24(1)', 'HOUSE'],
      text: `The appointment does not begin earlier than the resolution of the trustees.`,
      passages: [
        passage(
          'HELD_OUTSIDE',
          `The function is outsourced to you: a written and legally enforceable agreement stands beside this letter, and the
          Pensions Authority is notified before that agreement enters into force.`,
          'DIR 31(5)',
          'DIR 31(6)',
          'PA 64AM',
        ),
      ],
      question: 'When is the outsourcing of a key function notified?',
    }),
    section('term', {
      heading: 'Term and termination',
      citations: ['HOUSE'],
      text: `The appointment ends on {{termEnd}} unless it is renewed. Before that either side may end it with this notice:
        {{noticeTerms}}. The trustees may end it at once if you are no longer fit and proper. At the end you hand over the file
        and report what is open.`,
      question: 'How is the appointment of a key function holder ended?',
    }),
    section('data-protection', {
      heading: 'Data protection and confidentiality',
      citations: ['GDPR 5', 'GDPR 28', 'GDPR 32'],
      text: `You keep confidential what you learn and process personal data only for the task, with appropriate security. Where
        you process them on behalf of the trustees, a contract of processing is signed as well. A personal data breach is told
        to the trustees without undue delay.`,
      question: 'Which data protection duties does a provider of a key function have?',
    }),
    section('signatures', {
      heading: 'Signatures',
      citations: [],
      text: `For the trustees of {{schemeName}}: ______________________ Date: ______________

        I accept the appointment: ______________________ Date: ______________`,
      question: 'Who signs the appointment of a key function holder?',
    }),
  ],
}

export const fitAndProperQuestionnaire: Template = {
  kind: 'FIT_AND_PROPER_QUESTIONNAIRE',
  version: 1,
  form: 'DOCUMENT',
  sections: [
    section('about', {
      heading: 'About this questionnaire',
      citations: ['DIR 22', 'PA 59A', 'HOUSE'],
      text: `Scheme: {{schemeName}}. Person: {{holderName}}. Office: {{keyFunction}}.

        No form was found in a text at hand; this one serves the tests of the law. Please answer every question. "Not
        applicable" is an answer. Do not give a PPS number or details of health. Another person than you assesses the answers.`,
      question: 'What is asked to find out whether somebody is fit and proper?',
    }),
    section('qualifications', {
      heading: 'Qualifications',
      citations: ['DIR 22(1)(a)', 'DIR 22(1)(a)(ii)'],
      text: `1. Which qualifications do you hold that matter for this office? Body, title, year.
        2. Are you a member of a professional body, and in good standing? Internal audit and actuarial need adequate
        professional qualifications.
        3. Which training on pensions, trusteeship, risk or audit have you completed, and when?

        Please attach copies.`,
      question: 'Which qualifications must a key function holder have?',
    }),
    section('experience', {
      heading: 'Knowledge and experience',
      citations: ['DIR 22(1)(a)'],
      text: `1. Which positions have you held that matter for this office? From, to, tasks.
        2. Which other schemes do you serve, and in which offices?
        3. How much time can you give to this office?
        4. Who can be asked for a reference?`,
      question: 'Which knowledge and experience is needed to hold a key function?',
    }),
    section('repute', {
      heading: 'Repute and integrity',
      citations: ['DIR 22(1)(b)', 'PA 59A'],
      text: `1. Have you been convicted of an offence of fraud or dishonesty, or is such a matter pending?
        2. Has a regulator, a professional body or a court refused, restricted or ended an authorisation, a membership or an
        office of yours, or sanctioned you?
        3. Have you been dismissed from, or asked to leave, a position of trust?
        4. Has a scheme, a company or a client suffered a loss for which you were found responsible?

        A yes does not decide the matter. Please explain it.`,
      question: 'What does good repute and integrity mean for a key function holder?',
    }),
    section('bankruptcy', {
      heading: 'Bankruptcy',
      citations: ['PA 59A', 'DIR 22'],
      text: `1. Are you an undischarged bankrupt?
        2. Do you have a composition or an arrangement with creditors that is not fulfilled?
        3. Has a company of which you were a director gone into liquidation or receivership?`,
      question: 'Can a bankrupt be a trustee?',
    }),
    section('disqualification', {
      heading: 'Disqualification',
      citations: ['PA 59A'],
      text: `1. Has a court declared you restricted or disqualified as a director?
        2. Are you barred from acting as a trustee for another reason?
        3. For a company: is one of its directors barred?`,
      question: 'Who is disqualified from being a trustee?',
    }),
    section('conflicts', {
      heading: 'Conflicts of interest',
      citations: ['DIR 24(3)', 'CODE'],
      text: `1. Do you, or does your unit, do similar work for the employer?
        2. Do you hold another office for this scheme? Internal audit stands alone.
        3. Do you or your family have an interest in the employer, a trustee or a provider of the scheme?
        4. Does your pay depend on anything that the function looks at?`,
      question: 'Which conflicts of interest matter for a key function holder?',
    }),
    section('declaration', {
      heading: 'Declaration',
      citations: ['DIR 22', 'HOUSE'],
      text: `I declare that the answers are true and complete. I will tell the trustees at once if one of them changes. I know
        that the Pensions Authority may ask for this form.

        Signature: ______________________ Date: ______________`,
      question: 'What does a fit and proper declaration say?',
    }),
    section('outcome', {
      heading: 'Assessment',
      citations: ['DIR 22', 'HOUSE'],
      text: `Outcome: pass / conditional / fail. Reasons and evidence seen: ______________________

        Assessed by (another person): ______________________ Date: ______________ Next review: {{reviewDate}}. No interval was
        found in a text at hand; the house suggests 12 months.`,
      question: 'How is a fit and proper assessment recorded?',
    }),
  ],
}

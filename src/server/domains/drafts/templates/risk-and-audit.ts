/** Policies on the key functions and on what they look at. */
import { passage, section, type Template } from '../template.ts'
import { HOUSE_REVIEW, NAMED_REVIEW, PROPORTION } from './scope-and-review.ts'

export const riskManagementPolicy: Template = {
  kind: 'RISK_MANAGEMENT_POLICY',
  version: 1,
  form: 'DOCUMENT',
  sections: [
    section('purpose', {
      heading: 'Purpose',
      citations: ['DIR 21(3)', 'DIR 25', 'PA 64AD'],
      text: `This policy sets out how the trustees of {{schemeName}} identify, measure, monitor, manage and report the risks to
        which the scheme is or could be exposed, one by one and together, and how these risks depend on each other.

        It describes what is done in practice. Where practice and policy differ, the difference is reported to the trustees, and
        one of them is changed.`,
      prompt: 'Explain in two short paragraphs what a risk management policy of a pension scheme is for.',
      question: 'What is the purpose of the written policy on risk management of a pension scheme?',
    }),
    section('scope', {
      heading: 'Scope and proportionality',
      citations: ['DIR 21(2)', 'DIR 25'],
      text: `The policy covers the risks of the scheme itself and those of the undertakings to which its tasks or activities
        are outsourced. It applies to the trustees, to the holders of key functions and to providers as far as their agreements
        say so.

        What is done is proportionate to the size and the internal organisation of the scheme and to the size, nature, scale and
        complexity of its activities. On the day of this draft the scheme has {{memberCount}} active and deferred members.`,
      passages: PROPORTION,
      prompt:
        'Describe the scope of a risk management policy and how it is kept in proportion to the size, nature, scale and complexity of a scheme.',
      question: 'How does proportionality apply to risk management and to outsourced activities?',
    }),
    section('roles', {
      heading: 'Roles',
      citations: ['DIR 20', 'DIR 24(1)', 'DIR 24(2)', 'PA 64AI', 'PA 64AH'],
      text: `- **The trustees** ({{trusteeNames}}) answer for the risk management of the scheme. They decide on the appetite
        for risk, approve this policy, receive the reports and decide what is done.
        - **The holder of the risk management function** ({{riskHolderName}}) facilitates the working of the risk management
        system, keeps the risk register and reports to the trustees. The trustees enable the holder to work in an objective,
        fair and independent manner.
        - **The holder of the internal audit function** ({{auditHolderName}}) evaluates whether the system works and holds no
        other key function of this scheme.
        - **Providers** report risks and incidents in the services that they provide, as their agreements say.`,
      passages: [
        passage(
          'SHARED_KEY_FUNCTION',
          `A key function is carried out by somebody who does a similar function for the employer. How conflicts of interest
          with the employer are prevented or managed is set down in a written protocol, which the trustees look at again
          together with this policy.`,
          'DIR 24(3)',
        ),
        passage(
          'ORDINARY_DB',
          `The scheme actuary has an office of their own under the Act. It is no key function, and an actuarial key function is
          not asked of this scheme.`,
          'PA 51',
          'PA 64AK',
        ),
      ],
      prompt: 'Describe the roles of trustees and of the holder of the risk management function.',
      question: 'Who is responsible for risk management and what does the risk management function do?',
    }),
    section('areas', {
      heading: 'Areas of risk',
      citations: ['DIR 25(2)'],
      text: `The risk management system covers at least these areas, where they apply to the scheme:

        - underwriting and reserving
        - the management of assets and liabilities
        - investment, in particular derivatives, securitisations and similar commitments
        - liquidity and concentration
        - operational risk
        - insurance and other techniques that reduce risk
        - environmental, social and governance risks of the investments and their management

        An area that does not apply is named in the register with the reason.`,
      passages: [
        passage(
          'MEMBERS_BEAR_RISK',
          `Members and beneficiaries bear risks under the rules of the scheme. These risks are therefore also considered from
          their perspective: returns that stay below what was expected, costs, choices that do not fit, money that is invested
          late, and the moment of retirement.`,
          'DIR 25(2)',
        ),
        passage(
          'PROMISES_BENEFITS',
          `Benefits are promised by the rules. Funding, the support of the employer, and the match of assets and liabilities
          therefore stand first in the register.`,
          'DIR 25(2)',
        ),
        passage(
          'IN_DORA',
          `Risks of information and communication technology are managed within the framework that DORA asks for, and its
          results are reported together with the operational risks.`,
          'DORA 2(1)(p)',
        ),
      ],
      prompt:
        'For each area of risk that the law lists, say in a sentence what it can mean for a scheme of this type.',
      question: 'Which areas of risk must the risk management system of a pension scheme cover?',
    }),
    section('appetite', {
      heading: 'Appetite for risk',
      citations: ['DIR 25', 'HOUSE'],
      text: `The trustees state which risks they accept and which they do not: {{riskAppetite}}.

        The law prescribes no form for this statement. As a house reading, each risk in the register is marked as within or
        outside the appetite. A risk outside of it has an action, an owner and a day.`,
      question: 'How do trustees set an appetite for risk?',
    }),
    section('process', {
      heading: 'Process',
      citations: ['DIR 25', 'DIR 28(3)', 'HOUSE'],
      text: `1. **Identify.** New risks are looked for before each meeting of the trustees, when something changes, and after
        each incident or breach.
        2. **Measure.** Each risk has a likelihood and an impact from 1 to 5, before and after its controls. The product of both
        is the score. This scale is a house scale; it is described in the own-risk assessment.
        3. **Monitor.** The owner of a risk watches it and its controls and says when they no longer work.
        4. **Manage.** A risk is avoided, reduced, transferred or accepted. The choice and its reason are recorded.
        5. **Report.** The register is reported to the trustees with what has changed since the last report.`,
      prompt: 'Describe how risks are identified, measured, monitored, managed and reported, step by step.',
      question: 'Which strategies, processes and reporting procedures must a risk management system have?',
    }),
    section('reporting', {
      heading: 'Reporting',
      citations: ['DIR 24(4)', 'DIR 25', 'HOUSE'],
      text: `The holder of the risk management function reports material findings and recommendations to the trustees, who
        determine what is done. A material finding is reported at once. A regular report is made every {{reportingInterval}}; no
        interval was found in a text at hand, and the house suggests 12 months at the longest.

        The minutes record each finding, the decision, who acts and by when, also where nothing is to be done.`,
      prompt: 'Describe how the holder of the risk management function reports to the trustees.',
      question: 'When does a key function holder report findings to the trustees?',
    }),
    section('escalation', {
      heading: 'Escalation',
      citations: ['DIR 24(4)', 'DIR 24(6)', 'PA 83', 'PA 84'],
      text: `The holder informs the Pensions Authority if the trustees do not take appropriate and timely remedial action after
        the holder has reported to them

        - a substantial risk that a materially significant statutory requirement will not be complied with, where that could
        have a significant impact on the interests of members and beneficiaries, or
        - a significant material breach of the law that applies to the scheme and that was observed in the work of the function.

        Nobody may be put at a disadvantage for such a report; who informs the Authority is protected by law. A reasonable
        belief in a material misappropriation or a fraudulent conversion of resources of the scheme is reported to the Authority
        in writing as soon as practicable by each relevant person, whatever else is done.`,
      prompt:
        'Explain when a key function holder has to inform the authority and how that person is protected.',
      question: 'When must a key function holder inform the competent authority?',
    }),
    section('assessment', {
      heading: 'Link to the own-risk assessment',
      citations: ['DIR 28', 'DIR 28(2)', 'DIR 28(4)', 'PA 64AL', 'HOUSE'],
      text: `The own-risk assessment is carried out at least every three years, and without delay after a significant change in
        the risk profile of the scheme. It assesses whether the system described here is effective, and it rests on the
        register that is kept under this policy.

        The holder of the risk management function tells the trustees when a change may be significant. The trustees decide,
        and record why. As a house reading, "without delay" is taken as 30 days after the event.`,
      prompt: 'Explain how risk management and the own-risk assessment depend on each other.',
      question: 'How is the own-risk assessment linked to the risk management system?',
    }),
    NAMED_REVIEW,
  ],
}

export const internalAuditPolicy: Template = {
  kind: 'INTERNAL_AUDIT_POLICY',
  version: 1,
  form: 'DOCUMENT',
  sections: [
    section('mandate', {
      heading: 'Mandate',
      citations: ['DIR 26', 'DIR 21(3)', 'PA 64AJ'],
      text: `The internal audit function of {{schemeName}} evaluates whether the internal control system and the other elements
        of the system of governance are adequate and effective. It is held by {{auditHolderName}}.

        It is not the audit of the accounts: the auditor of the scheme has an office of their own. The holder may ask for all
        records of the scheme, speak to everybody who works for it, and speak to the trustees at any time.`,
      passages: PROPORTION,
      prompt: 'Describe the mandate of the internal audit function of a pension scheme.',
      question: 'What is the internal audit function of a pension scheme for?',
    }),
    section('independence', {
      heading: 'Independence',
      citations: ['DIR 24(1)', 'DIR 24(2)', 'DIR 24(3)', 'DIR 22(1)(a)(ii)', 'PA 64AH'],
      text: `The internal audit function is independent of the other key functions: whoever holds it holds no other key function
        of this scheme. Where the holder is a firm that also does other work for the scheme, the units are kept apart, and the
        trustees record how.

        The holder has adequate professional qualifications, knowledge and experience and is of good repute and integrity. The
        holder does not audit work of their own.

        The holder is not the person or the unit that does a similar function for the employer, unless the trustees allow it in
        view of the size, nature, scale and complexity of the scheme and explain in writing how conflicts are prevented or
        managed.`,
      passages: [
        passage(
          'SHARED_KEY_FUNCTION',
          `At present a key function of the scheme is carried out by somebody who does the same for the employer. Where that is
          internal audit, the protocol on conflicts is part of the audit file.`,
          'DIR 24(3)',
        ),
      ],
      prompt: 'Explain the independence of the internal audit function and the qualifications of its holder.',
      question: 'Must the internal audit function be independent of the other key functions?',
    }),
    section('plan', {
      heading: 'Audit plan',
      citations: ['DIR 26', 'HOUSE'],
      text: `The holder proposes a plan for the coming years, which the trustees approve. It begins with the risk register, the
        last own-risk assessment, breaches and complaints, and it says what is audited, when, and why in that order.

        No cycle was found in a text at hand. As a house reading the plan sees to it that each part of the system of governance
        is looked at within three years, and that what carries the highest risk comes first. A change of the plan during the
        year is told to the trustees with its reason.`,
      prompt: 'Describe how an audit plan of a pension scheme is made and approved.',
      question: 'What does the internal audit function evaluate and how is the work planned?',
    }),
    section('scope', {
      heading: 'Scope, with outsourced activities',
      citations: ['DIR 26', 'DIR 31(2)', 'DIR 31(3)', 'PA 64AJ'],
      text: `The scope takes in:

        - internal control, with administrative and accounting procedures and reporting
        - risk management and the work of its holder
        - the receipt and investment of contributions, and the records of members
        - the written policies: whether they are kept and whether they still describe what happens
        - outsourced activities, where there are any: how providers were chosen, what the agreements say, and how the services
        are monitored

        On the day of this draft {{arrangementCount}} arrangements are in the register. Agreements with providers give the
        holder the access that is needed. The trustees remain fully responsible for what is outsourced.`,
      passages: [
        passage(
          'FULL_DORA',
          `The framework for ICT risk is subject to regular internal audit, and its findings are followed up.`,
          'DORA 6',
        ),
      ],
      prompt: 'Describe the scope of internal audit of a pension scheme, with outsourced activities.',
      question: 'Does internal audit cover outsourced activities of a pension scheme?',
    }),
    section('reporting', {
      heading: 'Reporting',
      citations: ['DIR 24(4)', 'HOUSE'],
      text: `The holder reports each audit to the trustees in writing: what was looked at, what was found, how serious it is,
        and what is recommended. Material findings are reported at once.

        The trustees determine what action is taken. A summary of the year is given every {{reportingInterval}}; the house
        suggests 12 months at the longest, because no interval was found in a text at hand.

        Where the trustees do not act in appropriate time on a finding of the gravest kinds, the holder informs the Pensions
        Authority, and is protected in doing so.`,
      prompt: 'Describe the reports of the internal audit function to the trustees.',
      question: 'How does the internal audit function report findings and recommendations?',
    }),
    section('follow-up', {
      heading: 'Follow-up',
      citations: ['DIR 24(4)', 'HOUSE'],
      text: `Each finding has an owner, an action and a day. The list of open findings is on the agenda of each meeting of the
        trustees. The holder confirms that an action was effective before its finding is closed.

        A finding that the trustees do not act upon stays on the list with their reason.`,
      prompt: 'Describe how audit findings are followed up.',
      question: 'Who decides on the actions after a finding of a key function holder?',
    }),
    NAMED_REVIEW,
  ],
}

export const actuarialPolicy: Template = {
  kind: 'ACTUARIAL_POLICY',
  version: 1,
  form: 'DOCUMENT',
  sections: [
    section('purpose', {
      heading: 'Purpose and scope',
      citations: ['DIR 21(3)', 'DIR 27', 'PA 64AK', 'PA 53E'],
      text: `{{schemeName}} is recorded as a regulatory own funds scheme: it itself provides cover against biometric risks, or
        guarantees an investment performance or a given level of benefits. It therefore has an actuarial function, and this
        policy says what that function does.

        The function is not the office of the scheme actuary, who prepares the certificates that the Act asks for. No text
        at hand says whether one person may hold both; the trustees decide with the independence of the function in view.`,
      prompt: 'Explain when a pension scheme has an actuarial function and what a policy on it is for.',
      question: 'When must a pension scheme have an actuarial function?',
    }),
    section('tasks', {
      heading: 'Tasks',
      citations: ['DIR 27', 'PA 64AK'],
      text: `The actuarial function

        - coordinates and oversees the calculation of technical provisions
        - assesses whether the methods and models, and the assumptions made for the calculation, are appropriate
        - assesses whether the data are sufficient and of good quality
        - compares the assumptions with experience
        - informs the trustees of the reliability and adequacy of the calculation
        - gives an opinion on the overall underwriting policy, where there is one
        - gives an opinion on the adequacy of insurance arrangements, where there are any
        - contributes to the effective working of the risk management system`,
      prompt: 'Explain in plain words each task of the actuarial function that the law lists.',
      question: 'What are the tasks of the actuarial function of a pension scheme?',
    }),
    section('holder', {
      heading: 'Holder and independence',
      citations: ['DIR 27', 'DIR 22(1)(a)(ii)', 'DIR 22(1)(b)', 'DIR 24(2)'],
      text: `At least one independent person, inside or outside the scheme, is responsible for the function. It is held by
        {{actuarialHolderName}}. The holder has adequate professional qualifications, knowledge and experience and is of good
        repute and integrity.

        The holder may hold the risk management function as well, but not internal audit, which stands alone.`,
      prompt: 'Describe who may hold the actuarial function.',
      question: 'Who can be responsible for the actuarial function?',
    }),
    section('data', {
      heading: 'Data and assumptions',
      citations: ['DIR 27', 'DIR 13'],
      text: `The registered administrator ({{administratorName}}) gives the holder the data of members that are needed. The
        holder says in writing what is missing or doubtful, and what that means for the result. Assumptions are proposed with
        their reasons, compared with experience, and agreed with the trustees before they are used.`,
      prompt: 'Describe how data and assumptions are assessed in the calculation of technical provisions.',
      question: 'How does the actuarial function assess data and assumptions for technical provisions?',
    }),
    section('reporting', {
      heading: 'Reporting',
      citations: ['DIR 24(4)', 'HOUSE'],
      text: `The holder reports to the trustees in writing after each calculation and every {{reportingInterval}} in any case;
        the house suggests 12 months at the longest. Material findings are reported at once. The trustees determine what is
        done, and the holder informs the Pensions Authority where the law asks for it.`,
      prompt: 'Describe the reports of the actuarial function to the trustees.',
      question: 'How does the holder of the actuarial function report?',
    }),
    NAMED_REVIEW,
  ],
}

export const internalControlFramework: Template = {
  kind: 'INTERNAL_CONTROL_FRAMEWORK',
  version: 1,
  form: 'DOCUMENT',
  sections: [
    section('purpose', {
      heading: 'Purpose',
      citations: ['DIR 21', 'DIR 21(4)', 'PA 64AD'],
      text: `The trustees of {{schemeName}} have an effective internal control system: administrative and accounting
        procedures, a framework of internal control, and appropriate reporting arrangements at all levels. This document
        describes it.`,
      passages: PROPORTION,
      prompt: 'Explain what an internal control system of a pension scheme consists of.',
      question: 'What must the internal control system of a pension scheme include?',
    }),
    section('responsibilities', {
      heading: 'Responsibilities',
      citations: ['DIR 21', 'DIR 20'],
      text: `Responsibilities are allocated clearly and separated where that is appropriate. The trustees ({{trusteeNames}})
        decide. {{administratorName}} administers. Whoever prepares a payment does not release it alone, and whoever keeps a
        record is not the only one who checks it.`,
      prompt: 'Describe how responsibilities are allocated and separated in a pension scheme.',
      question: 'How are responsibilities allocated and segregated in the system of governance?',
    }),
    section('administration', {
      heading: 'Administrative procedures',
      citations: ['PA 59', 'PA 58A', 'PA 64G'],
      text: `- Members who join, leave, retire or die are recorded from documents, and a second person checks the entry.
        - Contributions are compared with what was expected for each payroll month. What was deducted from pay is due within 21
        days of the end of the month.
        - Benefits are calculated, checked by a second person and paid as the rules say.
        - Annual report and benefit statements come from the registered administrator at least one month before they have to be
        made available.`,
      passages: [
        passage(
          'SCHEME_UNDER_TRUST',
          `The trustees invest contributions within 10 days of the latest day on which the money was due.`,
          'PA 59(1)(a)',
        ),
        passage(
          'TRUST_RAC',
          `The trustees invest contributions within 10 days of the end of the month in which they receive them.`,
          'PA 59(1)(aa)',
        ),
      ],
      prompt: 'Describe the administrative procedures that a pension scheme needs.',
      question: 'Which records and procedures must trustees keep for members and contributions?',
    }),
    section('accounting', {
      heading: 'Accounting procedures',
      citations: ['DIR 21(4)', 'PA 59', 'PA 56'],
      text: `Proper membership and financial records are kept. Bank accounts and holdings are reconciled with the records, and
        differences are explained in writing. Payments need the consent of the persons whom the trustees have named. The scheme
        year ends on {{schemeYearEnd}}, and what the accounts need is collected in time.`,
      prompt: 'Describe the accounting procedures of a pension scheme.',
      question: 'Which accounting procedures belong to internal control?',
    }),
    section('reporting', {
      heading: 'Reporting at all levels',
      citations: ['DIR 21(4)', 'DIR 24(4)'],
      text: `Providers report to the trustees what their agreements name, and errors at once. Holders of key functions report
        material findings. Breaches are entered in the register on the day on which they are found; {{openBreachCount}} are open
        on the day of this draft. The trustees see what is overdue at each meeting.`,
      prompt: 'Describe reporting arrangements at all levels of a pension scheme.',
      question: 'Which reporting arrangements belong to internal control?',
    }),
    HOUSE_REVIEW,
  ],
}

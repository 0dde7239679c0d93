/** What keeps a scheme going: continuity, digital resilience, data. */
import { passage, section, type Template } from '../template.ts'
import { HOUSE_REVIEW, PROPORTION } from './scope-and-review.ts'

export const contingencyPlan: Template = {
  kind: 'CONTINGENCY_PLAN',
  version: 1,
  form: 'DOCUMENT',
  sections: [
    section('purpose', {
      heading: 'Purpose',
      citations: ['DIR 21(5)', 'DIR2556 8', 'PA 64AD'],
      text: `The trustees of {{schemeName}} take reasonable steps so that its activities go on with continuity and regularity,
        and employ appropriate and proportionate systems, resources and procedures. This plan says what is done when something
        fails.`,
      passages: [
        ...PROPORTION,
        passage(
          'IN_DORA',
          `Network and information systems are set up and managed in line with DORA. The framework for ICT risk and this plan are
          kept consistent.`,
          'DIR2556 8',
          'DORA 2(1)(p)',
        ),
      ],
      prompt: 'Explain what a continuity and contingency plan of a pension scheme is for.',
      question: 'What must trustees do for continuity and contingency?',
    }),
    section('critical', {
      heading: 'What must not stop',
      citations: ['DIR 21(5)', 'PA 59', 'PA 58A', 'PA 59(1)(a)'],
      text: `In this order, which is a suggestion:

        - benefits that are due, above all pensions in payment and death benefits
        - the receipt of contributions, due within 21 days of the end of the month of the deduction, and their investment within
        10 days of that latest day
        - decisions of the trustees
        - records of members and of money, and their protection
        - information that has a date in law`,
      prompt: 'Describe which activities of a pension scheme must not stop.',
      question: 'Which activities of a pension scheme have dates that must be kept?',
    }),
    section('scenarios', {
      heading: 'Scenarios',
      citations: ['DIR 21(5)', 'DIR 31(3)', 'PA 64AC', 'PA 64G(3)'],
      text: `- **The registered administrator fails** ({{administratorName}}): the exit plan of the agreement is used. No day may
        pass without an administrator, and an ordinary end takes at least 90 days of written notice.
        - **A trustee or director is not there:** at least two have to be in office. Who appoints a successor, and who signs in
        the meantime, is listed below.
        - **A holder of a key function leaves:** the function is vacant at once; a deputy does not fill the vacancy.
        - **A system or data are lost:** back-ups are restored, and it is checked what is missing.
        - **The employer does not pay or fails:** contributions are chased, members are informed as the law asks, and advice is
        taken.
        - **A building or a network is not usable:** people work from elsewhere with secured devices.`,
      prompt: 'Describe scenarios for which a pension scheme plans.',
      question: 'What happens if an administrator, a trustee or a system fails?',
    }),
    section('people', {
      heading: 'Who acts',
      citations: ['DIR 21(5)', 'DIR 20'],
      text: `The chair ({{chairName}}) calls the trustees ({{trusteeNames}}). {{firmName}} supports them. Contact in an emergency:
        {{contactDetails}}. The list with telephone numbers is kept outside the systems that could fail.`,
      question: 'Who acts for a scheme in an emergency?',
    }),
    section('providers', {
      heading: 'Providers',
      citations: ['DIR 31(3)', 'DIR 21(5)'],
      text: `Each provider of an important service shows its own plan, its tests and their results. Gaps are followed up like
        findings. What the scheme would do without the provider is written down.`,
      prompt: 'Describe what is asked of providers for continuity.',
      question: 'How does outsourcing bear on continuity of service?',
    }),
    section('tests', {
      heading: 'Tests',
      citations: ['DIR 21(5)', 'HOUSE'],
      text: `The plan is tested every 12 months, which is a house reading; the law sets no interval. A test can be a talk through
        one scenario, a restored back-up, or a call of all contacts. The result, and what is changed, is recorded.`,
      passages: [
        passage(
          'IN_DORA',
          `Tests under DORA are a duty of their own: continuity plans and measures are tested regularly. One test can serve both
          if it is recorded for both.`,
          'DORA 24',
        ),
      ],
      prompt: 'Describe how a contingency plan is tested.',
      question: 'How often is a contingency plan of a pension scheme tested?',
    }),
    HOUSE_REVIEW,
  ],
}

export const ictRiskFramework: Template = {
  kind: 'ICT_RISK_FRAMEWORK',
  version: 1,
  form: 'DOCUMENT',
  sections: [
    section('scope', {
      heading: 'Scope and tier',
      citations: ['DORA 2', 'DORA 2(1)(p)', 'DORA 3(53)', 'DORA 4', 'HOUSE'],
      text: `{{schemeName}} is an institution for occupational retirement provision. DORA does not reach institutions whose
        schemes together have no more than 15 members; those with fewer than 100 have a simplified framework, and from 100 on
        the full rules apply. {{memberCount}} active and deferred members are recorded. The count is of all schemes of the
        institution, which the house reads as the trust.`,
      passages: [
        passage(
          'SIMPLIFIED_DORA',
          `The scheme is taken as a small institution: this is the simplified framework.`,
          'DORA 16',
        ),
        passage('FULL_DORA', `The full rules are taken to apply to the scheme.`, 'DORA 5-15'),
        passage(
          'OUTSIDE_DORA',
          `On these numbers DORA does not reach the scheme. What follows is then good practice and no duty.`,
          'DORA 2',
        ),
        passage(
          'MASTER_TRUST_SECTION',
          `The scheme is a section of a master trust: the members of all sections count together.`,
          'DORA 3(53)',
        ),
      ],
      prompt: 'Explain to which pension schemes DORA applies and in which tiers.',
      question: 'Does DORA apply to a pension scheme and in which tier?',
    }),
    section('governance', {
      heading: 'Governance',
      citations: ['DORA 28'],
      text: `The trustees ({{trusteeNames}}) approve and oversee this framework and keep enough knowledge to understand ICT risk.
        Where providers run the systems, the trustees remain fully responsible.`,
      passages: [
        passage(
          'SIMPLIFIED_DORA',
          `The framework is sound and documented, and details the mechanisms and measures for a quick, efficient and comprehensive
          management of ICT risk.`,
          'DORA 16',
        ),
        passage(
          'FULL_DORA',
          `The trustees define, approve and oversee the arrangements for ICT risk and bear the ultimate responsibility. They set
          tolerances and a strategy of digital resilience, give the control of ICT risk to a function with enough independence,
          and train regularly. Internal audit looks at the framework regularly, and its findings are followed up.`,
          'DORA 5',
          'DORA 6',
        ),
      ],
      prompt: 'Describe the responsibility of the management body for ICT risk.',
      question: 'What is the responsibility of trustees for ICT risk under DORA?',
    }),
    section('systems', {
      heading: 'Systems and dependencies',
      citations: ['DORA 28(3)'],
      text: `A list names the systems and data on which the scheme depends, who runs them, which functions are critical or
        important, and what happens if they fail. The register of contracts on ICT services tells apart those that support
        critical or important functions. It is reported on to the authority at least yearly; the day is set by the authority and
        could not be verified.`,
      passages: [
        passage(
          'SIMPLIFIED_DORA',
          `Of the simplified framework: key dependencies on ICT providers are identified, and critical or important functions are
          kept up whatever happens to one of them.`,
          'DORA 16',
        ),
        passage(
          'FULL_DORA',
          `The functions that ICT supports, and the information and ICT assets behind them, are identified, classified and
          documented; the classification is looked at again at least yearly.`,
          'DORA 5-15',
        ),
      ],
      prompt: 'Describe how key dependencies on ICT providers are identified.',
      question: 'Which register of ICT contracts must be kept?',
    }),
    section('protection', {
      heading: 'Protection and detection',
      citations: ['GDPR 32'],
      text: `- Security and functioning of the systems are monitored continuously.
        - Systems, protocols and tools are sound, resilient and up to date, and protect the availability, authenticity,
        integrity and confidentiality of data.
        - Sources of risk and anomalies are identified and detected promptly.
        - Access is given by need, with strong sign-in, and is taken back when somebody leaves.
        - Physical components are protected as well.`,
      passages: [
        passage(
          'SIMPLIFIED_DORA',
          `Of these the simplified framework asks for all but the rule on access, which is a practice.`,
          'DORA 16',
        ),
        passage(
          'FULL_DORA',
          `Security policies, procedures and tools are documented. What detects anomalies is tested regularly.`,
          'DORA 5-15',
        ),
      ],
      prompt: 'Describe measures of protection and detection.',
      question: 'Which protection and detection measures does DORA ask for?',
    }),
    section('incidents', {
      heading: 'Incidents',
      citations: ['DORA 17', 'DORA 18', 'DORA 19'],
      text: `ICT-related incidents and significant cyber threats are recorded, classified, and handled by people whose roles are
        named. Causes are found and removed. Trustees are told at least of major incidents, with the impact, the response and
        further controls.

        A major incident is reported to the competent authority: an initial notification, an intermediate and a final report.
        The time limits stand in technical standards that could not be verified: the calendar shows 24 hours, 72 hours and
        1 month. Where personal data are concerned the Data Protection Commission is thought of as well.`,
      prompt: 'Describe the process for ICT incidents.',
      question: 'How are major ICT incidents managed and reported?',
    }),
    section('continuity', {
      heading: 'Continuity and back-up',
      citations: ['DIR 21(5)', 'DIR2556 8'],
      text: `Critical or important functions are kept up by continuity plans and by measures of response and recovery, which
        include back-up and restoration at least. They are part of the contingency plan of the scheme.`,
      passages: [
        passage('SIMPLIFIED_DORA', `Plans and measures are tested on a regular basis.`, 'DORA 16'),
        passage(
          'FULL_DORA',
          `Plans of continuity, of response and of recovery are tested at least yearly, and after substantive changes of the
          systems behind critical or important functions.`,
          'DORA 5-15',
        ),
      ],
      prompt: 'Describe continuity of critical or important functions, with back-up and restoration.',
      question: 'Which back-up and continuity measures does DORA ask for?',
    }),
    section('providers', {
      heading: 'ICT providers',
      citations: ['DORA 28', 'DORA 30'],
      text: `Before a contract the trustees assess whether a critical or important function is supported, the supervisory
        conditions, the risks with that of concentration, the provider, and conflicts of interest. Contracts are in writing and
        have the contents that DORA lists: services and subcontracting, places, protection of data, return of data, service
        levels, help in an incident, cooperation with authorities, termination, and training. More is asked where a critical or
        important function is supported, such as precise targets, tested plans, access and audit, and an exit.`,
      prompt: 'Describe how contracts with ICT providers are made.',
      question: 'What must contracts with ICT service providers contain?',
    }),
    section('tests', {
      heading: 'Tests and lessons',
      citations: ['DORA 24'],
      text: `Plans, measures and controls are tested on a regular basis. What tests and incidents teach goes into the assessment
        of risk, into awareness and into training of staff and trustees.`,
      passages: [
        passage(
          'SIMPLIFIED_DORA',
          `The lessons of tests and of analyses after incidents are part of the simplified framework.`,
          'DORA 16',
        ),
        passage(
          'FULL_DORA',
          `Appropriate tests of all systems that support critical or important functions are made at least yearly, unless the
          institution is a microenterprise. Threat-led penetration testing is only for institutions that the authority has
          identified for it.`,
          'DORA 24',
          'DORA 26',
          'DORA 3(60)',
        ),
      ],
      prompt: 'Describe testing of digital operational resilience.',
      question: 'Which tests of digital resilience are required?',
    }),
    section('review', {
      heading: 'Approval and review',
      citations: ['HOUSE'],
      text: `The trustees approve this framework; the resolution, with its day, stands in the minutes. It is documented, improved with what is learned, and
        reviewed again by {{reviewDate}}, and after each major incident. A report on the review is given to the authority on
        request. After a major incident the house aims at 30 days.`,
      passages: [
        passage(
          'SIMPLIFIED_DORA',
          `The law says "periodically"; 12 months is a house reading.`,
          'DORA 16',
          'HOUSE',
        ),
        passage(
          'FULL_DORA',
          `The review is made at least once a year; a microenterprise reviews periodically.`,
          'DORA 6(5)',
          'DORA 3(60)',
        ),
      ],
      question: 'How often is the ICT risk management framework reviewed?',
    }),
  ],
}

export const dataProtectionPolicy: Template = {
  kind: 'DATA_PROTECTION_POLICY',
  version: 1,
  form: 'DOCUMENT',
  sections: [
    section('purpose', {
      heading: 'Purpose and responsibility',
      citations: ['GDPR 5', 'PA 59', 'CODE'],
      text: `The trustees of {{schemeName}} see to it that proper membership and financial records are kept and that personal data
        are protected. They are responsible for the principles of data protection and must be able to show that they keep to
        them. Who is controller and who is processor among trustees, administrator, broker and employer is written down.

        The code of practice is understood to expect a policy on data and records; its text was not at hand (not verified).`,
      passages: PROPORTION,
      prompt: 'Explain who is responsible for personal data in a pension scheme.',
      question: 'Who is responsible for personal data and records of a pension scheme?',
    }),
    section('principles', {
      heading: 'Principles',
      citations: ['GDPR 5', 'GDPR 6', 'GDPR 9'],
      text: `Personal data are processed lawfully, fairly and transparently, for specified purposes, limited to what is
        necessary, accurate and up to date, kept no longer than necessary, and secure. The legal ground of each processing is
        recorded. Data on health and other special categories are processed only where an exception of the law applies.`,
      prompt: 'Explain the principles of data protection for a pension scheme.',
      question:
        'Which principles of data protection apply and on which legal ground are member data processed?',
    }),
    section('records', {
      heading: 'Records and their quality',
      citations: ['PA 59', 'GDPR 30', 'PA 64G'],
      text: `A written record of processing names purposes, categories of people, data and recipients, transfers, periods of
        erasure and security. The registered administrator ({{administratorName}}) keeps records of members and entitlements that
        are accurate and sufficient. Missing or doubtful data are listed and put right.`,
      prompt: 'Describe records of processing and the quality of member records.',
      question: 'Which records of processing and of members must be kept?',
    }),
    section('pps-numbers', {
      heading: 'PPS numbers',
      citations: ['SWCA 262', 'GDPR 5'],
      text: `PPS numbers are used only where the law allows it, for reporting on pensions and tax, and the purpose is recorded. They
        are encrypted, shown masked, and never sent in an e-mail. The text of the section on their use was not at hand (not
        verified).`,
      question: 'Who may use PPS numbers?',
    }),
    section('processors', {
      heading: 'Processors',
      citations: ['GDPR 28'],
      text: `Only processors with sufficient guarantees are used, under a binding written contract: subject, duration, purpose,
        kinds of data and people, documented instructions, confidentiality, security, help with requests and breaches, deletion
        or return, and audits. Another processor needs prior written authorisation.`,
      prompt: 'Describe contracts with processors.',
      question: 'What must a contract with a processor contain?',
    }),
    section('security', {
      heading: 'Security and retention',
      citations: ['GDPR 32', 'GDPR 5', 'HOUSE'],
      text: `Technical and organisational measures suit the risk: encryption, access by need, resilience, quick recovery, and
        regular tests. Data are kept as long as benefits and claims need it; the periods and their reasons are set down. The law
        gives no number of years. The house setting for documents is seven years, which the trustees may change.`,
      prompt: 'Describe security and retention of personal data.',
      question: 'How long may pension records be kept and how are they secured?',
    }),
    section('requests', {
      heading: 'Requests of people',
      citations: ['GDPR 12(3)', 'GDPR 15'],
      text: `A request for access is answered without undue delay and at the latest within one month of its receipt. Where
        requests are complex or many, two more months are possible, and the person is told within the first month. Data of other
        people are taken out.`,
      prompt: 'Describe how a request for access is answered.',
      question: 'How soon must a request for access be answered?',
    }),
    section('breaches', {
      heading: 'Personal data breaches',
      citations: ['GDPR 33', 'GDPR 34'],
      text: `A personal data breach is told to {{contactDetails}} at once. It is notified to the Data Protection Commission without
        undue delay and, where feasible, within 72 hours of becoming aware of it, unless a risk to people is unlikely. People are
        told without undue delay where the risk to them is high. Each breach is documented with facts, effects and remedy, with
        numbers and without details of members.`,
      prompt: 'Describe how a personal data breach is handled.',
      question: 'When must a personal data breach be notified?',
    }),
    HOUSE_REVIEW,
  ],
}

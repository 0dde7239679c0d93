/** What others do for the trustees, and what the trustees do where nobody else does it. */
import { passage, section, type Template } from '../template.ts'
import { HOUSE_REVIEW, NAMED_REVIEW, PROPORTION } from './scope-and-review.ts'

export const outsourcingPolicy: Template = {
  kind: 'OUTSOURCING_POLICY',
  version: 1,
  form: 'DOCUMENT',
  sections: [
    section('scope', {
      heading: 'What counts as outsourcing',
      citations: ['DIR 31', 'DIR 31(2)', 'PA 64AM', 'PA 59(1)(f)'],
      text: `Outsourcing is any activity of {{schemeName}} that a service provider carries out for the trustees: administration,
        key functions, the management of the scheme, investment, payroll, custody, information technology, or advice that
        replaces work of the trustees. A registered administrator ({{administratorName}}) is appointed at all times where the
        law asks for it.

        On the day of this draft the register holds {{arrangementCount}} arrangements. The trustees remain fully responsible for
        all of them. Each arrangement is entered with its activity, whether it is a key function or the management of the
        scheme, the days of signature and of entry into force, the notification, further outsourcing, the next review, and the
        plan for exit.`,
      passages: PROPORTION,
      prompt: 'Explain what counts as outsourcing by a pension scheme and who stays responsible.',
      question: 'What counts as outsourcing by a pension scheme and who remains responsible?',
    }),
    section('limits', {
      heading: 'Limits',
      citations: ['DIR 31(3)'],
      text: `Nothing is outsourced in such a way that it would

        - impair the quality of the system of governance
        - unduly increase the operational risk
        - impair the ability of the Pensions Authority to monitor compliance
        - undermine continuous and satisfactory service to members and beneficiaries

        The trustees record for each arrangement why it does none of this.`,
      prompt: 'Explain the limits of outsourcing.',
      question: 'In which ways must activities of a pension scheme not be outsourced?',
    }),
    section('selection', {
      heading: 'Selection',
      citations: ['DIR 31(3)', 'DIR 22', 'GDPR 28'],
      text: `Before an agreement is signed the trustees look at the competence, capacity, finances and reputation of the
        provider, at references, at conflicts of interest, at continuity and security, at costs, and at how the service can be
        brought back or moved. The reasons for the choice are recorded.

        Who is to carry out a key function is found to be fit and proper first. Who processes personal data gives sufficient
        guarantees and signs a contract of processing.`,
      passages: [
        passage(
          'IN_DORA',
          `Before a contract on ICT services the trustees also assess whether it supports a critical or important function,
          whether the supervisory conditions are met, the risks with that of concentration, the suitability of the provider, and
          conflicts of interest.`,
          'DORA 28',
        ),
      ],
      prompt: 'Describe how a service provider is selected.',
      question: 'How must trustees select and monitor a service provider?',
    }),
    section('agreement', {
      heading: 'Minimum contents of agreements',
      citations: ['DIR 31(5)', 'DIR 31(7)', 'PA 64G(3)', 'HOUSE'],
      text: `There is a written agreement for each arrangement. It is legally enforceable and clearly defines the rights and
        obligations of both sides.

        The law that could be read lists no further contents. As a house reading each agreement also settles:

        - the services, their standards and the reports on them
        - access to records and people for the trustees, the auditors, the holders of key functions and the Pensions Authority,
        which may ask both sides for information at any time
        - confidentiality, data protection and security
        - further outsourcing, and the consent that it needs
        - continuity, complaints, errors and liability
        - notice and exit

        The contract with the registered administrator can be ended by either side only with at least 90 days of written
        notice.`,
      passages: [
        passage(
          'IN_DORA',
          `Contracts on ICT services have the contents that DORA lists, and more where they support a critical or important
          function.`,
          'DORA 30',
        ),
      ],
      prompt: 'Describe the minimum contents of an outsourcing agreement.',
      question: 'What must an outsourcing agreement of a pension scheme contain?',
    }),
    section('notification', {
      heading: 'Notification of the Pensions Authority',
      citations: ['DIR 31(6)', 'PA 64AM', 'HOUSE'],
      text: `- Outsourcing of a key function or of the management of the scheme is notified **before** the agreement enters into
        force. The day that counts is that of the agreement and not that on which a holder begins.
        - Any other outsourcing of activities covered by the law is notified in a timely manner. No number of days was found; as
        a house reading it is 14 days after the agreement enters into force.
        - Later important developments are notified as well: the end of an agreement, a new owner of the provider, another
        person responsible for a key function, a move of the work, serious failures. The house reading is 14 days again.

        Who sends the notification and keeps the confirmation is named when the agreement is approved.`,
      prompt: 'Explain when outsourcing has to be notified to the authority.',
      question: 'When must outsourcing be notified to the competent authority?',
    }),
    section('monitoring', {
      heading: 'Monitoring',
      citations: ['DIR 31(3)', 'HOUSE'],
      text: `The trustees monitor each provider on an ongoing basis: reports against the agreed standards, errors and
        complaints, meetings, assurance reports, and the findings of risk management and internal audit. Each arrangement has a
        day of review, which the trustees set by its importance; the law gives no interval.`,
      prompt: 'Describe the ongoing monitoring of service providers.',
      question: 'How do trustees ensure the proper functioning of outsourced activities?',
    }),
    section('exit', {
      heading: 'Exit',
      citations: ['DIR 31(3)', 'PA 64G(3)', 'HOUSE'],
      text: `For each arrangement the trustees know how it would end without harm to members: who could take over, how long that
        takes, how records come back and in which form, and what has to be told to whom. For the registered administrator no day
        may pass without one, and the 90 days of notice are planned for.

        As a house reading, arrangements for key functions and for administration have a written exit plan.`,
      prompt: 'Describe how an exit from an outsourcing arrangement is planned.',
      question: 'How can a contract with a registered administrator be ended?',
    }),
    section('sub-outsourcing', {
      heading: 'Outsourcing further down the chain',
      citations: ['DIR 50', 'GDPR 28', 'HOUSE'],
      text: `A provider passes on work only as the agreement allows. As a house reading the trustees know to whom, may object,
        and have the same access as to the provider. The provider answers for those whom it uses. Who processes personal data
        further down needs the prior written authorisation of the controller.

        The Pensions Authority may ask about outsourced activities along the whole chain.`,
      prompt: 'Describe how outsourcing further down the chain is controlled.',
      question: 'What applies to sub-outsourcing by a service provider?',
    }),
    NAMED_REVIEW,
  ],
}

export const safekeepingProcedures: Template = {
  kind: 'SAFEKEEPING_PROCEDURES',
  version: 1,
  form: 'DOCUMENT',
  sections: [
    section('purpose', {
      heading: 'Purpose',
      citations: ['DIR 33', 'DIR 34(5)', 'DIR 35'],
      text: `No depositary is recorded for {{schemeName}}. Where none is appointed, the trustees themselves see to the
        safekeeping of assets and to the oversight of the tasks that a depositary would oversee. These procedures say how.`,
      passages: PROPORTION,
      prompt: 'Explain what trustees have to do where no depositary is appointed.',
      question: 'What must a pension scheme do if no depositary is appointed?',
    }),
    section('care', {
      heading: 'Care and protection',
      citations: ['DIR 34(5)'],
      text: `Financial instruments are subject to due care and protection. They are held in the name of the trustees or of a
        custodian for them, apart from the assets of the employer, of managers and of the provider itself. Instructions need two
        authorised persons.`,
      prompt: 'Describe due care and protection of financial instruments.',
      question: 'How are financial instruments protected without a depositary?',
    }),
    section('records', {
      heading: 'Records',
      citations: ['DIR 34(5)'],
      text: `Records enable the trustees to identify all assets at all times and without delay: what is held, where, in whose
        name, and since when. They are reconciled with the statements of custodians and insurers, and differences are cleared up
        and recorded.`,
      prompt: 'Describe the records of assets that a scheme keeps.',
      question: 'Which records of assets must be kept without a depositary?',
    }),
    section('conflicts', {
      heading: 'Conflicts of interest',
      citations: ['DIR 34(5)', 'DIR 33'],
      text: `The necessary measures are taken to avoid conflicts of interest in safekeeping. Who decides on an investment is not
        the only one who confirms that it is there. Links between a manager, a custodian, the employer and a trustee are
        declared and recorded.`,
      prompt: 'Describe measures against conflicts of interest in the safekeeping of assets.',
      question: 'How are conflicts of interest in safekeeping avoided?',
    }),
    section('oversight', {
      heading: 'Oversight',
      citations: ['DIR 35'],
      text: `The trustees have procedures which ensure that the tasks are duly performed that a depositary would oversee:
        instructions are carried out as given and within the law and the rules, consideration in transactions is paid over
        within the usual time limits, and income is applied in accordance with the rules.

        {{administratorName}} or another named person reports on this to the trustees.`,
      prompt: 'Describe oversight procedures where no depositary is appointed.',
      question: 'Which oversight duties does a depositary have?',
    }),
    section('information', {
      heading: 'Information for the Pensions Authority',
      citations: ['DIR 34(5)'],
      text: `The trustees inform the competent authority on request about the manner in which the assets are kept. A current list
        of custodians, accounts and authorised persons is kept for that.`,
      question: 'What does the authority learn about the safekeeping of assets?',
    }),
    HOUSE_REVIEW,
  ],
}

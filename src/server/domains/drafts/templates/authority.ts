/** What is written to the Pensions Authority or for its eyes. Whether, when and in which form it is sent is for the trustees. */
import { passage, section, type Template } from '../template.ts'

export const outsourcingNotification: Template = {
  kind: 'OUTSOURCING_NOTIFICATION',
  version: 1,
  form: 'DOCUMENT',
  sections: [
    section('purpose', {
      heading: 'Notification',
      citations: ['DIR 31(6)', 'PA 64AM'],
      text: `The trustees of {{schemeName}} (PB number {{schemeNumber}}) notify the Pensions Authority of the outsourcing of an
        activity. The form that the Authority uses was not at hand; this note collects what it is likely to ask for (not
        verified).`,
      question: 'When must outsourcing be notified to the Pensions Authority?',
    }),
    section('arrangement', {
      heading: 'The arrangement',
      citations: ['DIR 31(5)', 'DIR 31(6)'],
      text: `- Provider: {{providerName}}
        - Activity: {{providerActivity}}
        - Agreement signed on: {{agreementSigned}}
        - In force from: {{agreementInForce}}
        - Notice in days: {{noticePeriod}}
        - Further outsourcing: {{subOutsourcing}}
        - Next review: {{arrangementReview}}

        The law asks for an agreement in writing that is legally enforceable and clearly defines the rights and obligations of both
        sides. How this one does: {{toWrite}}.`,
      question: 'What must an outsourcing agreement contain?',
    }),
    section('timing', {
      heading: 'Day of the notification',
      citations: ['DIR 31(6)', 'HOUSE'],
      text: `The day depends on what is outsourced.`,
      passages: [
        passage(
          'NOTIFIED_BEFORE',
          `A key function or the management of the scheme is outsourced: this note reaches the Authority before the agreement
          enters into force on {{agreementInForce}}.`,
        ),
        passage(
          'NOTIFIED_TOO_LATE',
          `A key function or the management of the scheme is outsourced, and the agreement has been in force since
          {{agreementInForce}}. The law asks for the notification before that day; this note comes after it, because:
          {{toWrite}}.`,
        ),
        passage(
          'NOTIFIED_IN_TIME',
          `The activity is neither a key function nor the management of the scheme: it is notified in a timely manner, which the
          house reads as 14 days after the agreement enters into force on {{agreementInForce}}.`,
        ),
        passage('ALWAYS', `Later important developments are notified as well.`),
      ],
      question: 'By when is the outsourcing of a key function notified?',
    }),
    section('reasons', {
      heading: 'Reasons and limits',
      citations: ['DIR 31(2)', 'DIR 31(3)', 'DIR 22'],
      text: `Why the activity is outsourced, and why this provider was chosen: {{toWrite}}.

        The arrangement does not impair the quality of the system of governance, does not unduly increase the operational risk,
        does not impair the ability of the Authority to monitor compliance, and does not undermine continuous and satisfactory
        service to members and beneficiaries, because: {{toWrite}}. The trustees remain fully responsible.`,
      passages: [
        passage(
          'OUTSOURCES_KEY_FUNCTION',
          `Whoever carries out the key function was found to be fit and proper on {{toWrite}}.`,
        ),
      ],
      prompt: 'Explain how trustees show that an outsourcing arrangement keeps within the limits of the law.',
      question: 'In which ways must activities not be outsourced?',
    }),
    section('contact', {
      heading: 'Contact and signature',
      citations: [],
      text: `Questions: {{contactDetails}}

        For the trustees: ______________________ Date: ______________`,
      question: 'Who notifies outsourcing?',
    }),
  ],
}

export const breachReport: Template = {
  kind: 'BREACH_REPORT',
  version: 1,
  form: 'DOCUMENT',
  sections: [
    section('summary', {
      heading: 'Summary',
      citations: ['HOUSE', 'PA 84'],
      text: `Scheme: {{schemeName}} (PB number {{schemeNumber}}). Breach: {{breachTitle}}. Category: {{breachCategory}}. Severity on
        the house scale: {{breachSeverity}}.

        This report names no member and gives numbers only. Whoever reports in good faith a matter about the state and conduct
        of a scheme is protected by law.`,
      question: 'Who is protected when reporting a breach to the Authority?',
    }),
    section('facts', {
      heading: 'What happened',
      citations: ['HOUSE'],
      text: `- Occurred on: {{breachOccurred}}
        - Detected on: {{breachDetected}}
        - Aware since: {{breachAware}}
        - Was due on: {{breachDue}}
        - Members affected: {{breachMembers}}
        - Amount concerned: {{breachAmount}}

        {{breachDescription}}`,
      question: 'What does a breach register record?',
    }),
    section('cause', {
      heading: 'Cause and remedy',
      citations: ['HOUSE'],
      text: `Cause: {{breachCause}}

        Remedy: {{breachRemedy}}

        It is seen to by {{breachOwner}}. How it is kept from happening again: {{toWrite}}.`,
      question: 'How is a breach put right?',
    }),
    section('duty', {
      heading: 'Is there a duty to report?',
      citations: ['PA 83', 'PA 82', 'PA 84', 'DIR 24(4)', 'GDPR 33'],
      text: `Decision as recorded: {{breachDecision}}

        - **Material misappropriation or fraudulent conversion of resources:** each relevant person with reasonable cause to
        believe in it reports in writing to the Pensions Authority as soon as practicable. An insurance intermediary is one in
        its own right, so that telling the trustees is not enough.
        - **Gravest findings of a key function on which the trustees do not act:** the holder informs the Authority.
        - **Personal data:** the Data Protection Commission, where feasible within 72 hours of becoming aware of it, unless a risk
        to people is unlikely.
        - **Anything else:** no general duty of trustees to report was found in a text at hand; a voluntary report in good faith
        is protected. What the code expects is to be checked there.`,
      passages: [
        passage(
          'IN_DORA',
          `- **A major ICT incident:** the competent authority, with an initial notification, an intermediate and a final report.`,
          'DORA 19',
        ),
        passage(
          'PRSA',
          `- For PRSAs the provider and others are relevant persons as well.`,
          'PA 82 PRSA',
          'PA 83 PRSA',
        ),
      ],
      prompt: 'Explain which breaches of a pension scheme have to be reported, by whom and to whom.',
      question: 'Which breaches must be reported to the Pensions Authority and by whom?',
    }),
    section('silence', {
      heading: 'Who may see this report',
      citations: ['HOUSE', 'PA 83'],
      text: `Where a misappropriation is suspected, nobody is told who need not know, and the person concerned is not asked. No rule
        against telling was found in the sections on reporting; this is good practice (not verified).`,
      question: 'May a suspected person be told of a report?',
    }),
    section('signature', {
      heading: 'Report',
      citations: [],
      text: `Made by: ______________________ of {{firmName}} Date: ______________ Sent to: ______________ Reference: ______________`,
      question: 'In which form is a breach reported?',
    }),
  ],
}

export const supervisoryCoverLetter: Template = {
  kind: 'SUPERVISORY_COVER_LETTER',
  version: 1,
  form: 'LETTER',
  sections: [
    section('address', {
      heading: 'Address',
      citations: [],
      text: `{{today}}

        The Pensions Authority

        **{{schemeName}} (PB number {{schemeNumber}}): your request {{requestReference}} of {{requestDate}}**

        Dear Sir or Madam,`,
      question: 'What may the competent authority ask a scheme for?',
    }),
    section('answer', {
      heading: 'Answer',
      citations: ['DIR 50', 'PA 26C'],
      text: `we write for the trustees of the scheme. The Authority may ask the trustees and those who carry out key functions for
        information and documents at any time. Please find enclosed what you asked for: {{enclosures}}.`,
      prompt: 'Write two sentences that introduce documents sent to the competent authority on its request.',
      question: 'Which documents can the competent authority obtain from a pension scheme?',
    }),
    section('missing', {
      heading: 'What is missing',
      citations: [],
      text: `What could not be enclosed, with the reason and the day by which it follows: {{toWrite}}. The first file of the
        enclosed pack lists what the records do not have.`,
      question: 'How is a gap in the records explained to the authority?',
    }),
    section('state', {
      heading: 'State of the records',
      citations: ['GDPR 5'],
      text: `The enclosures show the records on {{today}}. They hold personal data only as far as the request needs them.`,
      question: 'Which personal data may be given to the authority?',
    }),
    section('close', {
      heading: 'Close',
      citations: [],
      text: `Questions go to {{contactDetails}}.

        Yours faithfully,

        {{firmName}}, for the trustees of {{schemeName}}`,
      question: 'Who answers the authority for the trustees?',
    }),
  ],
}

/** What members are told, and what happens when one of them disagrees. */
import { passage, section, type Template } from '../template.ts'
import { HOUSE_REVIEW, PROPORTION } from './scope-and-review.ts'

export const communicationsPolicy: Template = {
  kind: 'COMMUNICATIONS_POLICY',
  version: 1,
  form: 'DOCUMENT',
  sections: [
    section('purpose', {
      heading: 'Purpose',
      citations: ['DIR 36', 'CODE'],
      text: `This policy says how the trustees of {{schemeName}} inform prospective members, members and beneficiaries. How
        information is given is law. That there is a policy on it is understood to be an expectation of the code, whose text was
        not at hand (not verified).`,
      passages: PROPORTION,
      prompt: 'Explain what a communications policy of a pension scheme is for.',
      question: 'Who must be informed by a pension scheme?',
    }),
    section('principles', {
      heading: 'Principles',
      citations: ['DIR 36'],
      text: `Information is

        - regularly updated
        - written clearly, in succinct and comprehensible language, without jargon, and without technical terms where everyday
        words can be used instead
        - not misleading, with a consistent vocabulary and content
        - presented in a way that is easy to read
        - available in an official language of the State whose law applies to the scheme
        - free of charge, electronically or on paper`,
      prompt: 'Explain each principle of information with an example.',
      question: 'Which principles apply to information for members?',
    }),
    section('occasions', {
      heading: 'What is told when',
      citations: ['DIR 38', 'DIR 41', 'DIR 37(3)', 'DIR 42', 'SI301 11', 'SI301 14', 'HOUSE'],
      text: `- **Before joining**, or promptly after automatic joining: options, features of the scheme, how environmental,
        climate, social and governance factors are considered, and where more is found.
        - **New members:** basic information, within two months of joining; the regulations on it were not at hand (not
        verified).
        - **Every year:** a pension benefit statement for each member.
        - **Leavers:** their options, within two months (not verified).
        - **Before retirement:** the options for taking benefits, in due time.
        - **Changes of the rules:** within a reasonable time, which the house reads as 28 days.
        - **On request:** annual report, statement of investment policy principles, and what else the law names.`,
      passages: [
        passage(
          'MEMBERS_BEAR_RISK',
          `Because members bear investment risk, they also learn the past performance of at least five years, or of all years
          where there are fewer, the structure of costs, the range of options, and the default option.`,
          'DIR 37',
          'DIR 37(1)',
        ),
        passage(
          'PROMISES_BENEFITS',
          `Because benefits are promised, statements also inform on the funding level of the scheme as a whole and on guarantees
          or mechanisms by which benefits can be reduced.`,
          'DIR 39',
          'DIR 37(1)',
        ),
      ],
      prompt: 'List the occasions on which members of a scheme of this type are informed.',
      question: 'What information must members receive and when?',
    }),
    section('statement', {
      heading: 'Pension benefit statement',
      citations: ['DIR 38 form', 'DIR 38', 'DIR 39', 'SI128 31'],
      text: `The title contains the words "Pension Benefit Statement", and the exact date to which it refers is stated
        prominently. It is accurate, up to date, free of charge, made available at least annually, and given on paper on
        request. Material changes against the year before are clearly indicated. The Irish regulations on its preparation were
        not at hand (not verified).`,
      prompt: 'Explain the form of the pension benefit statement.',
      question: 'What form must the pension benefit statement have?',
    }),
    section('approval', {
      heading: 'Who writes and who approves',
      citations: ['DIR 36', 'HOUSE'],
      text: `{{administratorName}} prepares standard letters and statements, and {{firmName}} supports the trustees. The trustees
        approve standard texts before they are used first and after each change. A sample is read each year by somebody who does
        not work with pensions, which is a house suggestion.`,
      question: 'Who is responsible for information to members?',
    }),
    section('channels', {
      heading: 'Channels, records and errors',
      citations: ['DIR 36', 'GDPR 5', 'HOUSE'],
      text: `It is recorded what was sent to whom, when and how. Personal data are sent by secured channels only. An error is put
        right towards everybody who received it, and entered in the breach register where a duty was missed. Questions go to
        {{contactDetails}}.`,
      prompt: 'Describe channels and records of information to members.',
      question: 'Can information to members be given electronically?',
    }),
    HOUSE_REVIEW,
  ],
}

export const disputeProcedures: Template = {
  kind: 'DISPUTE_RESOLUTION_PROCEDURES',
  version: 1,
  form: 'DOCUMENT',
  sections: [
    section('purpose', {
      heading: 'Purpose',
      citations: ['PA 132', 'HOUSE'],
      text: `Under the Act, regulations may require the trustees of a scheme to establish procedures for complaints and for the
        internal resolution of disputes. These are the procedures of {{schemeName}}. The regulations themselves were not at
        hand: who may complain, about what, in which steps and within which time is to be checked there (not verified).`,
      passages: PROPORTION,
      prompt: 'Explain what internal dispute resolution of a pension scheme is for.',
      question: 'Must trustees have procedures for internal dispute resolution?',
    }),
    section('who', {
      heading: 'Who may use them',
      citations: ['PA 132', 'HOUSE'],
      text: `As a house reading they are open to members, to former members, to prospective members, to beneficiaries and
        survivors, and to those who claim to be one of them, for complaints about how the scheme is run and for disputes of fact
        or law with the trustees. Somebody may act for them with a written authority.`,
      question: 'Who can bring a dispute under internal dispute resolution?',
    }),
    section('steps', {
      heading: 'Steps',
      citations: ['PA 132', 'HOUSE'],
      text: `1. The complaint is made in writing to {{contactDetails}}. Help with writing it is offered.
        2. It is confirmed, entered in a list, and given to somebody who was not involved.
        3. The facts are collected, and the person is heard where that helps.
        4. The trustees make a determination in writing, with reasons, the provisions that it rests on, and the next step.

        Time limits: {{internalDeadlines}}. They follow the regulations, which go before this text.`,
      prompt: 'Describe the steps of an internal dispute resolution procedure.',
      question: 'Which steps does the internal resolution of disputes have?',
    }),
    section('effect', {
      heading: 'Effect of a determination',
      citations: ['PA 132'],
      text: `A determination binds nobody unless that person agrees in writing to be bound by it, upon or after the making of the
        determination. The letter says so.`,
      prompt: 'Explain the effect of a determination.',
      question: 'Is a determination under internal dispute resolution binding?',
    }),
    section('ombudsman', {
      heading: 'Ombudsman',
      citations: ['PA 131', 'FSPO 2017'],
      text: `A person who is not satisfied may turn to the ombudsman for financial services and pensions after these procedures are used up.
        Time limits apply; those of today were not at hand (not verified). The letter gives the current address.`,
      prompt: 'Explain the way to the ombudsman after internal dispute resolution.',
      question: 'When can a member complain to the ombudsman?',
    }),
    section('records', {
      heading: 'Records and lessons',
      citations: ['PA 59', 'GDPR 5', 'HOUSE'],
      text: `Each complaint is recorded with what was found and decided. The trustees see at each meeting how many are open and
        what they have in common. A complaint that shows a breach is entered in the register as well. Personal data are seen by
        those only who need them.`,
      question: 'How are complaints recorded?',
    }),
    HOUSE_REVIEW,
  ],
}

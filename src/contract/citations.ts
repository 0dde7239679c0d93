/**
 * Every legal reference of the product, in one place: rules, refusals, pages and templates name an id, and what is shown is made
 * here. A reference with a `unit` was found in a stored copy of that text (test/citations.test.ts looks it up again); one without was
 * not, and is shown as unverified. Headings are ours.
 */

import { INSTRUMENTS, type InstrumentId } from './instruments.ts'

export interface Citation {
  instrument: InstrumentId
  /** As it is cited, without the instrument. */
  label: string
  heading: string
  /** Where a stored copy has it: the document, and how the heading of its unit begins. Null: not found in a stored text. */
  unit: { docId: string; heading: string } | null
}

const DIRECTIVE = 'EU-32016L2341'
const citeArticle =
  (instrument: InstrumentId, docId: string) =>
  (label: string, heading: string): Citation => ({
    instrument,
    label: `${/-\d+$/.test(label) ? 'arts' : 'art.'} ${label}`,
    heading,
    unit: { docId, heading: `Article ${/^\d+a?/.exec(label)?.[0]} — ` },
  })
const dir = citeArticle('DIR', DIRECTIVE)
const dora = citeArticle('DORA', 'EU-32022R2554')
const gdpr = citeArticle('GDPR', 'EU-32016R0679')
const sfdr = citeArticle('SFDR', 'EU-32019R2088')
/** A section of the Pensions Act, and the Act whose stored copy has its words. */
const citePensionsAct = (label: string, heading: string, docId: string, unit: string): Citation => ({
  instrument: 'PA',
  label: `s.${label}`,
  heading,
  unit: { docId, heading: unit },
})
const citeUnseenText = (instrument: InstrumentId, label: string, heading: string): Citation => ({
  instrument,
  label,
  heading,
  unit: null,
})
/** A section of the Act on automatic enrolment, as revised. */
const citeAutoEnrolmentAct = (label: string, heading: string): Citation => ({
  instrument: 'AE',
  label: `s.${label}`,
  heading,
  unit: { docId: 'IE-2024-act-20', heading: `Section ${label} — ` },
})

const ACT_1990 = 'IE-1990-act-25'
const ACT_1996 = 'IE-1996-act-18'
const ACT_2002 = 'IE-2002-act-18'
const ACT_2005 = 'IE-2005-act-4'
const ACT_2006 = 'IE-2006-act-5'
const ACT_2007 = 'IE-2007-act-8'
const ACT_2008 = 'IE-2008-act-2'
const ACT_2009 = 'IE-2009-act-10'
const ACT_2012 = 'IE-2012-act-12'
const TCA = 'IE-1997-act-39-ss770-790'
const FINANCE_2024 = 'IE-2024-act-43-ss12-15'

export const CITATIONS = {
  // --- Pensions Act 1990
  'PA 2': citePensionsAct('2', 'Definitions', ACT_1990, 'Section 2 — '),
  'PA 2 OMA': citePensionsAct('2(1)', 'One-member arrangement', ACT_2008, 'Section 27 — '),
  'PA 2 DC': citePensionsAct('2(1)', 'Defined contribution scheme', ACT_2008, 'Section 29 — '),
  'PA 2 small': citePensionsAct('2(1)', 'Small scheme', ACT_2005, 'Section 28 — '),
  'PA 3': citePensionsAct('3(3A)', 'Penalties', ACT_2009, 'Section 20 — '),
  'PA 3A': citePensionsAct('3A', 'Notice of the intention to prosecute', ACT_2006, 'Inserted section 3A — '),
  'PA 3A(1A)': citePensionsAct(
    '3A(1A)',
    'Offences for which a notice may be given',
    ACT_2007,
    'Amendment of Section 3A (inserted by the Act of 2006)',
  ),
  'PA 9A': citeUnseenText('PA', 's.9A', 'The Board is the Pensions Authority'),
  'PA 18': citePensionsAct('18', 'Authorised persons', ACT_1990, 'Section 18 — '),
  'PA 25': citePensionsAct('25', 'Fees', ACT_1990, 'Section 25 — '),
  'PA 26': citePensionsAct('26', 'Hearings before a determination', ACT_1990, 'Section 26 — '),
  'PA 26C': citeUnseenText('PA', 'ss.26C-26AB', 'Prudential supervision'),
  'PA 28': citePensionsAct('28(2)', 'Preserved benefit after two years', ACT_2002, 'Section 17 — '),
  'PA 29': citePensionsAct('29', 'Preserved benefit of a DB scheme', ACT_1990, 'Section 29 — '),
  'PA 30': citePensionsAct('30', 'Preserved benefit of a DC scheme', ACT_1990, 'Section 30 — '),
  'PA 31': citePensionsAct('31', 'Payment of preserved benefit', ACT_1990, 'Section 31 — '),
  'PA 32': citePensionsAct('32', 'No refund beside a preserved benefit', ACT_1990, 'Section 32 — '),
  'PA 33': citePensionsAct('33', 'Revaluation of preserved benefit', ACT_1990, 'Section 33 — '),
  'PA 34': citePensionsAct('34', 'Entitlement to a transfer payment', ACT_1990, 'Section 34 — '),
  'PA 35': citePensionsAct('35', 'Transfer payment by the trustees', ACT_1990, 'Section 35 — '),
  'PA 36': citePensionsAct('36', 'No forfeiture and no lien', ACT_1990, 'Section 36 — '),
  'PA 39': citePensionsAct('39', 'Higher, earlier or later benefits', ACT_2002, 'Substituted section 39 — '),
  'PA 42': citePensionsAct(
    '42',
    'Actuarial funding certificate and funding standard reserve',
    ACT_2012,
    'Section 27 — ',
  ),
  'PA 43': citePensionsAct(
    '43',
    'Effective dates and submission of funding certificates',
    ACT_2012,
    'Section 28 — ',
  ),
  'PA 43 first': citePensionsAct('43(1)', 'First and later effective dates', ACT_1990, 'Section 43 — '),
  'PA 44': citePensionsAct('44', 'The funding standard', ACT_2012, 'Substituted section 44 — '),
  'PA 47': citePensionsAct('47', 'Resources that count for the funding standard', ACT_1990, 'Section 47 — '),
  'PA 48': citePensionsAct('48', 'Priorities on winding up', ACT_2009, 'Section 16 — '),
  'PA 49': citePensionsAct('49', 'Funding proposal', ACT_2012, 'Section 34 — '),
  'PA 50': citePensionsAct('50', 'Direction to reduce benefits', ACT_1990, 'Section 50 — '),
  'PA 50A': citePensionsAct('50A', 'Amendment of a relevant scheme', ACT_2009, 'Inserted section 50A — '),
  'PA 51': citePensionsAct('51', 'Scheme actuary', ACT_1990, 'Section 51 — '),
  'PA 53E': citeUnseenText('PA', 's.53E', 'Regulatory own funds schemes'),
  'PA 53H': citeUnseenText('PA', 'ss.53H, 53L', 'Own funds and technical provisions certificates'),
  'PA 54': citePensionsAct('54', 'Disclosure of information', ACT_1990, 'Section 54 — '),
  'PA 54(2)': citePensionsAct(
    '54(2)',
    'A registered administrator for the benefit statements',
    ACT_2008,
    'Section 27 — ',
  ),
  'PA 55(1A)': citePensionsAct(
    '55(1A)',
    'A registered administrator for the annual report',
    ACT_2008,
    'Section 27 — ',
  ),
  'PA 55(1)': citePensionsAct('55(1)', 'The scheme year', ACT_1990, 'Section 55 — '),
  'PA 55': citePensionsAct('55', 'Annual report', ACT_1990, 'Section 55 — '),
  'PA 55 statement': citePensionsAct('55', "Actuary's yearly statement", ACT_2012, 'Section 38 — '),
  'PA 55(2)': citePensionsAct('55(2)', 'Schemes for death benefits only', ACT_1990, 'Section 55 — '),
  'PA 56(6)': citePensionsAct('56(6)', 'Death benefits only: no accounts', ACT_1990, 'Section 56 — '),
  'PA 56': citePensionsAct('56', 'Audited accounts and valuations', ACT_1990, 'Section 56 — '),
  'PA 56(2A)': citePensionsAct(
    '56(2A)',
    'Valuation of the liabilities of a DC scheme',
    ACT_2005,
    'Section 31 — ',
  ),
  'PA 56A': citePensionsAct('56A', 'Indexation of pensions in payment', ACT_2002, 'Inserted section 56A — '),
  'PA 58A': citePensionsAct(
    '58A',
    'Remittance of contributions by the employer',
    ACT_2002,
    'Inserted section 58A — ',
  ),
  'PA 58A(1)': citePensionsAct(
    '58A(1)',
    'Deductions from pay: 21 days after the month',
    ACT_2002,
    'Inserted section 58A — ',
  ),
  'PA 58A(2)': citePensionsAct(
    '58A(2)',
    "Employer's contributions to a DC scheme: 21 days after the month",
    ACT_2002,
    'Inserted section 58A — ',
  ),
  'PA 58A(3)': citePensionsAct(
    '58A(3)-(4)',
    "Monthly statement of deductions, and of the employer's money of a DC scheme",
    ACT_2002,
    'Inserted section 58A — ',
  ),
  'PA 58A RAC': citePensionsAct('58A', 'Contributions to a trust RAC', ACT_2007, 'Amendment of Section 58A'),
  'PA 59': citePensionsAct('59', 'General duties of trustees', ACT_2002, 'Substituted section 59 — '),
  'PA 59(1)(a)': citePensionsAct(
    '59(1)(a)',
    "Investing deductions, and the employer's money of a DC scheme, within ten days of the due date",
    ACT_2002,
    'Substituted section 59 — ',
  ),
  'PA 59(1)(aa)': citePensionsAct(
    '59(1)(aa)',
    'Investing the contributions of a trust RAC',
    ACT_2007,
    'Amendment of Section 59',
  ),
  'PA 59(1)(f)': citePensionsAct(
    '59(1)(f)',
    'A registered administrator is appointed',
    ACT_2008,
    'Section 27 — ',
  ),
  'PA 59(1B)': citePensionsAct(
    '59(1B)',
    'Statement of investment policy principles',
    ACT_2005,
    'Section 33 — ',
  ),
  'PA 59A': citePensionsAct('59A', 'Qualifications of trustees', ACT_2005, 'Inserted section 59A — '),
  'PA 59AA': citePensionsAct('59AA', 'Training of trustees', ACT_2008, 'Substituted section 59AA — '),
  'PA 60': citePensionsAct('60', 'Registration of schemes', ACT_1990, 'Section 60 — '),
  'PA 61B': citePensionsAct('61B', 'Restriction on borrowing', ACT_2005, 'Inserted section 61B — '),
  'PA 62': citePensionsAct('62', 'Trustees selected by members', ACT_1990, 'Section 62 — '),
  'PA 59D': citePensionsAct('59D', 'Duties of trustees on a winding-up', ACT_2002, 'Inserted section 59D — '),
  'PA 59G': citePensionsAct(
    '59G',
    'Trustee consent for early retirement',
    ACT_2012,
    'Substituted section 59G — ',
  ),
  'PA 63': citePensionsAct('63', 'Trustees appointed by the High Court', ACT_1990, 'Section 63 — '),
  'PA 63A': citePensionsAct('63A', 'Suspension of trustees', ACT_1996, 'Inserted section 63A — '),
  'PA 63B': citePensionsAct('63B', 'Acting while removed or suspended', ACT_1996, 'Inserted section 63B — '),
  'PA 64': citePensionsAct('64', 'Trustees appointed by the Board', ACT_1990, 'Section 64 — '),
  'PA 64AC': citeUnseenText('PA', 's.64AC', 'At least two trustees'),
  'PA 64AD': citeUnseenText('PA', 'ss.64AD-64AF', 'System of governance, written policies, internal control'),
  'PA 64AG': citeUnseenText('PA', 's.64AG', 'Remuneration policy'),
  'PA 64AH': citeUnseenText('PA', 's.64AH', 'Key functions'),
  'PA 64AI': citeUnseenText('PA', 's.64AI', 'Risk management function'),
  'PA 64AJ': citeUnseenText('PA', 's.64AJ', 'Internal audit function'),
  'PA 64AK': citeUnseenText('PA', 's.64AK', 'Actuarial function'),
  'PA 64AL': citeUnseenText('PA', 's.64AL', 'Own-risk assessment'),
  'PA 64AM': citeUnseenText('PA', 's.64AM', 'Outsourcing'),
  'PA 64B': citePensionsAct('64B', 'Core administration functions', ACT_2008, 'Inserted section 64B — '),
  'PA 64C': citePensionsAct('64C', 'Register of administrators', ACT_2008, 'Inserted section 64C — '),
  'PA 64D': citePensionsAct('64D', 'Registration of administrators', ACT_2008, 'Inserted section 64D — '),
  'PA 64E': citePensionsAct(
    '64E(1)',
    'Renewal of the registration of an administrator',
    ACT_2008,
    'Inserted section 64E — ',
  ),
  'PA 64G': citePensionsAct(
    '64G',
    'Duties of registered administrators',
    ACT_2008,
    'Inserted section 64G — ',
  ),
  'PA 64G(3)': citePensionsAct('64G(3)', 'Ninety days of notice', ACT_2008, 'Inserted section 64G — '),
  'PA 64H': citePensionsAct(
    '64H',
    'End of the registration of an administrator',
    ACT_2008,
    'Inserted section 64H — ',
  ),
  'PA 64I': citePensionsAct('64I', 'Appeals about registration', ACT_2008, 'Inserted section 64I — '),
  'PA 64O': citePensionsAct(
    '64O',
    'Duties of an administrator that loses its registration',
    ACT_2008,
    'Inserted section 64O — ',
  ),
  'PA 66': citePensionsAct(
    '66',
    'Schemes follow the principle of equal treatment',
    ACT_1990,
    'Section 66 — ',
  ),
  'PA 67': citePensionsAct('67', 'Principle of equal treatment', ACT_1990, 'Section 67 — '),
  'PA 72': citePensionsAct('72', 'Maternity leave', ACT_1990, 'Section 72 — '),
  'PA 73': citePensionsAct('73', 'Family leave', ACT_1990, 'Section 73 — '),
  'PA 82': citePensionsAct('82', 'Relevant persons', ACT_1996, 'Inserted section 82 — '),
  'PA 82 PRSA': citePensionsAct('82', 'Relevant persons of a PRSA', ACT_2002, 'Section 46 — '),
  'PA 83': citePensionsAct('83', 'Report of misappropriation or fraud', ACT_1996, 'Inserted section 83 — '),
  'PA 83 PRSA': citePensionsAct('83(2A)-(2G)', 'Reports about a PRSA', ACT_2002, 'Section 47 — '),
  'PA 84': citePensionsAct(
    '84',
    'Protection of persons who report in good faith',
    ACT_1996,
    'Inserted section 84 — ',
  ),
  'PA 87': citePensionsAct(
    '87',
    'Arrears of contributions by order of the High Court',
    ACT_1996,
    'Inserted section 87 — ',
  ),
  'PA 94': citePensionsAct(
    '94(1)',
    'Application for approval of a PRSA product',
    ACT_2002,
    'Inserted section 94 — ',
  ),
  'PA 95': citePensionsAct('95', 'Misleading statements', ACT_2002, 'Inserted section 95 — '),
  'PA 98': citePensionsAct('98', 'Ownership of PRSA assets', ACT_2002, 'Inserted section 98 — '),
  'PA 104': citePensionsAct('104', 'Charges of a PRSA', ACT_2002, 'Inserted section 104 — '),
  'PA 106': citePensionsAct('106', 'Contributions to a PRSA', ACT_2002, 'Inserted section 106 — '),
  'PA 108': citePensionsAct('108', 'Transfers between PRSA providers', ACT_2002, 'Inserted section 108 — '),
  'PA 109': citePensionsAct('109', 'Payment of PRSA assets', ACT_2002, 'Inserted section 109 — '),
  'PA 110': citePensionsAct('110', 'Marketing and sale of PRSAs', ACT_2002, 'Inserted section 110 — '),
  'PA 111': citePensionsAct('111', 'Preliminary disclosure certificate', ACT_2002, 'Inserted section 111 — '),
  'PA 112': citePensionsAct(
    '112',
    'Statements of Reasonable Projection',
    ACT_2002,
    'Inserted section 112 — ',
  ),
  'PA 113': citePensionsAct(
    '113',
    'Disclosure before a transfer to a PRSA',
    ACT_2002,
    'Inserted section 113 — ',
  ),
  'PA 114': citePensionsAct('114', 'Statements to PRSA contributors', ACT_2002, 'Inserted section 114 — '),
  'PA 116': citePensionsAct('116', 'Statement of Reasonable Projection', ACT_2002, 'Inserted section 116 — '),
  'PA 121(3)': citePensionsAct(
    '121(3)',
    'Deductions for a PRSA: 21 days after the month',
    ACT_2002,
    'Inserted section 121 — ',
  ),
  'PA 121(4)': citePensionsAct(
    '121(4)',
    "Employer's contributions to a PRSA: 21 days after the month",
    ACT_2002,
    'Inserted section 121 — ',
  ),
  'PA 121(5)': citePensionsAct(
    '121(5)',
    'Monthly statement of contributions to a PRSA',
    ACT_2002,
    'Inserted section 121 — ',
  ),
  'PA 121': citePensionsAct(
    '121',
    'Access to a Standard PRSA; remittance',
    ACT_2002,
    'Inserted section 121 — ',
  ),
  'PA 123': citePensionsAct(
    '123(1)',
    'Additional voluntary contributions',
    ACT_2002,
    'Inserted section 123 — ',
  ),
  'PA 125': citePensionsAct(
    '125(2)',
    'Termination of a DC scheme into PRSAs: information by the employer three months before',
    ACT_2002,
    'Inserted section 125 — ',
  ),
  'PA 131': citePensionsAct(
    '131',
    'Complaints to the Pensions Ombudsman',
    ACT_2002,
    'Inserted section 131 — ',
  ),
  'PA 132': citePensionsAct('132', 'Internal resolution of disputes', ACT_2002, 'Inserted section 132 — '),
  'PA 149': citePensionsAct(
    '149',
    'Authorisation for cross-border schemes',
    ACT_2005,
    'Inserted section 149 — ',
  ),
  'PA 150': citePensionsAct(
    '150',
    'Revocation of a cross-border authorisation',
    ACT_2005,
    'Inserted section 150 — ',
  ),
  // --- Directive (EU) 2016/2341
  'DIR 5': dir('5', 'Small IORPs'),
  'DIR 6': dir('6', 'Definitions'),
  'DIR 6(1)': dir('6(1)', 'Definition of an institution for occupational retirement provision'),
  'DIR 6(5)': dir('6(5)-(7)', 'Members, beneficiaries and prospective members'),
  'DIR 7': dir('7', 'Activities of an IORP'),
  'DIR 8': dir('8', 'Legal separation from the employer'),
  'DIR 10': dir('10', 'Conditions of operation'),
  'DIR 11': dir('11(2)', 'Cross-border activity'),
  'DIR 12': dir('12', 'Cross-border transfers'),
  'DIR 13': dir('13', 'Technical provisions'),
  'DIR 14': dir('14', 'Funding of technical provisions'),
  'DIR 15': dir('15', 'Regulatory own funds'),
  'DIR 19': dir('19', 'Investment rules'),
  'DIR 19(1)(d)': dir('19(1)(d)', 'Assets predominantly on regulated markets'),
  'DIR 19(1)(g)': dir('19(1)(g)', 'Self-investment: 5 % and 10 %'),
  'DIR 19(3)': dir('19(3)', 'No borrowing, and no guarantees for others'),
  'DIR 20': dir('20', 'Responsibility of the management or supervisory body'),
  'DIR 21': dir('21(1)', 'System of governance'),
  'DIR 21(2)': dir('21(2)', 'Proportionality of the system of governance'),
  'DIR 21(3)': dir('21(3)', 'Written policies, reviewed at least every three years'),
  'DIR 21(4)': dir('21(4)', 'Internal control'),
  'DIR 21(5)': dir('21(5)', 'Continuity and contingency, as replaced from 17 January 2025'),
  'DIR 21(6)': dir('21(6)', 'At least two persons who run the IORP'),
  'DIR 22': dir('22(1)', 'Fit and proper'),
  'DIR 22(1)(a)': dir('22(1)(a)', 'Qualifications, knowledge and experience'),
  'DIR 22(1)(a)(ii)': dir(
    '22(1)(a)(ii)',
    'Professional qualifications of internal audit and actuarial holders',
  ),
  'DIR 22(1)(b)': dir('22(1)(b)', 'Good repute and integrity'),
  'DIR 23': dir('23', 'Remuneration policy'),
  'DIR 24(1)': dir('24(1)', 'Key functions'),
  'DIR 24(2)': dir('24(2)', 'Independence of internal audit'),
  'DIR 24(3)': dir('24(3)', 'Not the same function at the employer'),
  'DIR 24(4)': dir('24(4)-(5)', 'Reports of the holders, and to the authority'),
  'DIR 24(6)': dir('24(6)', 'Protection of persons who inform the authority'),
  'DIR 25': dir('25', 'Risk management'),
  'DIR 25(2)': dir('25(2)-(3)', 'Areas of risk'),
  'DIR 26': dir('26', 'Internal audit'),
  'DIR 27': dir('27', 'Actuarial function'),
  'DIR 28': dir('28', 'Own-risk assessment'),
  'DIR 28(1)': dir('28(1)', 'One scheme may be assessed alone'),
  'DIR 28(2)': dir('28(2)', 'Contents of the own-risk assessment'),
  'DIR 28(2)(h)': dir('28(2)(h)', 'Environmental, social and governance risks'),
  'DIR 28(3)': dir('28(3)', 'Methods of the own-risk assessment'),
  'DIR 28(4)': dir('28(4)', 'Use in strategic decisions'),
  'DIR 29': dir('29', 'Annual accounts and reports'),
  'DIR 30': dir('30', 'Statement of investment policy principles'),
  'DIR 31': dir('31', 'Outsourcing'),
  'DIR 31(2)': dir('31(2)', 'The trustees stay responsible'),
  'DIR 31(3)': dir('31(3)-(4)', 'Limits of outsourcing, selection and monitoring'),
  'DIR 31(5)': dir('31(5)', 'A written, enforceable agreement'),
  'DIR 31(6)': dir('31(6)', 'Notification of outsourcing'),
  'DIR 31(7)': dir('31(7)', 'Information on outsourced activities'),
  'DIR 32': dir('32', 'Investment managers of other Member States'),
  'DIR 33': dir('33', 'Depositary'),
  'DIR 34': dir('34(1)-(4)', 'Safekeeping by a depositary'),
  'DIR 34(5)': dir('34(5)', 'Safekeeping without a depositary'),
  'DIR 35': dir('35(3)', 'Oversight without a depositary'),
  'DIR 36': dir('36', 'Principles of information'),
  'DIR 37(1)': dir('37(1)-(2)', 'General information on the scheme'),
  'DIR 37': dir('37(1)(g)-(h)', 'Past performance and costs, without a yearly date'),
  'DIR 37(3)': dir('37(3)', 'Information on changes of the rules'),
  'DIR 38': dir('38(3)', 'Pension benefit statement, every year'),
  'DIR 38 form': dir('38', 'Form of the pension benefit statement'),
  'DIR 39': dir('39', 'Contents of the pension benefit statement'),
  'DIR 40': dir('40', 'Supplementary information'),
  'DIR 41': dir('41', 'Information for prospective members'),
  'DIR 43(2)': dir('43(2)', 'Information on a reduction of benefits'),
  'DIR 42': dir('42', 'Information before retirement'),
  'DIR 43': dir('43', 'Information for beneficiaries'),
  'DIR 44': dir('44', 'Information on request'),
  'DIR 45': dir('45', 'Aim of supervision'),
  'DIR 47': dir('47', 'Principles of supervision'),
  'DIR 48': dir('48', 'Powers of the authority'),
  'DIR 49': dir('49', 'Supervisory review'),
  'DIR 50': dir('50', 'Information that the authority may ask for'),
  // --- Other acts of the Union
  'DORA 2(1)(p)': dora('2(1)(p)', 'Institutions for occupational retirement provision'),
  'DORA 2': dora('2(3)(c)', 'IORPs with no more than 15 members'),
  'DORA 2(3)(e)': dora('2(3)(e)', 'Smaller insurance intermediaries'),
  'DORA 3': dora('3(8)-(22)', 'Incidents and critical functions'),
  'DORA 3(53)': dora('3(53)', 'Small institution'),
  'DORA 3(60)': dora('3(60)', 'Microenterprise'),
  'DORA 4': dora('4', 'Proportionality'),
  'DORA 5-15': dora('5-15', 'ICT risk management, in full'),
  'DORA 5': dora('5', 'Governance of ICT risk'),
  'DORA 6': dora('6', 'ICT risk management framework'),
  'DORA 6(5)': dora('6(5)', 'Yearly review of the framework'),
  'DORA 8': dora('8', 'Identification'),
  'DORA 11': dora('11', 'Response and recovery'),
  'DORA 12': dora('12', 'Backup and restoration'),
  'DORA 13': dora('13', 'Learning and evolving'),
  'DORA 14': dora('14', 'Communication'),
  'DORA 16': dora('16', 'Simplified framework'),
  'DORA 17': dora('17', 'Management of ICT incidents'),
  'DORA 18': dora('18', 'Classification of ICT incidents'),
  'DORA 19': dora('19', 'Reports of major ICT incidents'),
  'DORA 24': dora('24', 'Testing'),
  'DORA 26': dora('26(1)', 'Threat-led penetration testing'),
  'DORA 28': dora('28', 'ICT third-party risk'),
  'DORA 28(3)': dora('28(3)', 'Register of ICT contracts'),
  'DORA 30': dora('30', 'Contents of ICT contracts'),
  'DORA 50': dora('50', 'Powers and penalties'),
  'DORA 64': dora('64', 'Application from 17 January 2025'),
  'GDPR 4': gdpr('4(12)', 'Meaning of a personal data breach'),
  'GDPR 5': gdpr('5', 'Principles'),
  'GDPR 6': gdpr('6', 'Lawfulness'),
  'GDPR 7': gdpr('7', 'Consent'),
  'GDPR 9': gdpr('9', 'Special categories of data'),
  'GDPR 12(3)': gdpr('12(3)', 'Answer within one month'),
  'GDPR 13': gdpr('13', 'Information when data are collected'),
  'GDPR 15': gdpr('15', 'Access'),
  'GDPR 16': gdpr('16', 'Rectification'),
  'GDPR 17': gdpr('17', 'Erasure'),
  'GDPR 18': gdpr('18', 'Restriction of processing'),
  'GDPR 20': gdpr('20', 'Portability'),
  'GDPR 21': gdpr('21', 'Objection'),
  'GDPR 22': gdpr('22', 'Automated decisions'),
  'GDPR 25': gdpr('25', 'By design and by default'),
  'GDPR 26': gdpr('26', 'Joint controllers'),
  'GDPR 28': gdpr('28', 'Processors'),
  'GDPR 30': gdpr('30', 'Records of processing'),
  'GDPR 32': gdpr('32', 'Security'),
  'GDPR 33': gdpr('33(1)', 'Notification within 72 hours'),
  'GDPR 34': gdpr('34', 'Communication to the persons concerned if the risk is high'),
  'GDPR 35': gdpr('35', 'Impact assessment'),
  'GDPR 37': gdpr('37', 'Data protection officer'),
  'GDPR 44': gdpr('44', 'Transfers to third countries'),
  'GDPR 77': gdpr('77', 'Complaint to the supervisory authority'),
  'GDPR 82': gdpr('82', 'Compensation and liability'),
  'GDPR 83': gdpr('83', 'Administrative fines'),
  'SFDR 2(7)': sfdr('2(7)', 'Institutions in scope'),
  'SFDR 3': sfdr('3', 'Policies on sustainability risks'),
  'SFDR 4': sfdr('4', 'Adverse impacts on sustainability'),
  'SFDR 5': sfdr('5', 'Remuneration and sustainability risks'),
  'SFDR 6': sfdr('6', 'Sustainability risks before joining'),
  'SFDR 10': sfdr('10', 'Sustainability disclosures on the website'),
  'SFDR 11': sfdr('11', 'Sustainability in periodic reports'),
  'SFDR 12': sfdr('12', 'Keeping disclosures up to date'),
  'SFDR 15': sfdr('15', 'Publication by pension institutions and intermediaries'),
  'SFDR 17': sfdr('17', 'Exemption of small intermediaries'),
  'OWTA 2': citeUnseenText('OWTA', 'Second Schedule', 'Public holidays'),
  'REG1182 3': citeUnseenText('REG1182', 'art. 3(4)', 'A period that ends on a holiday'),
  'DIR2556 8': {
    instrument: 'DIR2556',
    label: 'art. 8',
    heading: 'Continuity, with digital resilience',
    unit: { docId: 'EU-32022L2556', heading: 'Article 8 — ' },
  },
  // --- Taxes and later Acts
  'TCA 772': {
    instrument: 'TCA',
    label: 's.772',
    heading: 'Approval of schemes',
    unit: { docId: TCA, heading: 'Section 772 — ' },
  },
  'TCA 774': {
    instrument: 'TCA',
    label: 's.774(7)',
    heading: 'Relief for employee contributions, up to 15 per cent of remuneration',
    unit: { docId: TCA, heading: 'Section 774 — ' },
  },
  'TCA 782': {
    instrument: 'TCA',
    label: 's.782',
    heading: 'Repayments to an employer',
    unit: { docId: TCA, heading: 'Section 782 — ' },
  },
  'TCA 784': {
    instrument: 'TCA',
    label: 's.784',
    heading: 'Retirement annuity contracts',
    unit: { docId: TCA, heading: 'Section 784 — ' },
  },
  'TCA 780': {
    instrument: 'TCA',
    label: 's.780',
    heading: "Repayment of employees' contributions",
    unit: { docId: TCA, heading: 'Section 780 — ' },
  },
  'TCA 787': {
    instrument: 'TCA',
    label: 's.787',
    heading: 'Relief for premiums of retirement annuities',
    unit: { docId: TCA, heading: 'Section 787 — ' },
  },
  'TCA 787E': {
    instrument: 'TCA',
    label: 's.787E',
    heading: 'Relief for PRSA contributions',
    unit: { docId: ACT_2002, heading: 'Inserted section 787E — ' },
  },
  'TCA 787K': {
    instrument: 'TCA',
    label: 's.787K',
    heading: 'Conditions for the approval of a PRSA product',
    unit: { docId: ACT_2002, heading: 'Inserted section 787K — ' },
  },
  'FA24 12': {
    instrument: 'FA24',
    label: 's.12',
    heading: "Employer's contributions to PRSAs",
    unit: { docId: FINANCE_2024, heading: 'Section 12 — ' },
  },
  'FA24 13': {
    instrument: 'FA24',
    label: 's.13',
    heading: 'Standard fund threshold',
    unit: { docId: FINANCE_2024, heading: 'Section 13 — ' },
  },
  'AE 50': citeAutoEnrolmentAct('50', 'Enrolment'),
  'AE 51': citeAutoEnrolmentAct('51', 'Exempt employment'),
  'AE 52': citeAutoEnrolmentAct('52', 'Standards for exempt employment'),
  'AE 53': citeAutoEnrolmentAct('53', 'Opting in'),
  'AE 54': citeAutoEnrolmentAct('54', 'Opting out'),
  'AE 55': citeAutoEnrolmentAct('55', 'Re-enrolment'),
  'AE 57': citeAutoEnrolmentAct('57', 'Contributing participants'),
  'AE 58': citeAutoEnrolmentAct('58', 'Contributions and the cap of EUR 80,000'),
  'AE 59': citeAutoEnrolmentAct('59', 'Payment by the employer'),
  'AE 61': citeAutoEnrolmentAct('61', 'Rates of contribution'),
  'AE 62': citeAutoEnrolmentAct('62', 'Suspension of contributions'),
  'AE 63': citeAutoEnrolmentAct('63', 'Repayment on opting out'),
  'AE 69': citeAutoEnrolmentAct('69', 'Risk levels'),
  'AE 70': citeAutoEnrolmentAct('70', 'The appropriate risk level'),
  'AE 82': citeAutoEnrolmentAct('82', 'Redemption of units'),
  'AE 83': citeAutoEnrolmentAct('83', 'Payment at pensionable age'),
  'AE 84': citeAutoEnrolmentAct('84', 'Payment after a death'),
  'AE 85': citeAutoEnrolmentAct('85', 'Early payment for ill-health'),
  'AE 89': citeAutoEnrolmentAct('89', 'The dormancy period'),
  'AE 90': citeAutoEnrolmentAct('90', 'Unclaimed balances'),
  'AE 97': citeAutoEnrolmentAct('97', 'Application for an unclaimed balance'),
  'AE 105': citeAutoEnrolmentAct('105', 'Annual statements'),
  'AE 114': citeAutoEnrolmentAct('114', 'Review'),
  'AE 116': citeAutoEnrolmentAct('116', 'Appeals'),
  'AE 117': citeAutoEnrolmentAct('117', 'Appeal to the High Court'),
  'AE 123': citeAutoEnrolmentAct('123', 'Compliance notice'),
  'AE 124': citeAutoEnrolmentAct('124', 'Fixed payment notice'),
  'AE 127': citeAutoEnrolmentAct('127', 'No penalisation of employees'),
  'AE 128': citeAutoEnrolmentAct('128', 'Hindering an employee'),
  'AE 129': citeAutoEnrolmentAct('129', 'Decisions on disputes with the employer'),
  'AE 131': citeAutoEnrolmentAct('131', 'Offences about contributions'),
  'AE 132': citeAutoEnrolmentAct('132', 'Penalties'),
  'AE 135': citeAutoEnrolmentAct('135', 'Time limit for prosecutions'),
  'AE 138': citeAutoEnrolmentAct('138', 'Interest on arrears'),
  'AE 139': citeAutoEnrolmentAct('139', 'Court orders for arrears'),
  // --- Not confirmed by a stored text
  'TCA 774 age': citeUnseenText('TCA', 's.774(7) as amended', 'Age-related limits and the earnings cap'),
  'SI128 3': citeUnseenText('SI128', 'reg. 3', 'Schemes and trust RACs are within the regime'),
  'SI128 31': citeUnseenText('SI128', 'regs 31-33', 'Pension benefit statement'),
  'SI301 5': citeUnseenText('SI301', 'regs 5, 8', 'Audited accounts and alternative arrangements'),
  'SI301 6': citeUnseenText('SI301', 'reg. 6', 'Actuarial valuation'),
  'SI301 7': citeUnseenText('SI301', 'reg. 7', 'Annual report'),
  'SI301 9': citeUnseenText('SI301', 'regs 9, 10', 'Disclosure of reports, and of the constitution'),
  'SI301 11': citeUnseenText('SI301', 'reg. 11', 'Basic information'),
  'SI301 13': citeUnseenText('SI301', 'reg. 13', 'Members'),
  'SI301 14': citeUnseenText('SI301', 'reg. 14', 'Leavers'),
  'SI301 15': citeUnseenText('SI301', 'reg. 15', 'Retirement and death'),
  'SI301 16': citeUnseenText('SI301', 'reg. 16', 'Winding up'),
  'SI301 17': citeUnseenText('SI301', 'reg. 17', 'Pension adjustment orders'),
  'SI301 18': citeUnseenText('SI301', 'reg. 18', 'Choice of investments'),
  'SI182 1': citeUnseenText('SI182', 'regulations', 'Disclosure by trust RACs'),
  'SWCA 262': citeUnseenText('SWCA', 's.262', 'Persons who may use a PPS number'),
  'PA 50B': citeUnseenText('PA', 's.50B', 'Direction to wind up the scheme'),
  'CPA 99': citeUnseenText('CPA', 's.99', 'Benefits for civil partners'),
  'FSPO 51': citeUnseenText('FSPO', 's.51', 'Time limits for a complaint'),
  'FSPO 64': citeUnseenText('FSPO', 's.64', 'Appeal to the High Court'),
  'FSPO 2017': citeUnseenText('FSPO', 'Act', 'Complaints to the ombudsman'),
  'NOTICE 2018': citeUnseenText('NOTICE', 'notice of 19 Feb 2018', "Trustees' calendar"),
  'NOTICE OMA': citeUnseenText(
    'NOTICE',
    'questions and answers on OMAs',
    'Derogation of one-member arrangements',
  ),
  'NOTICE RA': citeUnseenText('NOTICE', 'page on registered administrators', 'Yearly scheme information'),
  'NOTICE fines': citeUnseenText('NOTICE', 'page on fines and penalties', 'Amount of a fixed notice'),
  'NOTICE fees': citeUnseenText('NOTICE', 'page on scheme fees', 'Dates of the annual fee'),
  'NOTICE family law': citeUnseenText(
    'NOTICE',
    'pages on separation and divorce',
    'Pension adjustment orders',
  ),
  'NOTICE part-time': citeUnseenText('NOTICE', 'page on part-time work', 'Access of part-time employees'),
  'NOTICE windup': citeUnseenText('NOTICE', 'page on scheme wind-ups', 'Order of payment in a winding-up'),
  'NOTICE retirement': citeUnseenText('NOTICE', 'pages on benefits at retirement', 'Options at retirement'),
  FLA: citeUnseenText('FLA', 'Acts of 1995 and 1996', 'Pension adjustment orders'),
  PDA: citeUnseenText('PDA', 'Act as amended in 2022', 'Protected disclosures'),
  'PEEIA 7': citeUnseenText('PEEIA', 's.7', 'Unpaid contributions to a scheme'),
  SRD: citeUnseenText('SRD', 'regulations', 'Engagement policy of institutional investors'),
  'TCA 790D': citeUnseenText('TCA', 's.790D', 'Imputed distributions'),
  'REVENUE relief': citeUnseenText('REVENUE', 'page on pension contributions', 'Tax relief, USC and PRSI'),
  'REVENUE 23': citeUnseenText('REVENUE', 'notice of 24 June 2022', 'Approved retirement funds'),
  'REVENUE 27': citeUnseenText('REVENUE', 'page on lump sums', 'Tax on retirement lump sums'),
  'REVENUE excess': citeUnseenText('REVENUE', 'page on chargeable excess tax', 'Tax above the threshold'),
  'REVENUE retirement': citeUnseenText('REVENUE', 'page on occupational schemes', 'Retirement age and AVCs'),
  SI397: citeUnseenText('SI397', 'art. 5', 'Internal resolution of disputes'),
  SI716: citeUnseenText('SI716', 'regulations', 'Transfers to another country'),
  CODE: citeUnseenText('CODE', 'Code of practice', 'Expectations of the Authority'),
  'CODE 3': citeUnseenText('CODE', 'chapter 3', 'Own-risk assessment'),
  'IA2005 18(h)': citeUnseenText('IA2005', 's.18(h)', 'A period includes its first day'),
  HOUSE: citeUnseenText('HOUSE', 'setting', 'Our interpretation, not law'),
} satisfies Record<string, Citation>
export type CitationId = keyof typeof CITATIONS

/** "Directive (EU) 2016/2341 (IORP II) art. 24(2)": the whole reference, for texts that leave the screen. */
export const formatCitations = (...ids: CitationId[]): string =>
  ids
    .map((id) => {
      const { instrument, label } = CITATIONS[id]
      const { name } = INSTRUMENTS[instrument]
      // The Code or an Act as a whole is cited by its name, which says it already.
      return name.includes(label) ? name : `${name} ${label}`
    })
    .join('; ')

/** The same, and of each reference that was not found in a stored text that it is not verified: for records and API responses. */
export const formatCitationsWithStatus = (...ids: CitationId[]): string =>
  ids
    .map((id) =>
      isVerified(id) || CITATIONS[id].instrument === 'HOUSE'
        ? formatCitations(id)
        : `${formatCitations(id)}, not verified`,
    )
    .join('; ')

/** Was it found in a stored text? A citation that was not is shown as unverified. */
export const isVerified = (id: CitationId): boolean => CITATIONS[id].unit !== null

/** "IORP II art. 28(2)", for the screen and the descriptions of fields; one that was not found says so. */
export const formatCitedSources = (...ids: readonly CitationId[]): string =>
  ids
    .map((id) => {
      const { instrument, label } = CITATIONS[id]
      const { name, short } = INSTRUMENTS[instrument]
      if (instrument === 'HOUSE') return name
      const words = label.startsWith(short) ? label : short.includes(label) ? short : `${short} ${label}`
      return isVerified(id) ? words : `${words}, not verified`
    })
    .join('; ')

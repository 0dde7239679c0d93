/** Legal texts that references name, and how they are cited. */
export const INSTRUMENTS = {
  PA: { name: 'Pensions Act 1990', short: 'Pensions Act' },
  DIR: { name: 'Directive (EU) 2016/2341 (IORP II)', short: 'IORP II' },
  DIR2556: { name: 'Directive (EU) 2022/2556', short: 'Dir. 2022/2556' },
  SI128: { name: 'S.I. 128/2021', short: 'S.I. 128/2021' },
  SI301: { name: 'S.I. 301/2006 (disclosure)', short: 'S.I. 301/2006' },
  SI182: { name: 'S.I. 182/2007 (disclosure, trust RACs)', short: 'S.I. 182/2007' },
  SI397: { name: 'S.I. 397/2003 (complaints and disputes)', short: 'S.I. 397/2003' },
  SI716: { name: 'S.I. 716/2003 (overseas transfers)', short: 'S.I. 716/2003' },
  DORA: { name: 'Regulation (EU) 2022/2554 (DORA)', short: 'DORA' },
  GDPR: { name: 'Regulation (EU) 2016/679 (GDPR)', short: 'GDPR' },
  SFDR: { name: 'Regulation (EU) 2019/2088 (SFDR)', short: 'SFDR' },
  TCA: { name: 'Taxes Consolidation Act 1997', short: 'TCA 1997' },
  FA24: { name: 'Finance Act 2024', short: 'FA 2024' },
  AE: { name: 'Automatic Enrolment Retirement Savings System Act 2024', short: 'AE Act 2024' },
  REG1182: { name: 'Regulation (EEC, Euratom) 1182/71', short: 'Reg. 1182/71' },
  IA2005: { name: 'Interpretation Act 2005', short: 'Interpretation Act' },
  SWCA: { name: 'Social Welfare Consolidation Act 2005', short: 'SWCA 2005' },
  FSPO: { name: 'Financial Services and Pensions Ombudsman Act 2017', short: 'FSPO Act 2017' },
  CPA: {
    name: 'Civil Partnership and Certain Rights and Obligations of Cohabitants Act 2010',
    short: 'Civil Partnership Act 2010',
  },
  FLA: { name: 'Family Law Act 1995 and Family Law (Divorce) Act 1996', short: 'Family Law Acts' },
  PEEIA: {
    name: 'Protection of Employees (Employers’ Insolvency) Act 1984',
    short: 'Employers’ Insolvency Act 1984',
  },
  SRD: {
    name: 'Regulations of 2020 on shareholders’ rights (S.I. 81/2020)',
    short: 'S.I. 81/2020',
  },
  CODE: { name: 'Code of practice for trustees (November 2021)', short: 'Code' },
  NOTICE: { name: 'Notices of the Pensions Authority', short: 'Authority' },
  REVENUE: { name: 'Pages of Revenue', short: 'Revenue' },
  HOUSE: { name: 'Our interpretation (not law)', short: 'Our interpretation' },
} as const
export type InstrumentId = keyof typeof INSTRUMENTS

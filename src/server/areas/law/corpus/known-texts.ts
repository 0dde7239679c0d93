/** Known names and authority ranks of legal sources, in addition to the data sent with their text. */

const KNOWN: Readonly<Record<string, { aliases: string[]; authorityRank: number }>> = {
  'EU-32016L2341': {
    aliases: ['IORP II', 'IORP 2', 'IORP2', 'IORP directive', 'the directive', 'directive 2016 2341'],
    authorityRank: 1,
  },
  'IE-1990-act-25': {
    aliases: ['Pensions Act', 'Principal Act', 'PA 1990', 'Act of 1990'],
    authorityRank: 2,
  },
  'EU-32022R2554': { aliases: ['DORA', 'digital operational resilience'], authorityRank: 10 },
  'EU-32016R0679': { aliases: ['GDPR', 'data protection regulation'], authorityRank: 10 },
  'EU-32019R2088': { aliases: ['SFDR', 'sustainable finance disclosure'], authorityRank: 10 },
  'IE-2024-act-20': {
    aliases: [
      'automatic enrolment',
      'auto enrolment',
      'my future fund',
      'AE Act',
      'AE Act 2024',
      'Automatic Enrolment Act 2024',
      'Auto Enrolment Act 2024',
    ],
    authorityRank: 10,
  },
  'IE-1997-act-39-ss770-790': { aliases: ['Taxes Consolidation Act', 'TCA'], authorityRank: 10 },
  'IE-2024-act-43-ss12-15': { aliases: ['FA 2024', 'FA24'], authorityRank: 20 },
}
/** Rank of sources that are not listed: last of the law, before guidance notes. */
const UNKNOWN_RANK = 20
export const DIGEST_RANK = 50

/** Returns the number and the short name in a title (2022/2554, DORA), and the title without the words in brackets. */
const findNames = (title: string): string[] => [
  ...(title.match(/\d{4}\/\d+/g) ?? []),
  ...[...title.matchAll(/\(([A-Z][A-Za-z ]{2,})\)/g)].map(([, name]) => name as string),
  title.replaceAll(/\s*\([^)]*\)/g, ''),
]

export const listNames = (docId: string, title: string): { aliases: string[]; authorityRank: number } => ({
  aliases: [...(KNOWN[docId]?.aliases ?? []), ...findNames(title)],
  authorityRank: KNOWN[docId]?.authorityRank ?? UNKNOWN_RANK,
})

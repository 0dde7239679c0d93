import { type CorpusDocument, CorpusDocumentKind } from '../../../../contract/corpus.ts'

const TITLES: Record<CorpusDocumentKind, string> = {
  EU_DIRECTIVE: 'Directives of the European Union',
  EU_REGULATION: 'Regulations of the European Union',
  IE_ACT: 'Acts of the Oireachtas',
  IE_SI: 'Statutory instruments',
  REGULATOR_CODE: 'Codes of the Pensions Authority',
  REGULATOR_GUIDANCE: 'Guidance of the Pensions Authority',
  TAX_MANUAL: 'Manuals of Revenue',
  DIGEST: 'Guidance notes (not law)',
}

/** The texts under what they are, in the order of their authority; within a kind as the service orders them. */
export const groupByKind = (texts: readonly CorpusDocument[]): { title: string; texts: CorpusDocument[] }[] =>
  CorpusDocumentKind.options
    .map((kind) => ({ title: TITLES[kind], texts: texts.filter((text) => text.kind === kind) }))
    .filter(({ texts }) => texts.length > 0)

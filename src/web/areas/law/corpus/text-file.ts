/** A file that was chosen: the text itself, or JSON as a program sends it, which says besides what the text is. */
import { IngestedText, TextTerms } from '../../../../contract/corpus.ts'

export const ACCEPT = '.pdf,.html,.htm,.md,.txt,.json'

export type ReadFile = { file: File; terms: Record<string, unknown> } | { problem: string }

export async function readFile(chosen: File): Promise<ReadFile> {
  if (!/\.json$/i.test(chosen.name)) return { file: chosen, terms: {} }
  const documents = parseDocuments(await chosen.text())
  if (documents === null) return { problem: 'The file is not valid JSON. Export it again.' }
  const [only, ...others] = documents
  if (only === undefined || others.length > 0)
    return { problem: 'The file must contain one source. Import several sources one by one.' }
  const parsed = IngestedText.safeParse(only)
  const words = parsed.data?.text ?? parsed.data?.html
  if (!parsed.success || words === undefined)
    return { problem: 'The JSON must contain docId, title, kind, versionDate and text.' }
  return {
    file: new File([words], chosen.name.replace(/json$/i, parsed.data.html === undefined ? 'md' : 'html')),
    terms: TextTerms.parse(parsed.data),
  }
}

/** One text by itself, or a list of them as the ingest takes it. */
function parseDocuments(json: string): unknown[] | null {
  try {
    const parsed: unknown = JSON.parse(json)
    if (typeof parsed !== 'object' || parsed === null) return null
    const { documents } = parsed as { documents?: unknown }
    return Array.isArray(documents) ? documents : [parsed]
  } catch {
    return null
  }
}

/** Texts as somebody sends them, read and cut. Whatever can be refused is refused here, before anything is entered. */
import type { IngestedText } from '../../../contract/corpus.ts'
import { invalid, rule } from '../../operation/refusal.ts'
import { chunksOf } from './chunking.ts'
import type { CorpusText } from './ingest.ts'
import { namesOf } from './known-texts.ts'
import { type Outline, readMarkdown } from './outline.ts'

/** `file` is what came along in a form: the text of its one document. */
export async function textsOf(
  documents: readonly IngestedText[],
  file: Uint8Array | null,
): Promise<CorpusText[]> {
  const names = new Set<string>()
  const texts: CorpusText[] = []
  for (const [index, sent] of documents.entries()) {
    const place = (field: string, message: string) =>
      invalid({ path: ['documents', index, field], code: 'custom', message })
    if (names.has(sent.docId)) throw place('docId', 'This text is sent twice')
    names.add(sent.docId)
    if (file && (sent.text !== undefined || sent.html !== undefined))
      throw place('text', 'Send the text once: as a file or as a field')
    if (!file && sent.text === undefined && sent.html === undefined) throw place('text', 'Send the text')
    texts.push(textOf(sent, await outlineOf(sent, file)))
  }
  return texts
}

async function outlineOf(sent: IngestedText, _file: Uint8Array | null): Promise<Outline> {
  const outline = readMarkdown(sent.text ?? '')
  if (outline.units.length === 0) throw rule('TEXT_EMPTY', 'There is no text in it', { docId: sent.docId })
  return outline
}

/** What the feeder says of a text stands before what is known of it. */
function textOf(sent: IngestedText, outline: Outline): CorpusText {
  const known = namesOf(sent.docId, sent.title)
  return {
    docId: sent.docId,
    title: sent.title,
    kind: sent.kind,
    aliases: [...new Set([...(sent.aliases ?? []), ...known.aliases])],
    authorityRank: sent.authorityRank ?? known.authorityRank,
    versionOn: sent.versionDate,
    inForceFrom: sent.inForceFrom,
    inForceTo: sent.inForceTo,
    sourceUrl: sent.sourceUrl,
    licence: sent.licence,
    attribution: sent.attribution,
    chunks: chunksOf(outline, sent.title),
  }
}

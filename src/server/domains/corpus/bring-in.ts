/** Texts as somebody sends them, read and cut. Whatever can be refused is refused here, before anything is entered. */
import type { IngestedText } from '../../../contract/corpus.ts'
import { invalid, rule } from '../../operation/refusal.ts'
import { kindsInWords, personalDataIn } from '../../platform/personal-data.ts'
import { chunksOf } from './chunking.ts'
import type { CorpusText } from './ingest.ts'
import { namesOf } from './known-texts.ts'
import type { Outline } from './outline.ts'
import { readText, sourceTextOf } from './readers/read-text.ts'
import { ReadingRefusal } from './readers/refusal.ts'

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

/** Refused where it cannot be read, or where personal data stands in it: what is public here is public to every firm. */
async function outlineOf({ docId, text, html }: IngestedText, file: Uint8Array | null): Promise<Outline> {
  try {
    const outline = await readText(await sourceTextOf(file ?? Buffer.from(text ?? html ?? '')))
    if (outline.units.length === 0) throw new ReadingRefusal('EMPTY')
    refusePersonalData(docId, outline)
    return outline
  } catch (error) {
    if (!(error instanceof ReadingRefusal)) throw error
    throw rule(`TEXT_${error.code}`, error.message, { docId })
  }
}

function refusePersonalData(docId: string, { title, units }: Outline): void {
  for (const { heading, path, paragraphs } of units) {
    const kinds = personalDataIn([title ?? '', ...path, heading, ...paragraphs].join('\n'), {
      profile: 'publicText',
    })
    if (kinds.length === 0) continue
    throw rule(
      'PERSONAL_DATA',
      `Personal data stands in this text (${kindsInWords(kinds)}), and everybody would read it: take it out first`,
      {
        docId,
        kinds,
      },
    )
  }
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

/**
 * The public texts the project does not hold: read from CORPUS_DIR, or from a folder beside the checkout. Tests that need them skip
 * where they are not stored; on CI their absence is an error.
 */
import { existsSync, readFileSync } from 'node:fs'

const CORPUS = process.env.CORPUS_DIR ?? new URL('../../../shared/corpus', import.meta.url).pathname
export const hasStoredTexts = existsSync(`${CORPUS}/manifest.json`)
if (!hasStoredTexts && process.env.CI === 'true') throw new Error(`The corpus is not at ${CORPUS}`)

/** `heading` as it is written, without the marks before it; `text` up to the next heading of any level. */
export interface StoredUnit {
  heading: string
  text: string
}
export interface StoredText {
  docId: string
  /** The name of its file, without `.md`. */
  name: string
  units: StoredUnit[]
}

const unitsOf = (markdown: string): StoredUnit[] =>
  markdown
    .split(/^(?=#{1,3} )/m)
    .filter((part) => /^#{2,3} /.test(part))
    .map((part) => {
      const [heading = '', ...lines] = part.split('\n')
      return { heading: heading.replace(/^#+ /, ''), text: lines.join('\n') }
    })

/** Every text of the manifest, in its order; none where the texts are not stored. */
export const storedTexts: StoredText[] = hasStoredTexts
  ? (JSON.parse(readFileSync(`${CORPUS}/manifest.json`, 'utf8')) as { docId: string; file: string }[]).map(
      ({ docId, file }) => ({
        docId,
        name: file.replace(/\.md$/, ''),
        units: unitsOf(readFileSync(`${CORPUS}/${file}`, 'utf8')),
      }),
    )
  : []

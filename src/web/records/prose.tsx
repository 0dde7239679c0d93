/** Renders a text as React elements, never as markup. */
import { replacePlaceholders } from '../../contract/placeholder-scanner.ts'
import { type Block, parseNote, parseTextBlocks, parseTextSpans } from '../../contract/text-blocks.ts'

/** Labels of the placeholders that a template left, by their names. */
export type Places = ReadonlyMap<string, string>
const NONE: Places = new Map()

const formatInWords = (place: string, places: Places): string =>
  replacePlaceholders(place, (name) => {
    const label = places.get(name)
    return label ? `{{${label}}}` : null
  })

export function Prose({ text, places = NONE }: { text: string; places?: Places }) {
  const blocks = parseTextBlocks(text)
  if (blocks.length === 0) return <p className="text-muted">No text yet.</p>
  return (
    <div className="flex max-w-[70ch] flex-col gap-2.5 [overflow-wrap:anywhere]">
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text have nothing but their order
        <ProseBlock key={index} block={block} places={places} />
      ))}
    </div>
  )
}

function ProseBlock({ block: { kind, level, mark, text }, places }: { block: Block; places: Places }) {
  const note = kind === 'paragraph' ? parseNote(text) : null
  if (note) return <Note {...note} places={places} />
  const spans = <Spans text={text} places={places} />
  if (kind === 'paragraph') return <p>{spans}</p>
  if (kind === 'heading')
    return level <= 2 ? (
      <h2 className="mt-3 font-semibold text-lg first:mt-0">{spans}</h2>
    ) : (
      <h3 className="mt-1.5 font-semibold">{spans}</h3>
    )
  return (
    <p className="flex gap-2 pl-3">
      <span className="shrink-0">{mark ?? '•'}</span>
      <span>{spans}</span>
    </p>
  )
}

/** For the author of a draft; the approved text has none. */
const Note = ({ text, isCheck, places }: { text: string; isCheck: boolean; places: Places }) => (
  <div
    role="note"
    className={`border-l-2 pl-3 text-sm ${isCheck ? 'border-warn text-warn' : 'border-line text-muted'}`}
  >
    <strong>{isCheck ? 'Check: ' : 'Note: '}</strong>
    <Spans text={text} places={places} />
  </div>
)

export const Spans = ({ text, places }: { text: string; places: Places }) =>
  parseTextSpans(text).map(({ kind, text: words }, index) => {
    const key = `${index} ${kind}`
    if (kind === 'strong') return <strong key={key}>{words}</strong>
    if (kind === 'emphasis') return <em key={key}>{words}</em>
    if (kind === 'placeholder')
      return (
        <mark key={key} className="rounded-sm bg-warn-soft px-0.5 font-medium text-warn">
          {formatInWords(words, places)}
        </mark>
      )
    return words
  })

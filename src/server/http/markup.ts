/** HTML that is safe by construction: `html` escapes every value put into it; no other function makes Markup. */
const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] as string)

export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  toString(): string {
    return this.text
  }
}

export type Part = Markup | string | number | undefined | readonly Part[]

export const html = (strings: TemplateStringsArray, ...parts: Part[]): Markup =>
  new Markup(strings.reduce((text, string, i) => text + renderPart(parts[i - 1]) + string))

function renderPart(part: Part): string {
  if (part === undefined) return ''
  if (part instanceof Markup) return part.text
  if (typeof part === 'object') return part.map(renderPart).join('')
  return escapeHtml(String(part))
}

export const nothing = html``

/** Text of a source file of ours, for a style or script element; never anything that came from outside. */
export const trustMarkup = (text: string): Markup => new Markup(text)

/** The little Markdown of descriptions: `code` and **strong**. */
export const prose = (text: string): Markup[] =>
  text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((piece) => {
    if (piece.length > 2 && piece.startsWith('`')) return html`<code>${piece.slice(1, -1)}</code>`
    if (piece.length > 4 && piece.startsWith('**')) return html`<strong>${piece.slice(2, -2)}</strong>`
    return html`${piece}`
  })

/**
 * Reads XML of strangers as it streams by. saxen finds the tags; what it would let pass is refused here: document types
 * (and with them every entity but the five of XML), attributes that are not well formed, depth and tokens without end.
 */
import { Parser } from 'saxen'
import { SheetRefusal } from './shape.ts'

/** Names come without their prefix: every writer of workbooks has its own. */
export interface XmlReader {
  open?(name: string, attribute: Attribute): void
  text?(text: string): void
  close?(name: string): void
}
/** The text of an attribute, its prefix left out of account; '' where there is none. */
export type Attribute = (name: string) => string

const MAX_DEPTH = 64
/** A cell, its longest tag or comment is far shorter; saxen would read an unfinished token again with every piece. */
const MAX_TOKEN_CHARACTERS = 1024 * 1024

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

export const createDamagedWorkbookRefusal = (): SheetRefusal =>
  new SheetRefusal('UNREADABLE', 'The workbook is damaged. Open it in Excel, save it and send it again')

const removePrefix = (name: string): string => name.slice(name.indexOf(':') + 1)

/** Calls `afterPiece` between two pieces, and waits for it. Throws SheetRefusal. */
export async function readXml(
  pieces: AsyncIterable<string>,
  reader: XmlReader,
  afterPiece?: () => Promise<void>,
): Promise<void> {
  const parser = new Parser()
  let depth = 0
  let sinceToken = 0
  const fail = (): never => {
    throw createDamagedWorkbookRefusal()
  }
  parser
    .on('error', fail)
    .on('warn', fail)
    .on('attention', fail)
    .on('comment', () => {
      sinceToken = 0
    })
    .on('openTag', (name, attributesOf) => {
      sinceToken = 0
      if (++depth > MAX_DEPTH) fail()
      // Read even if unused, so that malformed XML is found.
      const attributes = attributesOf() || fail()
      reader.open?.(removePrefix(name), (wanted) => getAttribute(attributes, wanted))
    })
    .on('text', (text) => reader.text?.(decodeText(text)))
    .on('cdata', (text) => reader.text?.(text))
    .on('closeTag', (name) => {
      sinceToken = 0
      depth--
      reader.close?.(removePrefix(name))
    })

  for await (const piece of pieces) {
    sinceToken += piece.length
    parser.write(piece)
    if (sinceToken > MAX_TOKEN_CHARACTERS) fail()
    await afterPiece?.()
  }
  parser.end()
}

function getAttribute(attributes: Record<string, string>, wanted: string): string {
  const own = attributes[wanted]
  if (own !== undefined) return decodeText(own)
  const name = Object.keys(attributes).find((one) => !one.startsWith('xmlns:') && one.endsWith(`:${wanted}`))
  return name === undefined ? '' : decodeText(attributes[name] as string)
}

function decodeText(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{1,10}));|&/gi, (_, decimal, hex, name) => {
    if (name) return ENTITIES[name] ?? reject()
    if (!decimal && !hex) return reject()
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : reject()
  })
}

function reject(): never {
  throw createDamagedWorkbookRefusal()
}

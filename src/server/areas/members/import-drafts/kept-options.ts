/** The decisions about a file as they are kept and returned: a PPS number in a corrected cell is returned masked, and restored when it is used. */
import { hasPpsNumber } from '../../../../contract/pps-number.ts'

interface Edit {
  sheet?: string
  row: number
  column: number
  value: string
}
/** Fields of an import besides its file. */
export interface ImportInput {
  dryRun: boolean
  keep: boolean
  importDraftId?: string | undefined
  edits: Edit[]
}

/** Also a number whose check letter is missing. */
const DIGITS_OF_PPS = /\d{7}/

const maskValue = (value: string): string =>
  hasPpsNumber(value) || DIGITS_OF_PPS.test(value) ? value.replace(/\d/g, '*') : value

/** Fields that belong to one request. */
const OF_THE_REQUEST = ['dryRun', 'preview', 'keep', 'importDraftId', 'confirmedWarnings']

export const formatOptions = (input: ImportInput): string =>
  JSON.stringify(Object.fromEntries(Object.entries(input).filter(([name]) => !OF_THE_REQUEST.includes(name))))

const parseOptions = (text: string): Pick<ImportInput, 'edits'> & Record<string, unknown> => JSON.parse(text)

/** The options for a caller. */
export function maskOptions(text: string): Record<string, unknown> {
  const options = parseOptions(text)
  return {
    ...options,
    edits: options.edits.map((edit) => ({ ...edit, value: maskValue(edit.value) })),
  }
}

/** An edit that was returned masked has the text that was typed. */
export function restoreMaskedEdits<I extends ImportInput>(input: I, text: string): I {
  const keyOf = ({ sheet = '', row, column }: Edit): string => `${sheet} ${row} ${column}`
  const kept = new Map(parseOptions(text).edits.map((edit) => [keyOf(edit), edit.value]))
  const edits = input.edits.map((edit) => {
    const value = kept.get(keyOf(edit))
    return value !== undefined && value !== edit.value && maskValue(value) === edit.value
      ? { ...edit, value }
      : edit
  })
  return { ...input, edits }
}

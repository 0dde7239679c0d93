/** What a model server was sent, taken apart again. */
import type { ReceivedRequest } from './model-server.ts'

/** Every value of a JSON text that is no object and no list. */
export const listLeaves = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(listLeaves) : [value]

interface Body {
  messages: { role: string; content: string | { text: string }[] }[]
}

/** The user's message, in the shape of any of the providers. */
export function readPrompt({ body }: ReceivedRequest): string {
  const { messages } = JSON.parse(body.toString()) as Body
  const { content } = messages.find(({ role }) => role === 'user') ?? { content: '' }
  return typeof content === 'string' ? content : content.map(({ text }) => text).join('')
}

export interface PromptParts {
  /** What stands between two marks, by its name. */
  within: Map<string, string>
  /** Every other line, without the mark itself. */
  outside: string[]
}

export function parsePromptParts(prompt: string): PromptParts {
  const mark = /^Mark: (@@[a-z]{24})$/m.exec(prompt)?.[1]
  if (!mark) throw new Error('The prompt has no mark')
  const within = new Map<string, string>()
  const outside: string[] = []
  let open: { name: string; lines: string[] } | null = null
  for (const line of prompt.split('\n')) {
    if (open === null && line.startsWith(`${mark} `)) open = { name: line.slice(mark.length + 1), lines: [] }
    else if (open && line === `${mark} end of ${open.name}`) {
      within.set(open.name, open.lines.join('\n'))
      open = null
    } else if (open) open.lines.push(line)
    else outside.push(line.replace(mark, ''))
  }
  if (open) throw new Error(`${open.name} has no end`)
  return { within, outside }
}

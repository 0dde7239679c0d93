/** Parses the requests that a model server received. */
import type { ReceivedRequest } from './model-server.ts'

/** Lists the primitive values in a parsed JSON value. */
export const listLeaves = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(listLeaves) : [value]

interface Body {
  messages: { role: string; content: string | { text: string }[] }[]
}

/** Returns the user's message from the request format of any provider. */
export function readPrompt({ body }: ReceivedRequest): string {
  const { messages } = JSON.parse(body.toString()) as Body
  const { content } = messages.find(({ role }) => role === 'user') ?? { content: '' }
  return typeof content === 'string' ? content : content.map(({ text }) => text).join('')
}

export interface PromptParts {
  /** Text between two marks, by the name of the section. */
  within: Map<string, string>
  /** All other lines, without the mark. */
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

/** Texts of a request, for all providers; a request of unknown form is shown as its bytes only. */
import { z } from 'zod'

const Texts = z.union([z.string(), z.array(z.object({ text: z.string() }))])
const Conversation = z.object({
  system: Texts.optional(),
  messages: z.array(z.object({ role: z.string(), content: Texts })),
})
const Embedding = z.object({ input: z.union([z.string(), z.array(z.string())]) })

const joinTexts = (texts: z.infer<typeof Texts>): string =>
  typeof texts === 'string' ? texts : texts.map(({ text }) => text).join('\n')

const NAMES: Readonly<Record<string, string>> = {
  system: 'Instructions',
  user: 'Request',
}

export function listSentTexts(body: string): { name: string; text: string }[] {
  let sent: unknown
  try {
    sent = JSON.parse(body)
  } catch {
    return []
  }
  const conversation = Conversation.safeParse(sent).data
  if (conversation) {
    const { system, messages } = conversation
    const messagesToShow = [
      ...(system === undefined ? [] : [{ role: 'system', content: system }]),
      ...messages,
    ]
    return (
      messagesToShow
        .map(({ role, content }) => ({ role, name: NAMES[role] ?? role, text: joinTexts(content) }))
        // Instructions is always the same.
        .sort((a, b) => Number(a.role === 'system') - Number(b.role === 'system'))
        .map(({ name, text }) => ({ name, text }))
    )
  }
  const input = Embedding.safeParse(sent).data?.input
  return input === undefined
    ? []
    : [{ name: 'Text for the vector search', text: typeof input === 'string' ? input : input.join('\n\n') }]
}

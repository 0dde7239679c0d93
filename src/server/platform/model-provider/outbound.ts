/**
 * Text that may be sent to a provider. Plain text is never sent: the module that is responsible for its content seals it first, and
 * a sealed text cannot be copied or changed. The seal is also checked when the text is sent.
 */

interface OutboundParts {
  system: string
  prompt: string
  maxOutputTokens?: number
}

class Outbound {
  readonly #seal = true
  /** Instruction to the model. */
  readonly system: string
  /** Question to the model. */
  readonly prompt: string
  /** Undefined: the maximum of the settings. */
  readonly maxOutputTokens: number | undefined

  constructor({ system, prompt, maxOutputTokens }: OutboundParts) {
    this.system = system
    this.prompt = prompt
    this.maxOutputTokens = maxOutputTokens
    Object.freeze(this)
  }

  static isOne(value: unknown): value is Outbound {
    return typeof value === 'object' && value !== null && #seal in value && value.#seal
  }
}

class OutboundList {
  readonly #seal = true
  readonly texts: readonly string[]

  constructor(texts: readonly string[]) {
    this.texts = Object.freeze([...texts])
    Object.freeze(this)
  }

  static isOne(value: unknown): value is OutboundList {
    return typeof value === 'object' && value !== null && #seal in value && value.#seal
  }
}

/** A question with all its context, checked for sending. */
export type OutboundRequest = Outbound
/** Texts to be embedded, checked for sending. */
export type OutboundTexts = OutboundList

/** For the one module that builds prompts: it guarantees that they contain no private data. */
export const sealOutbound = (parts: OutboundParts): OutboundRequest => new Outbound(parts)

/** For texts that are public, or were checked like a prompt. */
export const toOutboundTexts = (texts: readonly string[]): OutboundTexts => new OutboundList(texts)

/** Types do not exist at run time: a value that was cast to the type is refused here. */
export function requireSealed(value: OutboundRequest | OutboundTexts): void {
  if (!Outbound.isOne(value) && !OutboundList.isOne(value))
    throw new TypeError('Only sealed requests can be sent')
}

/**
 * Generates an answer with a hosted model and shows only its verified sentences. The outcome is always an answer or
 * null, and for null the caller quotes the sources itself; the text of a provider never causes an exception.
 */
import type { RunQuery } from '../../../pipeline/define-operation.ts'
import type { Refusal } from '../../../pipeline/refusal.ts'
import type { Departure, ModelCall } from '../../../platform/model-provider/conversation.ts'
import type { ModelProvider } from '../../../platform/model-provider/model-provider.ts'
import { ModelUnavailable } from '../../../platform/model-provider/model-unavailable.ts'
import type { NameSet } from '../../../platform/personal-data.ts'
import { createAnswerReader, type Read } from './answer-lines.ts'
import { type Outbound, sealDisclosure } from './disclosure.ts'
import { readLexicon, selectLexicon } from './lexicon.ts'
import { type Fault, findFault, isSoft, type WrittenLine } from './verify-answer.ts'

/** Where every call is written down: before anything leaves, and what became of it. What it throws ends the answer. */
export interface Ledger {
  begin(departure: Departure): Promise<void>
  end(call: ModelCall): Promise<void>
}

/** The refusal where the budget of the month is spent; null: there is room for a call. */
export type Budget = () => Promise<Refusal | null>

/** UNREADABLE: not what was asked for. */
export type DropReason = Fault | 'UNREADABLE'

/** Numbers of `cites` are places among the passages of the request, from 1. */
export type WrittenSentence = WrittenLine

export interface GenerationContext {
  provider: ModelProvider
  outbound: Omit<Outbound, 'isAgain'>
  /** Members of the firm, for the last scan of outbound text. */
  names: NameSet
  runQuery: RunQuery
  emit: (...event: ['sentence', WrittenSentence] | ['dropped', { reason: DropReason }]) => void
  ledger: Ledger
  budget: Budget
  signal?: AbortSignal
}

/** A longer answer is not read to its end. */
const MOST_SENTENCES = 16
/** More of them dropped than this part: the rest is not to be trusted either. */
const DROPPED = 1 / 3

/**
 * Null: no answer to show, because the provider is unavailable, wrote no answer, or wrote too many wrong sentences; emitted
 * sentences are then retracted. Throws the refusal of the budget, errors of the disclosure log, and the reason of the signal.
 */
export async function writeAnswer(writing: GenerationContext): Promise<WrittenSentence[] | null> {
  const { outbound, emit, budget } = writing
  const refusal = await budget()
  if (refusal) throw refusal
  const sentences: WrittenSentence[] = []
  const shown = new Set<string>()
  let dropped = 0
  const keep = (sentence: WrittenSentence): void => {
    if (shown.has(sentence.text)) return
    shown.add(sentence.text)
    sentences.push(sentence)
    emit('sentence', sentence)
  }
  const drop = (reason: DropReason): void => {
    dropped += 1
    emit('dropped', { reason })
  }

  const failed: Extract<Judged, { line: unknown }>[] = []
  const isWhole = await read(writing, outbound, (judged) => {
    if (judged.fault === null) keep(judged.line)
    else if (judged.fault !== 'UNREADABLE' && isSoft(judged.fault)) failed.push(judged)
    else drop(judged.fault)
  })
  if (!isWhole) return null

  if (failed.length > 0) {
    const again = failed.map(({ line }) => line)
    const better = (await budget()) === null ? await writeAgain(writing, again) : []
    for (const [index, { fault }] of failed.entries()) {
      const sentence = better[index]
      if (sentence) keep(sentence)
      else if (fault !== null) drop(fault)
    }
  }
  const all = sentences.length + dropped
  return sentences.length === 0 || dropped > DROPPED * all ? null : sentences
}

/** From the passages that the failed sentences cite, and not from what the model said: that does not leave. */
async function writeAgain(
  writing: GenerationContext,
  failed: readonly WrittenLine[],
): Promise<WrittenSentence[]> {
  const { chunks } = writing.outbound
  const numbers = [...new Set(failed.flatMap(({ cites }) => cites))].sort((a, b) => a - b)
  const some = numbers.flatMap((number) => chunks[number - 1] ?? [])
  const written: WrittenSentence[] = []
  await read(writing, { ...writing.outbound, chunks: some, isAgain: true }, (judged) => {
    if (judged.fault !== null || written.some((other) => other.text === judged.line.text)) return
    const { text, quote, cites } = judged.line
    written.push({ text, quote, cites: cites.map((cite) => numbers[cite - 1] as number) })
  })
  return written
}

type Judged = { line: WrittenLine; fault: Fault | null } | { fault: 'UNREADABLE' }

/** One call: each sentence with what is wrong with it. False where there is no answer. */
async function read(
  { provider, names, runQuery, ledger, signal }: GenerationContext,
  outbound: Outbound,
  judge: (judged: Judged) => void,
): Promise<boolean> {
  const request = sealDisclosure(outbound, names)
  const reader = createAnswerReader()
  let read = 0

  async function judged(readings: readonly Read[]): Promise<boolean> {
    for (const reading of readings) {
      if ('none' in reading) return false
      read += 1
      if ('unreadable' in reading) judge({ fault: 'UNREADABLE' })
      else {
        const { line } = reading
        const [rows] = await runQuery(selectLexicon(`${line.text} ${line.quote}`))
        const lexicon = readLexicon(rows?.[0]?.[0] as string)
        judge({ line, fault: findFault(line, outbound.chunks, lexicon) })
      }
    }
    return true
  }

  try {
    const answer = provider.stream(request, {
      beforeCall: (departure) => ledger.begin(departure),
      onCall: (call) => ledger.end(call),
      ...(signal ? { signal } : {}),
    })
    for await (const line of answer.lines) {
      if (!(await judged(reader.read(line)))) return false
      if (read >= MOST_SENTENCES) return true
    }
    const { finishReason } = await answer.done
    return finishReason !== 'content-filter' && (await judged(reader.end()))
  } catch (error) {
    if (error instanceof ModelUnavailable) return false
    throw error
  }
}

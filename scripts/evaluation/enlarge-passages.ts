/** A set of passages so many times as large, to measure speed on: no two passages are the same, and words are as rare as they were. */

interface Passage {
  id: string
  doc: string
  text?: string | null | undefined
}

/** The set itself first; in each further copy every second word of a passage, by chance, is one of another passage. */
export function enlargePassages<P extends Passage>(passages: readonly P[], times: number): P[] {
  const random = createRandom(1)
  const words = passages.map(({ text }) => text?.split(/\s+/) ?? [])
  const copies = Array.from({ length: times - 1 }, (_, copy) =>
    passages.map((passage, index) => {
      const own = words[index] as string[]
      const other = words[Math.floor(random() * words.length)] as string[]
      const mixed = own.map((word, at) => (random() < 0.5 ? (other[at % other.length] ?? word) : word))
      return {
        ...passage,
        id: `${passage.id}-${copy + 2}`,
        doc: `${passage.doc}-${copy + 2}`,
        text: mixed.join(' '),
      }
    }),
  )
  return [...passages, ...copies.flat()]
}

/** The same numbers each time (Park and Miller), so that two runs measure the same set. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

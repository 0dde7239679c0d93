/**
 * State machines as tables. They are part of the promise: the service moves records by them, and the web application
 * draws the buttons that lead on from where a record is.
 */

/** Verb -> the states it leads from, and the state it leads to; null where the record stays in its state. */
export type Transitions<Verb extends string, Status extends string> = Readonly<
  Record<Verb, { from: readonly Status[]; to: Status | null }>
>

import { createConflictRefusal } from '../pipeline/refusal.ts'

/** Constraint -> the field that clashes and the words for it. */
export type Duplicates = Readonly<Record<string, readonly [field: string, message: string]>>

/** Gives the violation of a unique constraint its message; other errors are passed on. */
export async function withDuplicateErrors<T>(duplicates: Duplicates, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string }
    const words = constraint === undefined ? undefined : duplicates[constraint]
    if (code !== '23505' || !words) throw error
    const [field, message] = words
    throw createConflictRefusal(message, { code: 'DUPLICATE', field })
  }
}

import { z } from 'zod'

/** What an assessment has to contain: a to h as the Directive counts them, m the methods, s the use in strategic decisions. */
export const SectionKey = z.enum(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'm', 's'])
export type SectionKey = z.infer<typeof SectionKey>

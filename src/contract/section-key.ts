import { z } from 'zod'

/** Sections of an assessment: a to h as the Directive counts them, m the methods, s the use in strategic decisions. */
export const SectionKey = z.enum(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'm', 's'])
export type SectionKey = z.infer<typeof SectionKey>

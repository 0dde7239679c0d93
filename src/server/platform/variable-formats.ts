/** Formats of environment variables. */
import { z } from 'zod'

export const parseUrl = (...protocols: string[]) =>
  z
    .string()
    .refine(
      (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol),
      `must be a URL of ${protocols.join(' or ')}`,
    )
export const parseWhole = (minimum: number, maximum: number) =>
  z.coerce.number().int().min(minimum).max(maximum)
export const flag = z.enum(['0', '1', 'true', 'false']).transform((text) => text === '1' || text === 'true')
export const hexKey = z.string().regex(/^[0-9a-f]{64}$/i, 'must be 64 hexadecimal characters')

/** Parts of a list that is separated by commas. */
export const splitList = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

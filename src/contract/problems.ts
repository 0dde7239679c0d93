/** The bodies of refusals (Spec 7) and the texts that clients may rely on. */
import { z } from 'zod'

export const Problem = z.object({
  error: z.string(),
  details: z.record(z.string(), z.unknown()).optional(),
})

export const ValidationProblem = z.object({
  error: z.literal('Validation failed'),
  issues: z.array(
    z.object({
      path: z.array(z.union([z.string(), z.number()])),
      code: z.string(),
      message: z.string().describe('How to correct the field. It never contains the rejected value'),
    }),
  ),
})

export const TEXT = {
  noSession: 'Unauthorized',
  sessionEnded: 'Unauthenticated',
  role: 'Insufficient role',
  reach: 'This resource does not belong to your organisation',
  csrf: 'Invalid CSRF token',
  validation: 'Validation failed',
  notFound: 'Not found',
  method: 'Method not allowed',
  limited: 'Rate limit exceeded',
  tooLarge: 'The body is too large',
  mediaType: 'Unsupported media type',
  credentials: 'Invalid credentials',
  unavailable: 'Service unavailable',
  changedMeanwhile: 'Another request changed this at the same time. Load it again and try once more',
  internal: 'Internal server error',
} as const

/** Every environment variable, with its rule. An empty value counts as absent. */
import { z } from 'zod'
import { modelVariables } from '../platform/model-provider/settings.ts'
import { tracingVariables } from '../platform/trace-settings.ts'
import { flag, parseUrl } from '../platform/variable-formats.ts'
import { networkVariables } from './network.ts'
import { secretVariables } from './secrets.ts'
import { storageVariables } from './storage.ts'

export const Variables = z.object({
  NODE_ENV: z
    .string()
    .default('development')
    .describe('development, test, demo or production. Any other value counts as production'),
  ...networkVariables,
  ...storageVariables,
  REDIS_URL: parseUrl('redis:', 'rediss:')
    .optional()
    .describe(
      'Address of Redis, which shares rate limits between instances. If not set, each instance counts separately',
    ),
  SMTP_URL: parseUrl('smtp:', 'smtps:')
    .optional()
    .describe('Address of the mail relay. If not set, the service writes mails as files to OUTBOX_DIR'),
  MAIL_FROM: z.string().default('Pension Compliance <no-reply@localhost>').describe('Sender of all mails'),
  OUTBOX_DIR: z
    .string()
    .optional()
    .describe('Folder for mails if SMTP_URL is not set, one file for each mail. Default: DATA_DIR/outbox'),
  ...secretVariables,
  ...modelVariables,
  RAG_DENSE: z
    .enum(['on', 'off'])
    .default('off')
    .describe(
      'on: the assistant also finds passages by the vectors of AI_EMBEDDING_MODEL, after npm run eval -- --dense has measured a gain. Default: off',
    ),
  SCHEDULER: z
    .enum(['on', 'off'])
    .default('on')
    .describe('off: the service starts no job itself; another program calls /api/cron/*. Default: on'),
  ...tracingVariables,
  RATE_LIMIT_SCALE: z.coerce
    .number()
    .min(0.01)
    .max(100_000)
    .default(1)
    .describe('Factor for all rate limits and bursts, in development and test only. Default: 1'),
  DEMO: z
    .enum(['0', '1', 'true', 'false', 'on', 'off'])
    .transform((text) => text === '1' || text === 'true' || text === 'on')
    .optional()
    .describe(
      '1: the start creates a demo firm and demo accounts. 0: it does not; existing ones stay. Default: 1 with the embedded database, 0 with DATABASE_URL. No effect in production',
    ),
  DEV_ACCOUNTS_PASSWORD: z
    .string()
    .max(72)
    .optional()
    .describe('Password of the demo accounts. No effect in production'),
  ALLOW_LOCAL_WEBHOOKS: flag
    .default(false)
    .describe(
      '1: webhooks may have addresses of this machine and plain HTTP, to develop a receiver. No effect in production',
    ),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('Lowest level that is logged: fatal, error, warn, info, debug, trace or silent. Default: info'),
})

export type Settings = z.infer<typeof Variables>

/** All readable variables, with a problem for each other one. */
export function parseVariables(present: Record<string, string | undefined>): {
  variables: Settings
  problems: string[]
} {
  const { data, error } = Variables.safeParse(present)
  if (data) return { variables: data, problems: [] }
  const malformed = new Set(error.issues.map(({ path }) => String(path[0])))
  const rest = Object.entries(present).filter(([name]) => !malformed.has(name))
  return {
    variables: Variables.parse(Object.fromEntries(rest)),
    problems: error.issues.map(({ path, message }) => `${path.join('.')} ${message}`),
  }
}

/** Name and rule of every variable, for docs/operations.md and its test. */
export const describeVariables = (): { name: string; rule: string }[] =>
  Object.entries(Variables.shape).map(([name, schema]) => ({
    name,
    rule: (schema as z.ZodType).description ?? '',
  }))

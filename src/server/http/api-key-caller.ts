/** Callers that send an API key (`Authorization: Bearer`) instead of a session cookie. */
import { Role } from '../../contract/define.ts'
import type { AuthenticatedUser } from '../pipeline/pipeline.ts'
import { hashApiKey, isApiKeyToken } from '../platform/api-key-token.ts'
import type { Database } from '../platform/database.ts'

export interface ApiKeyCaller {
  id: string
  prefix: string
  operations: readonly string[]
  /** The owner of the key, as whom its requests run. */
  user: AuthenticatedUser
}

/** Returns the caller of a key that can be used today, or null. Each transaction of the request checks the key again. */
export type FindApiKeyCaller = (token: string) => Promise<ApiKeyCaller | null>

export const createFindApiKeyCaller =
  ({ database, today }: { database: Database; today: () => string }): FindApiKeyCaller =>
  async (token) => {
    if (!isApiKeyToken(token)) return null
    const [, rows] = await database.batch([
      { text: "select set_config('role', 'pcs_app', true)", values: [] },
      {
        text: 'select id, prefix, to_json(operations)::text, user_id, role, tenant_id, employer_id, session_version from app.find_api_key($1, $2::date)',
        values: [hashApiKey(token), today()],
      },
    ])
    const [row] = rows ?? []
    if (!row) return null
    const [id, prefix, operations, userId, role, tenantId, employerId, sessionVersion] = row.map(String)
    return {
      id: String(id),
      prefix: String(prefix),
      operations: JSON.parse(String(operations)) as string[],
      user: {
        id: String(userId),
        role: Role.parse(role),
        tenantId: String(tenantId),
        employerId: row[6] === null ? null : String(employerId),
        memberId: null,
        sessionVersion: Number(sessionVersion),
        apiKeyId: String(id),
      },
    }
  }

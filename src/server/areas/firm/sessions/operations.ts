import * as contract from '../../../../contract/sessions.ts'
import { defineCommand, defineQuery, type Operation } from '../../../pipeline/define-operation.ts'
import { createConflictRefusal } from '../../../pipeline/refusal.ts'
import { buildOwnAccountChange } from '../users/index.ts'
import { endSessions, revokeSession } from './open-session.ts'

/** Sessions that a cookie can still prove: 30 days after the last use, 90 days after the sign-in (Spec 5.5). */
const SESSIONS = `select json_build_object('sessions', coalesce(json_agg(q order by q."lastUsedAt" desc, q.session), '[]'))::text from (
  select s.id as session, s.id = $2 as "isCurrent", s.method, s.network, s.browser, s.system,
         to_char(s.signed_in_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "signedInAt",
         to_char(s.last_used_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "lastUsedAt"
    from sessions s join users u on u.tenant_id = s.tenant_id and u.id = s.user_id and u.session_version = s.session_version
   where s.user_id = $1 and s.last_used_at > clock_timestamp() - interval '30 days' and s.signed_in_at > clock_timestamp() - interval '90 days'
     and not exists (select from revoked_sessions r where r.tenant_id = s.tenant_id and r.session_id = s.id)) q`

const listSessions = defineQuery({
  contract: contract.listSessions,
  owner: (_input, find, actor) => find.self(actor),
  select: (_input, _scope, actor) => ({
    text: SESSIONS,
    values: [actor.id, 'sessionId' in actor ? actor.sessionId : null],
  }),
})

const endSession = defineCommand({
  contract: contract.endSession,
  owner: (_input, find, actor) => find.self(actor),
  async handle({ input, tx, actor }) {
    const known = await tx
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', actor.id)
      .where('id', '=', input.session)
      .executeTakeFirst()
    if (!known) throw createConflictRefusal('You have no such session', { code: 'NO_SUCH_SESSION' })
    await revokeSession(tx, actor, known.id)
    return { answer: null, changes: [buildOwnAccountChange(actor)] }
  },
})

const endOtherSessions = defineCommand({
  contract: contract.endOtherSessions,
  owner: (_input, find, actor) => find.self(actor),
  async handle({ tx, actor, ...kept }) {
    const sessionVersion = await endSessions(tx, actor.id, kept)
    return {
      answer: null,
      changes: [buildOwnAccountChange(actor)],
      session: { open: { ...actor, userId: actor.id, sessionVersion }, keepsSession: true },
    }
  },
})

export const createSessionOperations = (): Operation[] => [listSessions, endSession, endOtherSessions]

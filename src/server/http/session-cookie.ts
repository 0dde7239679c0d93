/**
 * Stateless sessions (Spec 5.1): a JWT signed with HS256 in a cookie. The signature says who claims to call; role,
 * status and session version are read from the user's row with the work itself. Verified tokens are remembered by
 * their text, so that a page of requests costs one signature check.
 */
import { createHmac, createSecretKey, randomUUID } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { Role } from '../../contract/define.ts'
import { CAPABILITIES, type Capability } from '../../contract/grant-operations.ts'
import type { AuthenticatedUser } from '../pipeline/pipeline.ts'
import type { Clock } from '../platform/clock.ts'

const DAY_SECONDS = 86_400
/** Spec 5.5: 30 days of inactivity. */
const INACTIVITY_SECONDS = 30 * DAY_SECONDS
/** A used token older than this is replaced, so that inactivity is measured to the hour. */
const RENEW_AFTER_SECONDS = 3_600
/** However active: our addition (ASVS V7.3.2). */
const ABSOLUTE_SECONDS = 90 * DAY_SECONDS
const ISSUER = 'pension-compliance-service'
/** Clocks of instances differ, and a clock may step back; a token from later than this was not issued by us. */
const CLOCKS_DIFFER_BY_SECONDS = DAY_SECONDS

export interface Session {
  user: AuthenticatedUser
  /** Names the session; CSRF tokens are bound to it. Renewing keeps it. */
  sessionId: string
  issuedAt: number
  /** When the person signed in, in seconds; renewing keeps it. */
  signedInAt: number
  /** When the person last confirmed their identity, in seconds: by the sign-in or later. */
  confirmedAt: number
  expiresAt: number
  /** The grant that the person chose; the user is still that of the account. */
  grant: ChosenGrant | null
}

export interface ChosenGrant {
  id: string
  capability: Capability
  /** The firm of the grant. */
  tenantId: string
}

export interface SessionCookie {
  name: string
  /** The session that a cookie's value proves, or null. */
  read(value: string | undefined): Promise<Session | null>
  /** A new session, or the same one under a new version where its id is given. */
  start(user: AuthenticatedUser, sessionId?: string): Promise<string>
  /** The same session, whose identity was confirmed now. */
  confirm(session: Session): Promise<string>
  /** The same session, with another grant or none. */
  choose(session: Session, grant: ChosenGrant | null): Promise<string>
  /** A younger cookie for a session that is worth renewing, else null. */
  renewed(session: Session): Promise<string | null>
  serialize(value: string): string
  cleared(): string
}

interface TokenOptions {
  secret: string
  previousSecret: string | null
  clock: Clock
}

export function createSessionCookie({
  isProduction,
  ...options
}: TokenOptions & { isProduction: boolean }): SessionCookie {
  const name = isProduction ? '__Secure-app.session-token' : 'app.session-token'
  // Chrome keeps no cookie longer than 400 days; the token itself ends the session sooner.
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isProduction ? '; Secure' : ''}`
  const verified = new LRUCache<string, Session>({ max: 20_000 })
  const nowSeconds = () => toSeconds(options.clock.now())
  const { sign, verify } = createSessionTokens(options)

  return {
    name,
    async read(value) {
      if (!value || value.length > 4_096) return null
      if (!isCanonical(value)) return null
      const known = verified.get(value)
      const session = known ?? (await verify(value))
      if (!session || session.expiresAt <= nowSeconds()) return null
      if (!known) verified.set(value, session)
      return session
    },
    start(user, sessionId = randomUUID()) {
      const signedInAt = nowSeconds()
      return sign(user, { sessionId, signedInAt, confirmedAt: signedInAt, grant: null })
    },
    confirm: (session) => sign(session.user, { ...session, confirmedAt: nowSeconds() }),
    choose: (session, grant) => sign(session.user, { ...session, grant }),
    async renewed(session) {
      if (nowSeconds() - session.issuedAt < RENEW_AFTER_SECONDS) return null
      return sign(session.user, session)
    },
    serialize: (value) => `${name}=${value}; ${attributes}; Max-Age=${INACTIVITY_SECONDS}`,
    cleared: () => `${name}=; ${attributes}; Max-Age=0`,
  }
}

const toSeconds = (time: Date): number => Math.floor(time.getTime() / 1000)

/** Signs and verifies the tokens; those signed with the previous secret stay valid. */
function createSessionTokens({ secret, previousSecret, clock }: TokenOptions) {
  const keyOf = (secret: string) => createSecretKey(Buffer.from(secret))
  const current = { id: getKeyId(secret), key: keyOf(secret) }
  const keys = new Map([[current.id, current.key]])
  if (previousSecret) keys.set(getKeyId(previousSecret), keyOf(previousSecret))

  async function sign(
    user: AuthenticatedUser,
    {
      sessionId,
      signedInAt,
      confirmedAt,
      grant,
    }: Pick<Session, 'sessionId' | 'signedInAt' | 'confirmedAt' | 'grant'>,
  ): Promise<string> {
    const { id, tenantId, role, employerId, memberId, sessionVersion, hasSecondFactor } = user
    const issuedAt = toSeconds(clock.now())
    return new SignJWT({
      tenantId,
      role,
      ...(employerId ? { employerId } : {}),
      ...(memberId ? { memberId } : {}),
      sv: sessionVersion,
      auth_time: signedInAt,
      ...(confirmedAt === signedInAt ? {} : { confirmed: confirmedAt }),
      ...(hasSecondFactor ? { factor: true } : {}),
      ...(grant ? { grant } : {}),
    })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid: current.id })
      .setSubject(id)
      .setJti(sessionId)
      .setIssuer(ISSUER)
      .setAudience(ISSUER)
      .setIssuedAt(issuedAt)
      .setExpirationTime(Math.min(issuedAt + INACTIVITY_SECONDS, signedInAt + ABSOLUTE_SECONDS))
      .sign(current.key)
  }

  async function verify(token: string): Promise<Session | null> {
    try {
      const { payload } = await jwtVerify(
        token,
        ({ kid }) => {
          const key = keys.get(kid ?? '')
          if (!key) throw new errors.JWKSNoMatchingKey()
          return key
        },
        {
          algorithms: ['HS256'],
          issuer: ISSUER,
          audience: ISSUER,
          typ: 'JWT',
          currentDate: clock.now(),
          requiredClaims: ['sub', 'jti', 'iat', 'exp', 'auth_time'],
        },
      )
      const role = Role.safeParse(payload.role)
      const { sub, jti, iat, exp, tenantId, sv, auth_time, confirmed } = payload
      if (
        !role.success ||
        !sub ||
        !jti ||
        !iat ||
        !exp ||
        typeof tenantId !== 'string' ||
        typeof sv !== 'number' ||
        typeof auth_time !== 'number' ||
        iat > toSeconds(clock.now()) + CLOCKS_DIFFER_BY_SECONDS
      )
        return null
      const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)
      return {
        user: {
          id: sub,
          sessionId: jti,
          role: role.data,
          tenantId,
          employerId: text(payload.employerId),
          memberId: text(payload.memberId),
          sessionVersion: sv,
          ...(payload.factor === true ? { hasSecondFactor: true } : {}),
        },
        sessionId: jti,
        issuedAt: iat,
        signedInAt: auth_time,
        confirmedAt: typeof confirmed === 'number' ? confirmed : auth_time,
        expiresAt: exp,
        grant: GrantClaim.safeParse(payload.grant).data ?? null,
      }
    } catch {
      return null
    }
  }

  return { sign, verify }
}

const GrantClaim = z.object({ id: z.string(), capability: z.enum(CAPABILITIES), tenantId: z.string() })

/** Derived from the key, so that a token still names its key after that became the previous one. */
const getKeyId = (secret: string): string =>
  createHmac('sha256', secret).update('key id').digest('base64url').slice(0, 11)

/** Base64url spells the same bytes in several ways; one token has one text. */
function isCanonical(token: string): boolean {
  const signature = token.slice(token.lastIndexOf('.') + 1)
  return Buffer.from(signature, 'base64url').toString('base64url') === signature
}

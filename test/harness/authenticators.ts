/** An authenticator app and a passkey in software, for tests: they answer as a phone and a security key do. */
import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { createId } from '../../src/server/platform/ids.ts'
import { encryptText } from '../../src/server/platform/sealed-text.ts'
import { assertNotInLogs } from './canaries.ts'
import type { Service } from './open-service.ts'

/** The code that the app shows `steps` of 30 seconds from now. */
export const showCode = (secret: string, steps = 0, now = Date.now()): string =>
  new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 }).generate({
    timestamp: now + steps * 30_000,
  })

/** Some six digits that are none of the codes of these minutes. */
export function findWrongCode(secret: string): string {
  const shown = new Set([-2, -1, 0, 1, 2].map((steps) => showCode(secret, steps)))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find(
    (code) => !shown.has(code),
  ) as string
}

/** Stores a confirmed authenticator app of a user, whose session stays valid; returns its secret. */
export async function addApp(service: Service, { id, tenantId }: Owner): Promise<string> {
  const [appId, secret] = [createId(), new Secret({ size: 20 }).base32]
  assertNotInLogs(service.runFolder, secret)
  await service.asOwner(
    `insert into authenticator_apps (tenant_id, id, user_id, sealed_secret, confirmed_at) values ($1, $2, $3, $4, now())`,
    [tenantId, appId, id, encryptText(service.config.secrets.factors, secret, appId)],
  )
  await markFactor(service, id)
  return secret
}

/** Stores a passkey of a user, whose session stays valid. */
export async function addPasskey(
  service: Service,
  { id, tenantId }: Owner,
  name = 'Key',
): Promise<SoftPasskey> {
  const passkey = new SoftPasskey()
  await service.asOwner(
    `insert into passkeys (tenant_id, id, user_id, name, credential, public_key, counter) values ($1, $2, $3, $4, $5, $6, $7)`,
    [tenantId, createId(), id, name, passkey.id, passkey.publicKey, passkey.counter],
  )
  await markFactor(service, id)
  return passkey
}

const markFactor = (service: Service, id: string) =>
  service.asOwner('update users set has_second_factor = true where id = $1', [id])

interface Owner {
  id: string
  tenantId: string
}

const encode = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64url')
const sha256 = (text: string | Buffer): Buffer => createHash('sha256').update(text).digest()

/** CBOR (RFC 8949), as much of it as a key and an attestation need. */
function encodeCbor(value: unknown): Buffer {
  const head = (major: number, length: number): Buffer =>
    length < 24
      ? Buffer.from([(major << 5) | length])
      : length < 256
        ? Buffer.from([(major << 5) | 24, length])
        : Buffer.from([(major << 5) | 25, length >> 8, length & 255])
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const entries = [...(value as Map<unknown, unknown>)]
  return Buffer.concat([head(5, entries.length), ...entries.flat().map(encodeCbor)])
}

const PRESENT_AND_VERIFIED = 0x05
const WITH_CREDENTIAL = 0x40

export class SoftPasskey {
  readonly id: string
  /** The counter that the next response says. */
  counter = 1
  /** COSE key, in base64url. */
  readonly publicKey: string
  readonly #origin: string
  readonly #key: KeyObject

  constructor(origin = 'http://localhost:3000') {
    this.#origin = origin
    this.id = encode(randomBytes(32))
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    this.#key = privateKey
    this.publicKey = encode(
      encodeCbor(
        new Map<number, unknown>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      ),
    )
  }

  #clientData(type: string, challenge: string, origin: string): string {
    return JSON.stringify({ type, challenge, origin, crossOrigin: false })
  }

  #authenticatorData(host: string, flags: number): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    return Buffer.concat([sha256(host), Buffer.from([flags]), counter])
  }

  /** The response to `navigator.credentials.create()`. */
  create({ challenge, origin = this.#origin, host = new URL(this.#origin).hostname }: Asked) {
    const id = Buffer.from(this.id, 'base64url')
    const authData = Buffer.concat([
      this.#authenticatorData(host, PRESENT_AND_VERIFIED | WITH_CREDENTIAL),
      Buffer.alloc(16),
      Buffer.from([id.length >> 8, id.length & 255]),
      id,
      Buffer.from(this.publicKey, 'base64url'),
    ])
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ])
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key' as const,
      response: {
        clientDataJSON: encode(this.#clientData('webauthn.create', challenge, origin)),
        attestationObject: encode(encodeCbor(attestation)),
        transports: ['internal'],
      },
    }
  }

  /** The response to `navigator.credentials.get()`; the counter goes up with each. */
  prove({
    challenge,
    origin = this.#origin,
    host = new URL(this.#origin).hostname,
    flags = PRESENT_AND_VERIFIED,
  }: Asked & { flags?: number }) {
    this.counter += 1
    const clientData = this.#clientData('webauthn.get', challenge, origin)
    const authenticatorData = this.#authenticatorData(host, flags)
    const signature = createSign('sha256')
      .update(Buffer.concat([authenticatorData, sha256(clientData)]))
      .sign(this.#key)
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key' as const,
      response: {
        clientDataJSON: encode(clientData),
        authenticatorData: encode(authenticatorData),
        signature: encode(signature),
      },
    }
  }
}

interface Asked {
  challenge: string
  origin?: string
  host?: string
}

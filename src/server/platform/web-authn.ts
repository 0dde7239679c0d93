/**
 * Passkeys (W3C Web Authentication, Level 3). The library is loaded with the first passkey, because it takes a quarter of a second.
 * A passkey belongs to the host of the public address (APP_URL); responses of pages of another origin are refused.
 */
import { createHash } from 'node:crypto'

const NAME = 'Pension Compliance Service'
const load = () => import('@simplewebauthn/server')
type Library = Awaited<ReturnType<typeof load>>
type CreationOptions = Awaited<ReturnType<Library['generateRegistrationOptions']>>
type RequestOptions = Awaited<ReturnType<Library['generateAuthenticationOptions']>>
type Transports = NonNullable<
  NonNullable<
    Parameters<Library['generateAuthenticationOptions']>[0]['allowCredentials']
  >[number]['transports']
>

export interface StoredPasskey {
  /** Id of the credential, in base64url. */
  credential: string
  /** COSE key, in base64url. */
  publicKey: string
  transports: readonly string[]
}

export interface CreatedCredential {
  id: string
  rawId: string
  type: 'public-key'
  response: { clientDataJSON: string; attestationObject: string; transports: string[] }
}

export interface CredentialResponse {
  id: string
  rawId: string
  type: 'public-key'
  response: {
    clientDataJSON: string
    authenticatorData: string
    signature: string
    userHandle?: string | undefined
  }
}

export type WebAuthn = ReturnType<typeof createWebAuthn>

const describePasskey = ({ credential, transports }: StoredPasskey) => ({
  id: credential,
  transports: [...transports] as Transports,
})

export function createWebAuthn(appUrl: string) {
  const { hostname: rpId, origin } = new URL(appUrl)
  return {
    /** Options to create a passkey; `existing` ones are not created twice on the same device. */
    async buildCreationOptions(
      user: { id: string; email: string },
      existing: readonly StoredPasskey[],
    ): Promise<CreationOptions> {
      const { generateRegistrationOptions } = await load()
      return generateRegistrationOptions({
        rpName: NAME,
        rpID: rpId,
        userName: user.email,
        // Without meaning outside this service, and the same for all passkeys of a user.
        userID: new Uint8Array(createHash('sha256').update(user.id).digest()),
        attestationType: 'none',
        excludeCredentials: existing.map(describePasskey),
        authenticatorSelection: { residentKey: 'discouraged', userVerification: 'required' },
      })
    },

    /** The new passkey; null if the response does not answer the challenge, or belongs to another origin or host. */
    async verifyCreated(
      { response, ...credential }: CreatedCredential,
      challenge: string,
    ): Promise<(StoredPasskey & { counter: number }) | null> {
      const { verifyRegistrationResponse } = await load()
      const { transports, ...sent } = response
      try {
        const { verified, registrationInfo } = await verifyRegistrationResponse({
          response: {
            ...credential,
            response: { ...sent, transports: transports as Transports },
            clientExtensionResults: {},
          },
          expectedChallenge: challenge,
          expectedOrigin: origin,
          expectedRPID: rpId,
          requireUserVerification: true,
        })
        if (!verified) return null
        const { id, publicKey, counter } = registrationInfo.credential
        return {
          credential: id,
          publicKey: Buffer.from(publicKey).toString('base64url'),
          counter,
          transports,
        }
      } catch {
        return null
      }
    },

    /** Options to prove one of these passkeys. */
    async buildRequestOptions(passkeys: readonly StoredPasskey[]): Promise<RequestOptions> {
      const { generateAuthenticationOptions } = await load()
      return generateAuthenticationOptions({
        rpID: rpId,
        allowCredentials: passkeys.map(describePasskey),
        userVerification: 'required',
      })
    },

    /** The counter of the authenticator; null if the response does not prove the passkey. The caller compares it with the stored one. */
    async verifyResponse(
      { response, ...credential }: CredentialResponse,
      challenge: string,
      passkey: StoredPasskey,
    ): Promise<number | null> {
      const { verifyAuthenticationResponse } = await load()
      const { userHandle, ...sent } = response
      try {
        const { verified, authenticationInfo } = await verifyAuthenticationResponse({
          response: {
            ...credential,
            response: { ...sent, ...(userHandle === undefined ? {} : { userHandle }) },
            clientExtensionResults: {},
          },
          expectedChallenge: challenge,
          expectedOrigin: origin,
          expectedRPID: rpId,
          requireUserVerification: true,
          // Zero: the library would report a lower counter as an error like any other.
          credential: {
            id: passkey.credential,
            publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
            counter: 0,
          },
        })
        return verified ? authenticationInfo.newCounter : null
      } catch {
        return null
      }
    },
  }
}

import type { BodyOf } from '@kontor/contract/endpoint'
import type { passkeyEndpoint } from '@kontor/contract/identity/sign-in.endpoints'
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import { ApiRefusal } from '../../platform/api/api-client.ts'

type Signed = BodyOf<typeof passkeyEndpoint>['response']

export const knowsPasskeys = (): boolean => 'PublicKeyCredential' in globalThis

/** Lets the browser sign with a passkey. The library is loaded at its first use. */
export async function signWithPasskey(options: Record<string, unknown>): Promise<Signed> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  try {
    // The cast is safe: the server creates the options with the other half of this library.
    const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
    const signed = await startAuthentication({ optionsJSON })
    return { ...signed, clientExtensionResults: { ...signed.clientExtensionResults } }
  } catch (error) {
    throw passkeyRefusal(error)
  }
}

/** The person cancelled, was too slow, or has no passkey of this site: the browser does not tell which. */
export const passkeyRefusal = (error: unknown): unknown =>
  error instanceof Error && !(error instanceof ApiRefusal) ? new ApiRefusal('passkey_cancelled', 0) : error

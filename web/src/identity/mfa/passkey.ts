import type { BodyOf } from '@kontor/contract/endpoint'
import type { passkeyEndpoint } from '@kontor/contract/identity/sign-in.endpoints'
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import { ApiRefusal } from '../../platform/api/api-client.ts'

type Signed = BodyOf<typeof passkeyEndpoint>['response']

export const knowsPasskeys = (): boolean => 'PublicKeyCredential' in globalThis

/** Lets the browser sign with a passkey; the library for it is loaded when it is first asked for. */
export async function signWithPasskey(options: Record<string, unknown>): Promise<Signed> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  try {
    // The server made them with the other half of this library.
    const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
    const signed = await startAuthentication({ optionsJSON })
    return { ...signed, clientExtensionResults: { ...signed.clientExtensionResults } }
  } catch (error) {
    throw passkeyRefusal(error)
  }
}

/** Closed by the person, too slow, or no passkey of this site: the browser does not say which. */
export const passkeyRefusal = (error: unknown): unknown =>
  error instanceof Error && !(error instanceof ApiRefusal) ? new ApiRefusal('passkey_cancelled', 0) : error

import { openCredential, sealCredential } from '../../platform/secrets/sealed.ts'

/** What an issuer said about a person, kept until their session begins: which identity it was, and how to ask again. */
export interface SignOnProof {
  identity: string
  /** Null: the issuer gave none. */
  refresh_token: string | null
  /** The name of the session at the issuer; null: the issuer named none. */
  sid: string | null
  /** When the issuer said it. */
  issued_at: string
}

/** Sealed for a sign-in that is half finished. */
export const sealProof = (
  masterKey: string,
  user: string,
  { identity, refresh_token, sid, issued_at }: SignOnProof,
): Buffer =>
  sealCredential(masterKey, placeOf(user), {
    ...{ identity, issued_at },
    ...(refresh_token === null ? {} : { refresh_token }),
    ...(sid === null ? {} : { sid }),
  })

export function openProof(masterKey: string, user: string, sealed: Buffer | null): SignOnProof | undefined {
  if (sealed === null) return undefined
  const said = openCredential(masterKey, placeOf(user), sealed)
  const { identity = '', refresh_token = null, sid = null, issued_at = new Date(0).toISOString() } = said
  return { identity, refresh_token, sid, issued_at }
}

/** Sealed for as long as a session lasts. */
export const sealRefreshToken = (masterKey: string, session: string, refresh_token: string): Buffer =>
  sealCredential(masterKey, placeOf(session), { refresh_token })

export const openRefreshToken = (masterKey: string, session: string, sealed: Buffer): string =>
  openCredential(masterKey, placeOf(session), sealed)['refresh_token'] ?? ''

const placeOf = (record: string) => ({ merchant: 'sign_on', record })

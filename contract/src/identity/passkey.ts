import { z } from 'zod'
import { ofList, ofText } from '../wire.ts'

/**
 * WebAuthn's own JSON, as the browser creates and reads it (`@simplewebauthn/browser`: `startRegistration({ optionsJSON
 * })`, `startAuthentication({ optionsJSON })`). The library that verifies it checks its content.
 */
export const webAuthnOptions = z.record(z.string(), z.unknown()).meta({ description: 'WebAuthn options in JSON' })

const base64url = (max: number) =>
  z
    .string()
    .regex(/^[A-Za-z0-9_-]*$/, 'invalid_value')
    .max(max, ofText('too_long'))

const credential = {
  id: base64url(2_000),
  rawId: base64url(2_000),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).nullish(),
  clientExtensionResults: z.record(z.string(), z.unknown()),
}

export const registrationResponse = z.strictObject({
  ...credential,
  response: z.strictObject({
    clientDataJSON: base64url(10_000),
    attestationObject: base64url(50_000),
    authenticatorData: base64url(20_000).optional(),
    transports: z
      .array(z.string().max(20, ofText('too_long')))
      .max(10, ofList('too_many'))
      .optional(),
    publicKeyAlgorithm: z.int().optional(),
    publicKey: base64url(5_000).optional(),
  }),
})

export const authenticationResponse = z.strictObject({
  ...credential,
  response: z.strictObject({
    clientDataJSON: base64url(10_000),
    authenticatorData: base64url(20_000),
    signature: base64url(5_000),
    userHandle: base64url(200).nullish(),
  }),
})

export const passkeySchema = z.object({
  id: z.string(),
  name: z.string(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
})

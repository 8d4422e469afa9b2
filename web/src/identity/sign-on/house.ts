import type { ReplyOf } from '@kontor/contract/endpoint'
import type { signOnEndpoint } from '@kontor/contract/identity/sign-on/sign-on.endpoints'

/** Whose people sign in at an issuer: a merchant's, or the provider's staff. */
export type House = { id: string; name: string } | 'provider'

/** The setting of a house, as the server gives it. */
export type SignOnReply = ReplyOf<typeof signOnEndpoint>

import { z } from 'zod'

/** What the fields of a card gave. The number is encrypted for Adyen alone. */
const typed = z.strictObject({
  type: z.literal('scheme').optional(),
  encryptedCardNumber: z.string().min(1).max(15_000),
  encryptedExpiryMonth: z.string().min(1).max(15_000),
  encryptedExpiryYear: z.string().min(1).max(15_000),
  encryptedSecurityCode: z.string().min(1).max(15_000).optional(),
  holderName: z.string().max(200).optional(),
  brand: z.string().max(50).optional(),
  checkoutAttemptId: z.string().max(300).optional(),
  sdkData: z.string().max(50_000).optional(),
})

const stored = z.tuple([z.string().min(1).max(64), z.string().min(3).max(256)])

/** A stored payment method: Adyen needs to know whose it is as well. */
export interface StoredMethod {
  method: string
  shopper: string
}

export type Token = { typed: z.infer<typeof typed> } | { stored: StoredMethod }

/** Our word for a stored method. It is encoded, because Adyen's ids can look like card numbers. */
export const tokenOf = ({ method, shopper }: StoredMethod): string =>
  Buffer.from(JSON.stringify([method, shopper])).toString('base64url')

/** The word for a method that Adyen keeps already, for the shopper by whose reference it was stored. */
export function tokenOfKept({ card, holder }: { card: string; holder: string | undefined }): string | undefined {
  if (!/^[A-Za-z0-9]{1,64}$/.test(card) || holder === undefined) return undefined
  const token = tokenOf({ method: card, shopper: holder })
  return readToken(token) && token
}

/** Undefined: it is not of Adyen, or somebody changed it. A card number in the clear is never read. */
export function readToken(token: string): Token | undefined {
  if (token.startsWith('{')) {
    const read = typed.safeParse(parsed(token)).data
    return read && { typed: read }
  }
  const read = stored.safeParse(parsed(Buffer.from(token, 'base64url').toString())).data
  return read && { stored: { method: read[0], shopper: read[1] } }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

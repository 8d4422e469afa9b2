import { z } from 'zod'

/** What may be charged later: Mollie needs to know whose it is as well. */
export interface StoredMandate {
  customer: string
  mandate: string
}

/** `typed`: the word of Mollie's fields for a card that was typed there. */
export type Token = { typed: string } | { stored: StoredMandate }

/** Our word for a mandate. */
export const tokenOf = ({ customer, mandate }: StoredMandate): string => `${customer}.${mandate}`

const typed = z.strictObject({ card_token: z.string().regex(/^tkn_\w{1,90}$/) })

/** A card that a payer typed: as our page with Mollie's fields gives it, or Mollie's bare word. Undefined: it is not of Mollie. */
export function readTyped(token: string): Token | undefined {
  const read = typed.safeParse(token.startsWith('{') ? parsed(token) : { card_token: token }).data
  return read && { typed: read.card_token }
}

/** What we keep, as `tokenOf` wrote it. Undefined: it is not of Mollie. */
export function readStored(token: string): { stored: StoredMandate } | undefined {
  const [, customer, mandate] = /^(cst_\w{1,40})\.(mdt_\w{1,40})$/.exec(token) ?? []
  return customer && mandate ? { stored: { customer, mandate } } : undefined
}

/** The word for a mandate that Mollie keeps already, of its customer there. */
export function tokenOfKept({ card, holder }: { card: string; holder: string | undefined }): string | undefined {
  const token = tokenOf({ customer: holder ?? '', mandate: card })
  return readStored(token) && token
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

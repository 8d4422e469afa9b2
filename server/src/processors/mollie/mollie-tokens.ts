/** What may be charged later: Mollie needs to know whose it is as well. */
export interface StoredMandate {
  customer: string
  mandate: string
}

/** `typed`: the word of Mollie's fields for a card that was typed there. */
export type Token = { typed: string } | { stored: StoredMandate }

/** Our word for a mandate. */
export const tokenOf = ({ customer, mandate }: StoredMandate): string => `${customer}.${mandate}`

/** Undefined: it is not of Mollie. */
export function readToken(token: string): Token | undefined {
  if (/^tkn_\w{1,90}$/.test(token)) return { typed: token }
  const [, customer, mandate] = /^(cst_\w{1,40})\.(mdt_\w{1,40})$/.exec(token) ?? []
  return customer && mandate ? { stored: { customer, mandate } } : undefined
}

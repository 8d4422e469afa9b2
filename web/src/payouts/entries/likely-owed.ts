/**
 * What an entry of so much pays for certain enough to be chosen beforehand: the one invoice that it names, or else the only invoice or
 * debt of exactly this amount.
 */
export function likelyOwed<
  D extends { readonly owed: string },
  I extends { readonly outstanding: string; readonly is_named: boolean },
>(amount: number, debts: readonly D[], invoices: readonly I[]): { debt?: D; invoice?: I } {
  const named = invoices.filter(({ is_named }) => is_named)
  const [invoice, another] =
    named.length > 0 ? named : invoices.filter(({ outstanding }) => outstanding === String(amount))
  const [debt, more] = named.length > 0 ? [] : debts.filter(({ owed }) => owed === String(amount))
  if (another || more || (invoice && debt)) return {}
  return { ...(invoice && { invoice }), ...(debt && { debt }) }
}

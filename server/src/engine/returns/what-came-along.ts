/** What a browser brings back: names and values of a query or form. */
export type Returned = Readonly<Record<string, string>>

interface CameAlong {
  returned: Returned
  /** The lengths by name of what is too large. Nothing of it is kept then, because a part would resume nothing. */
  tooLarge?: Readonly<Record<string, number>>
}

const mostPairs = 20
const longestName = 100
/** The longest that a gateway documents: Adyen's MD and PaRes. */
const longestValue = 20_000
const longestTogether = 80_000

/**
 * The pairs of a query and of a form, of which the form's count. Names that are longer are nothing that a gateway sends. Of too
 * many, those come first that the payment's gateway may have sent. The names are sorted, so that the same content is the same
 * text.
 */
export function whatCameAlong(query: string, formBody: string, returned: readonly string[] = []): CameAlong {
  const pairs = new Map<string, string>()
  for (const [name, value] of [...new URLSearchParams(query), ...new URLSearchParams(formBody)])
    if (name.length <= longestName) pairs.set(name, value)
  const isAwaited = ([name]: [string, string]) => returned.includes(name)
  const kept = [...pairs].sort((one, other) => Number(isAwaited(other)) - Number(isAwaited(one))).slice(0, mostPairs)
  const sorted = kept.sort(([one], [other]) => (one < other ? -1 : 1))
  const lengths = sorted.map(([, { length }]) => length)
  const together = lengths.reduce((sum, length) => sum + length, 0)
  if (together <= longestTogether && lengths.every((length) => length <= longestValue))
    return { returned: Object.fromEntries(sorted) }
  return { returned: {}, tooLarge: Object.fromEntries(sorted.map(([name, { length }]) => [name, length])) }
}

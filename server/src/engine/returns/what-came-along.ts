/** What a browser brings back: names and values of a query or form. */
export type Returned = Readonly<Record<string, string>>

const mostPairs = 20
const longestName = 100
const longestValue = 4_000

/**
 * The small pairs of a query and of a form, of which the form's count. What is larger is nothing that a gateway sends. The
 * names are sorted, so that the same content is the same text.
 */
export function whatCameAlong(query: string, formBody: string): Returned {
  const pairs = new Map<string, string>()
  for (const [name, value] of [...new URLSearchParams(query), ...new URLSearchParams(formBody)])
    if (name.length <= longestName && value.length <= longestValue) pairs.set(name, value)
  const sorted = [...pairs].sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(sorted.slice(0, mostPairs))
}

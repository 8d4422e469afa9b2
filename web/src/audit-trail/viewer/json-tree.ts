export interface Branch {
  name: string
  /** As in JSONPath: `$.a.b[0]`. */
  path: string
  value: unknown
}

export const isBranch = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0

export const branchesOf = (of: object, path: string): Branch[] =>
  Object.entries(of).map(([name, value]) => ({ name, value, path: path + stepOf(of, name) }))

const stepOf = (of: object, name: string): string => {
  if (Array.isArray(of)) return `[${name}]`
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`
}

/** What a folded branch holds: `{3}`, `[25]`. */
export const shortOf = (value: object): string =>
  Array.isArray(value) ? `[${value.length}]` : `{${Object.keys(value).length}}`

/** True: a name or a value in it has the words, which are in small letters. */
export const matches = (value: unknown, words: string): boolean => countMatches(value, words) > 0

/** The names and values that have the words. */
export function countMatches(value: unknown, words: string): number {
  if (typeof value !== 'object' || value === null) return String(value).toLowerCase().includes(words) ? 1 : 0
  return Object.entries(value).reduce(
    (sum, [name, each]) =>
      sum + (!Array.isArray(value) && name.toLowerCase().includes(words) ? 1 : 0) + countMatches(each, words),
    0,
  )
}

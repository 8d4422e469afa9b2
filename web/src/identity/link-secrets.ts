/** The tokens of links, by path: out of the address bar as soon as they were read, and kept in memory alone. */
const secrets = new Map<string, string>()

export const secretOf = (path: string): string | undefined => secrets.get(path)

export const forgetSecret = (path: string): boolean => secrets.delete(path)

/** Takes the token out of an address's values; undefined when it has none. */
export function withoutSecret(path: string, name: string, search: object): Record<string, unknown> | undefined {
  const { [name]: secret, ...rest } = search as Record<string, unknown>
  if (secret === undefined) return undefined
  // The router reads a repeated name as a list, which no link has.
  if (typeof secret === 'string' && secret !== '') secrets.set(path, secret)
  return rest
}

/**
 * The tokens of links, by path. A token is removed from the address bar when it was read, and then exists only in
 * memory.
 */
const secrets = new Map<string, string>()

export const secretOf = (path: string): string | undefined => secrets.get(path)

export const forgetSecret = (path: string): boolean => secrets.delete(path)

/** Removes the token from an address's values; undefined when there is none. */
export function withoutSecret(path: string, name: string, search: object): Record<string, unknown> | undefined {
  const { [name]: secret, ...rest } = search as Record<string, unknown>
  if (secret === undefined) return undefined
  // The router reads a repeated name as a list; no link has one.
  if (typeof secret === 'string' && secret !== '') secrets.set(path, secret)
  return rest
}

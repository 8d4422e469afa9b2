/**
 * The only grammar of list addresses; browser and server both read and write it:
 *
 *   status=A                 equal            status[]=A&status[]=B    one of
 *   created_at>=2026-10-01   from, inclusive  created_at<=2026-10-31   up to, inclusive (the key is `created_at<`)
 *   _sort=-created_at  _limit=25  _skip=50  _populate=customer  _search_by=id  _search=…
 *
 * Values stay text here, so that 00123 stays 00123. The entity gives them their types (`list-query.ts`).
 */

/**
 * Keys are as written, with `[]`, `>` and `<`. A bare key with a list of values is a repeated scalar, which readers
 * refuse.
 */
export type Query = Record<string, string | string[]>

export function parseQueryString(text: string): Query {
  // The object has no prototype, so that `__proto__` is a key like any other.
  const query: Query = Object.create(null)
  for (const [key, value] of new URLSearchParams(text)) {
    const before = query[key]
    if (before === undefined) query[key] = key.endsWith('[]') ? [value] : value
    else query[key] = Array.isArray(before) ? [...before, value] : [before, value]
  }
  return query
}

/** Without the question mark; keys in the given order; empty values are left out. */
export function formatQueryString(query: Readonly<Record<string, string | readonly string[] | undefined>>): string {
  return Object.entries(query)
    .flatMap(([key, value]) => [value ?? ''].flat().map((one) => [key, one] as const))
    .filter(([, value]) => value !== '')
    .map(([key, value]) => `${encode(key)}=${encode(value)}`)
    .join('&')
}

/** Escapes only what must be escaped: brackets, comparison signs, colons and commas stay readable in our addresses. */
function encode(part: string): string {
  return encodeURIComponent(part)
    .replaceAll('%5B', '[')
    .replaceAll('%5D', ']')
    .replaceAll('%3E', '>')
    .replaceAll('%3C', '<')
    .replaceAll('%3A', ':')
    .replaceAll('%2C', ',')
    .replaceAll('%20', '+')
}

interface Asked {
  route: string
  url: string
}

/** Headers that the caller chose. The others belong to one connection or one person. */
const chosen = new Set(['accept', 'accept-language', 'content-type', 'prefer'])

/**
 * The request as a command for a shell. Its key is the variable `KONTOR_API_KEY`; values that were masked are filled in by whoever
 * sends it.
 */
export function curlOf(
  origin: string,
  { route, url }: Asked,
  { headers, body }: { headers: readonly (readonly [string, string])[]; body: string | null },
): string {
  const [method = 'GET'] = route.split(' ')
  const kept = headers.filter(([name, value]) => chosen.has(name.toLowerCase()) && !value.includes('•'))
  return [
    `curl -X ${method} ${quoted(origin + url)}`,
    '-H "Authorization: Bearer $KONTOR_API_KEY"',
    ...kept.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === null ? [] : [`-d ${quoted(body)}`]),
  ].join(' \\\n  ')
}

/** Within such quotes a shell reads nothing but their end. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** The ways to look at a body (001 section 2.7). */
export const bodyForms = ['json', 'xml', 'form', 'raw'] as const
export type BodyForm = (typeof bodyForms)[number]

type Headers = readonly (readonly [string, string])[]

/** JSON for addresses that begin with /v1/; otherwise what the content type says, or without one what the body is. */
export function usualForm(url: string, headers: Headers, body: string): BodyForm {
  if (url.startsWith('/v1/')) return 'json'
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1]
  if (type === undefined) return parsedJson(body) ? 'json' : 'raw'
  if (/json/i.test(type)) return 'json'
  if (/xml/i.test(type)) return 'xml'
  if (/form/i.test(type)) return 'form'
  return 'raw'
}

/** The value of JSON; undefined: it is none. */
export function parsedJson(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

/** Names and values of a form, in order; undefined: it is none. */
export function pairsOf(text: string): [string, string][] | undefined {
  if (!text.includes('=') || /[\s{<]/.test(text)) return undefined
  return text.split('&').map((pair) => {
    const at = pair.indexOf('=')
    return at < 0 ? [decoded(pair), ''] : [decoded(pair.slice(0, at)), decoded(pair.slice(at + 1))]
  })
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

/** The most lines that are drawn. */
const mostLines = 5_000
const deepest = 40

/**
 * XML with a line for each tag and text. Its signs are read one by one and nothing in it is understood: no entity is replaced and
 * no address is called. Undefined: it has no tags.
 */
export function indentedXml(text: string): string | undefined {
  if (!/^\s*</.test(text)) return undefined
  const lines: string[] = []
  let depth = 0
  let at = 0
  while (at < text.length && lines.length < mostLines) {
    const end = text[at] === '<' ? endOfTag(text, at) : endOfText(text, at)
    const part = text.slice(at, end).trim()
    at = end
    if (part === '') continue
    const isEnd = part.startsWith('</')
    if (isEnd) depth = Math.max(0, depth - 1)
    lines.push('  '.repeat(Math.min(depth, deepest)) + part)
    const isBegin = part.startsWith('<') && !isEnd && !/^<[!?]/.test(part) && !part.endsWith('/>')
    if (isBegin) depth += 1
  }
  return at < text.length ? [...lines, '…'].join('\n') : lines.join('\n')
}

function endOfTag(text: string, at: number): number {
  const close = ['<!--', '<![CDATA['].find((open) => text.startsWith(open, at)) === undefined ? '>' : ending(text, at)
  const end = text.indexOf(close, at)
  return end < 0 ? text.length : end + close.length
}

const ending = (text: string, at: number) => (text.startsWith('<!--', at) ? '-->' : ']]>')

function endOfText(text: string, at: number): number {
  const end = text.indexOf('<', at)
  return end < 0 ? text.length : end
}

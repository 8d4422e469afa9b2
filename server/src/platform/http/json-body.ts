import { Refusal } from '@kontor/contract/refusal'
import type { FastifyInstance } from 'fastify'

/**
 * JSON in which an object names a key twice is refused: whoever reads the first and whoever reads the last would see two
 * amounts. RFC 8259 leaves open which one holds.
 */
export function jsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text: string, done) => {
    void parse(request, text, (error, body) => {
      const repeated = error ? undefined : repeatedKey(text)
      if (repeated === undefined) return done(error, body)
      return done(new Refusal('invalid_request', { [`body.${repeated}`]: 'repeated' }))
    })
  })
}

/** The first key that an object of this JSON has twice, with the path to it. The text was read before: it is JSON. */
export function repeatedKey(text: string): string | undefined {
  // Of each value that is open: its keys so far, the present one last; of a list, none.
  const open: { keys: Set<string>; key: string }[] = []
  for (const [token, colon] of text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/g)) {
    if (token === '{' || token === '[') open.push({ keys: new Set(), key: '' })
    else if (token === '}' || token === ']') open.pop()
    else if (colon !== undefined) {
      const inside = open.at(-1)
      // What is before the colon is a string of JSON.
      const key = JSON.parse(token.slice(0, -colon.length)) as string
      if (!inside) continue
      inside.key = key
      if (inside.keys.has(key)) return open.flatMap((each) => (each.keys.size > 0 ? [each.key] : [])).join('.')
      inside.keys.add(key)
    }
  }
  return undefined
}

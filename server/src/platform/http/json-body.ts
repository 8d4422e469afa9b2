import { Refusal } from '@kontor/contract/refusal'
import type { FastifyInstance } from 'fastify'

/**
 * Refuses JSON in which an object has a key twice. RFC 8259 leaves open which value holds, so two readers could see two
 * amounts.
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

/** The path of the first key that an object of this JSON has twice. The text must be valid JSON. */
export function repeatedKey(text: string): string | undefined {
  // The objects and lists around the present token, with their keys so far. A list has no keys.
  const open: { keys: Set<string>; key: string }[] = []
  for (const [token, colon] of text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/g)) {
    if (token === '{' || token === '[') open.push({ keys: new Set(), key: '' })
    else if (token === '}' || token === ']') open.pop()
    else if (colon !== undefined) {
      const inside = open.at(-1)
      // The token without its colon is a JSON string.
      const key = JSON.parse(token.slice(0, -colon.length)) as string
      if (!inside) continue
      inside.key = key
      if (inside.keys.has(key)) return open.flatMap((each) => (each.keys.size > 0 ? [each.key] : [])).join('.')
      inside.keys.add(key)
    }
  }
  return undefined
}

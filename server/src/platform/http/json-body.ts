import { Refusal } from '@kontor/contract/refusal'
import type { FastifyInstance } from 'fastify'

/** The most objects and lists within each other. A tree of conditions has some thirty. */
const deepest = 100

/**
 * Refuses JSON in which an object has a key twice: RFC 8259 leaves open which value holds, so two readers could see two
 * amounts. Refuses JSON of great depth too, at which whoever walks through it would run out of stack.
 */
export function jsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text: string, done) => {
    void parse(request, text, (error, body) => {
      const problem = error ? undefined : problemOf(text)
      if (problem === undefined) return done(error, body)
      return done(new Refusal('invalid_request', { [['body', problem.path].join('.')]: problem.reason }))
    })
  })
}

/** The first key that an object of this JSON has twice, or the place where it is too deep. The text must be valid JSON. */
export function problemOf(text: string): { path: string; reason: 'repeated' | 'nested_too_deep' } | undefined {
  // The objects and lists around the present token, with their keys so far. A list has no keys.
  const open: { keys: Set<string>; key: string }[] = []
  const path = () => open.flatMap((each) => (each.keys.size > 0 ? [each.key] : [])).join('.')
  for (const [token, colon] of text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/g)) {
    if (token === '{' || token === '[') {
      if (open.length >= deepest) return { path: path(), reason: 'nested_too_deep' }
      open.push({ keys: new Set(), key: '' })
    } else if (token === '}' || token === ']') open.pop()
    else if (colon !== undefined) {
      const inside = open.at(-1)
      // The token without its colon is a JSON string.
      const key = JSON.parse(token.slice(0, -colon.length)) as string
      if (!inside) continue
      inside.key = key
      if (inside.keys.has(key)) return { path: path(), reason: 'repeated' }
      inside.keys.add(key)
    }
  }
  return undefined
}

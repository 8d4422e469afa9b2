import { InvalidRequestError } from './errors.ts'

/**
 * Refuses numbers that would arrive as other numbers. JSON has no NaN and no bigint, and an integer beyond 2^53−1 is
 * rounded; an amount as text would be refused later.
 */
export function checkBody(body: unknown, integers: readonly string[]): void {
  const details: Record<string, string> = {}
  look(body, 'body', '', (path, name, value) => {
    if (integers.includes(name)) {
      if (!Number.isSafeInteger(value)) details[path] = 'must_be_a_safe_integer'
    } else if (typeof value === 'bigint' || (typeof value === 'number' && !Number.isFinite(value)))
      details[path] = 'must_be_a_number'
  })
  if (Object.keys(details).length > 0) throw new InvalidRequestError(details)
}

type Seen = (path: string, name: string, value: unknown) => void

/** Every value that is no object or list; the items of a list have the list's name. */
function look(value: unknown, path: string, name: string, seen: Seen): void {
  if (value === undefined || value === null) return
  if (typeof value !== 'object') seen(path, name, value)
  else if (Array.isArray(value)) for (const [index, each] of value.entries()) look(each, `${path}.${index}`, name, seen)
  else for (const [key, each] of Object.entries(value)) look(each, `${path}.${key}`, key, seen)
}

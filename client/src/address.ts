import { InvalidRequestError } from './errors.ts'

/** The path of an operation with its parameters. An id that is no id would lead to another address. */
export function pathOf(path: string, params: readonly unknown[]): string {
  const names = parametersOf(path)
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[names.indexOf(name)]
    if (typeof value !== 'string' || !/^[\w-]+$/.test(value)) throw new InvalidRequestError({ [name]: 'must_be_an_id' })
    return value
  })
}

export const parametersOf = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '')

/** Parameters as the API reads them: lists repeat their name, and undefined ones are left out. */
export function queryOf(query: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().flatMap((each) => (each === undefined ? [] : [[name, textOf(name, each)] as [string, string]])),
  )
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
}

function textOf(name: string, value: unknown): string {
  if (typeof value === 'string' || typeof value === 'boolean') return String(value)
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString()
  throw new InvalidRequestError({ [`query.${name}`]: 'invalid_value' })
}

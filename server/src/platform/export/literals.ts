import type { CompiledQuery } from 'kysely'
import pg from 'pg'

/** The statement with its values in it: `copy` takes no parameters. Values are quoted by the driver's own function. */
export function withLiterals({ sql, parameters }: CompiledQuery): string {
  return sql.replace(/\$(\d+)/g, (_, number: string) => literalOf(parameters[Number(number) - 1]))
}

/** Without a type, as a parameter has none: PostgreSQL takes it from the place where it stands. */
function literalOf(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map(elementOf).join(',')}}`)
  if (['string', 'number', 'boolean', 'bigint'].includes(typeof value)) return pg.escapeLiteral(String(value))
  throw new TypeError(`a ${typeof value} is no value of a statement`)
}

const elementOf = (value: unknown): string => `"${String(value).replaceAll(/["\\]/g, '\\$&')}"`

import type { CompiledQuery } from 'kysely'
import pg from 'pg'

/**
 * The statement with its values written into it, because `copy` takes no parameters. The driver's own function quotes
 * them.
 */
export function withLiterals({ sql, parameters }: CompiledQuery): string {
  return sql.replace(/\$(\d+)/g, (_, number: string) => literalOf(parameters[Number(number) - 1]))
}

/** A literal without a type, like a parameter: PostgreSQL derives its type from its position. */
function literalOf(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map(elementOf).join(',')}}`)
  if (['string', 'number', 'boolean', 'bigint'].includes(typeof value)) return pg.escapeLiteral(String(value))
  throw new TypeError(`a ${typeof value} is no value of a statement`)
}

const elementOf = (value: unknown): string => `"${String(value).replaceAll(/["\\]/g, '\\$&')}"`

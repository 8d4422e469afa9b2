import {
  type Condition,
  type RuleName,
  ruleTypeOf,
  type SingleValue,
  spanOf,
} from '@kontor/contract/decisions/conditions/condition.rules'
import { isBranch, type Node } from '@kontor/contract/decisions/routings/tree.rules'
import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** The columns of the facts of a payment: what a condition asks of it. */
export interface FactColumns {
  /** The amount in minor units of the currency of the routing or ruleset. */
  readonly amount: RawBuilder<number | null>
  /** The column of another fact. */
  readonly fact: (name: Exclude<RuleName, 'amount' | 'random'>) => RawBuilder<unknown>
  readonly lot: (drawnFor: string) => RawBuilder<number>
}

/** The processor to which a tree sends a payment: what `route` gives, as SQL. */
export function treeSql(node: Node, columns: FactColumns): RawBuilder<string> {
  if (!isBranch(node)) return sql`${node}::uuid`
  const { id, if: conditions } = node
  const [yes, no] = [treeSql(node.then, columns), treeSql(node.else, columns)]
  return sql`case when ${allSql(conditions, id, columns)} then ${yes} else ${no} end`
}

/** Whether all conditions hold. It is never null. */
export const allSql = (conditions: readonly Condition[], drawnFor: string, columns: FactColumns) =>
  sql<SqlBool>`(${sql.join(
    conditions.map((condition) => conditionSql(condition, drawnFor, columns)),
    sql` and `,
  )})`

/** Whether a condition holds, as `holds` says it: what is missing equals nothing. Values are parameters of the statement. */
function conditionSql(condition: Condition, drawnFor: string, columns: FactColumns): RawBuilder<SqlBool> {
  const { name, operator } = condition
  const column = name === 'random' ? columns.lot(drawnFor) : name === 'amount' ? columns.amount : columns.fact(name)
  const known = sql<SqlBool>`coalesce(${askedSql(condition, column)}, false)`
  return operator === '!=' || operator === 'NOT_IN' ? sql<SqlBool>`not ${known}` : known
}

/** Null for what is missing. Of `!=` and NOT_IN it is the opposite. */
function askedSql({ name, operator, value }: Condition, column: RawBuilder<unknown>): RawBuilder<SqlBool> {
  const values: readonly SingleValue[] = typeof value === 'object' ? value : [value]
  const { kind } = ruleTypeOf(name)
  if (kind === 'boolean') return sql`${column} = ${values[0]}::boolean`
  if (kind === 'text') return sql`${column} = any(${values.map(String)}::uuid[])`
  if (kind === 'select') return sql`${column} = any(${values.map(String)}::text[])`
  const spans = values.map((each) => spanOf(name, Number(each)))
  const [[from, to] = [0, 0]] = spans
  switch (operator) {
    case '>':
      return sql`${column} > ${to}::bigint`
    case '>=':
      return sql`${column} >= ${from}::bigint`
    case '<':
      return sql`${column} < ${from}::bigint`
    case '<=':
      return sql`${column} <= ${to}::bigint`
    default:
      return sql`(${sql.join(
        spans.map(([first, last]) => sql`${column} between ${first}::bigint and ${last}::bigint`),
        sql` or `,
      )})`
  }
}

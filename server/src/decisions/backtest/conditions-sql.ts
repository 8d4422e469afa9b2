import {
  type Condition,
  type RuleName,
  ruleTypeOf,
  type SingleValue,
  spanOf,
} from '@kontor/contract/decisions/conditions/condition.rules'
import { type Branch, isBranch, type Node, type Side } from '@kontor/contract/decisions/routings/tree.rules'
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
export const treeSql = (tree: Node, columns: FactColumns): RawBuilder<string> =>
  walkSql(tree, columns, (processor) => sql`${processor}::uuid`)

/** The place of the end in `endsOf`, to which a tree sends a payment. */
export function endSql(tree: Node, columns: FactColumns): RawBuilder<number> {
  let next = 0
  return walkSql(tree, columns, () => {
    next += 1
    return sql`${next - 1}::int`
  })
}

/** An end of a tree: a side of a branch, with a processor. */
export interface End {
  readonly branch: string
  readonly side: Side
  readonly processor: string
}

/** The ends of a tree, from top to bottom. */
export function endsOf(tree: Branch): End[] {
  const ends: End[] = []
  const walk = (node: Node, branch: string, side: Side): void => {
    if (!isBranch(node)) return void ends.push({ branch, side, processor: node })
    walk(node.then, node.id, 'then')
    walk(node.else, node.id, 'else')
  }
  walk(tree, tree.id, 'then')
  return ends
}

function walkSql<T>(node: Node, columns: FactColumns, end: (processor: string) => RawBuilder<T>): RawBuilder<T> {
  if (!isBranch(node)) return end(node)
  const { id, if: conditions } = node
  const yes = walkSql(node.then, columns, end)
  const no = walkSql(node.else, columns, end)
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

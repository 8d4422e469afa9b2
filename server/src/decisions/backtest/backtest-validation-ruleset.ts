import type { backtestValidationRulesetEndpoint } from '@kontor/contract/decisions/backtest/backtest.endpoints'
import { chargebackDays, mostCompared } from '@kontor/contract/decisions/backtest/backtest.rules'
import type { Condition } from '@kontor/contract/decisions/conditions/condition.rules'
import type { RulesetAction } from '@kontor/contract/decisions/decision.rules'
import type { ReadBody, ReplyOf } from '@kontor/contract/endpoint'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { visibleOrganisation } from '../../identity/access/visible-organisation.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { inTransaction, type Trx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import type { Call } from '../../platform/http/endpoint.ts'
import { onWire } from '../../platform/sums.ts'
import { type OtherRuleset, otherRulesets } from '../rulesets/other-rulesets.ts'
import { profileAt } from '../rulesets/ruleset-places.ts'
import { allSql } from './conditions-sql.ts'
import { wilson } from './expected-approval.ts'
import { approvedSql, refusedSql } from './outcome-sql.ts'
import { amountsIn, columnsIn, isRecorded, pastPayments, within } from './past-payments.ts'
import { paymentsIn } from './payments-in.ts'
import { type BacktestServices, runBacktest } from './run-backtest.ts'
import { instantsOf, spanOfDays } from './span-of-days.ts'
import { total, volumesOf } from './volumes.ts'

type Reply = ReplyOf<typeof backtestValidationRulesetEndpoint>
type Body = ReadBody<typeof backtestValidationRulesetEndpoint>

/** Says which payments of the last days rules would have hit, and what became of them. */
export async function backtestValidationRuleset(
  { actor, body, reply, now }: Call<typeof backtestValidationRulesetEndpoint>,
  services: BacktestServices,
): Promise<Reply> {
  const prepared = await inTransaction(services.databases, actor, (trx) => prepare(trx, actor, body, now))
  const { rows } = await runBacktest({ ...services, actor, reply, id: body.progress }, prepared, {
    statement: (from, until) => statementOf(prepared, { from, until }),
    keyOf: ({ currency_code }) => currency_code,
    added,
  })
  return replyOf(prepared, rows)
}

interface Tested {
  readonly id: string
  readonly rules: readonly Condition[]
  readonly currency_code: string
}

type Prepared = Awaited<ReturnType<typeof prepare>>

/** Everything but the payments. */
async function prepare(trx: Trx, actor: Actor, body: Body, now: Date) {
  const { action, rules, currency_code, ruleset, payment_profile } = body
  const { id: organisation, merchant } = await visibleOrganisation(trx, actor, body.organisation)
  const place = { merchant, organisation }
  const profiles = payment_profile ? [await profileAt(trx, actor, place, payment_profile)] : undefined
  const tested: Tested = { id: ruleset ?? newId(now).id, rules, currency_code }
  const others = await otherRulesets(trx, actor, { merchant, action, but: ruleset, most: mostCompared })
  const currencies = [...new Set([tested, ...others].map((each) => each.currency_code))]
  return {
    ...(await spanOfDays(trx, actor, body.days, now)),
    ...{ merchant, action, tested, others, young_since: now.getTime() - chargebackDays * 86_400_000 },
    where: await paymentsIn(trx, actor, { ...place, profiles }),
    amounts: await amountsIn(trx, merchant, currencies, now),
  }
}

/** What became of payments of a currency. */
interface Row {
  currency_code: string
  payments: number
  unrecorded: number
  converted: number
  hits: number
  hit_amount: string
  good: number
  good_amount: string
  caught: number
  caught_amount: string
  declined: number
  blocked: number
  missed: number
  young: number
  already: number
  /** Of each other ruleset: the payments that it hits, and those that both hit. */
  others: number[]
  both: number[]
}

function added(one: Row, other: Row): Row {
  const sum = (name: 'hit_amount' | 'good_amount' | 'caught_amount') => String(BigInt(one[name]) + BigInt(other[name]))
  const each = (name: 'others' | 'both') => one[name].map((count, at) => count + (other[name][at] ?? 0))
  return {
    currency_code: one.currency_code,
    payments: one.payments + other.payments,
    unrecorded: one.unrecorded + other.unrecorded,
    converted: one.converted + other.converted,
    ...{ hits: one.hits + other.hits, hit_amount: sum('hit_amount') },
    ...{ good: one.good + other.good, good_amount: sum('good_amount') },
    ...{ caught: one.caught + other.caught, caught_amount: sum('caught_amount') },
    declined: one.declined + other.declined,
    blocked: one.blocked + other.blocked,
    missed: one.missed + other.missed,
    young: one.young + other.young,
    already: one.already + other.already,
    ...{ others: each('others'), both: each('both') },
  }
}

function statementOf(
  { merchant, action, tested, others, where, amounts, young_since }: Prepared,
  span: { from: number; until: number },
): RawBuilder<Row> {
  const of = { merchant, ...span, amounts, more: outcomes(young_since) }
  const hitBy = ({ id, rules, currency_code }: Tested) => allSql(rules, id, columnsIn(currency_code, of))
  const hitByOther = (other: OtherRuleset) =>
    sql<SqlBool>`(f.payment_profile_id = any(${other.profiles}::uuid[]) and ${hitBy(other)})`
  const names = others.map((_, at) => sql.ref(`g.other_${at}`))
  const asksAmount = tested.rules.some(({ name }) => name === 'amount')
  const count = (condition: RawBuilder<unknown>) => sql`(count(*) filter (where ${condition}))::int`
  const amount = (condition: RawBuilder<unknown>) => sql`coalesce(sum(g.amount) filter (where ${condition}), 0)::text`
  const counts = (conditions: readonly RawBuilder<unknown>[]) =>
    conditions.length === 0 ? sql`'{}'::int[]` : sql`array[${sql.join(conditions.map(count))}]`
  const good = sql`g.hit and g.approved and not g.charged_back and not g.refunded`
  const caught = sql`g.hit and g.charged_back`
  return sql<Row>`
    select g.currency_code, count(*)::int as payments,
      ${count(sql`g.unrecorded and ${isRecorded(tested.rules)}::boolean`)} as unrecorded,
      ${count(sql`g.currency_code <> ${tested.currency_code} and ${asksAmount}::boolean`)} as converted,
      ${count(sql`g.hit`)} as hits, ${amount(sql`g.hit`)} as hit_amount,
      ${count(good)} as good, ${amount(good)} as good_amount,
      ${count(caught)} as caught, ${amount(caught)} as caught_amount,
      ${count(sql`g.hit and g.refused and not g.blocked and not g.charged_back`)} as declined, ${count(sql`g.hit and g.blocked`)} as blocked,
      ${count(sql`g.charged_back and not g.hit`)} as missed, ${count(sql`${good} and g.young`)} as young,
      ${count(sql`g.hit and (${sql.join([sql`false`, ...names], sql` or `)})`)} as already,
      ${counts(names)} as others, ${counts(names.map((name) => sql`g.hit and ${name}`))} as both
    from (select f.*, ${sql.join([
      sql`${hitBy(tested)} as hit`,
      sql`b.transaction_id is not null as charged_back`,
      ...others.map((other, at) => sql`${hitByOther(other)} as ${sql.ref(`other_${at}`)}`),
    ])}
      from ${pastPayments({ ...of, where: sql`${askedOf(action)} and ${where}` })}
        left join (select distinct c.transaction_id from chargeback c where c.merchant_id = ${merchant}
          and ${within(sql`c.transaction_created_at`, span.from, span.until)} and c.status in ('OPEN', 'IN_DISPUTE', 'LOST')) b
          on b.transaction_id = f.id
      offset 0) g
    group by g.currency_code`
}

const outcomes = (young_since: number) => sql`${approvedSql} as approved, ${refusedSql} as refused, t.blocked,
  t.payment_profile_id, t.captured_amount > 0 and t.refund_reserved >= t.captured_amount as refunded,
  t.created_at > ${new Date(young_since).toISOString()}::timestamptz as young`

/** The payments that rulesets of an action are asked about, as `judge` has it. */
function askedOf(action: RulesetAction): RawBuilder<SqlBool> {
  if (action === 'tag') return sql`t.amount > 0`
  return action === 'block' ? sql`true` : sql`t.payment_product = 'card'`
}

function replyOf(prepared: Prepared, rows: readonly Row[]): Reply {
  const sum = (name: Exclude<keyof Row, `${string}amount` | 'currency_code' | 'others' | 'both'>) =>
    total(rows, (row) => row[name])
  const sumAt = (name: 'others' | 'both', at: number) => total(rows, (row) => row[name][at] ?? 0)
  const volumes = (name: 'hit' | 'good' | 'caught') =>
    volumesOf(
      rows.map((row) => ({
        currency_code: row.currency_code,
        count: row[name === 'hit' ? 'hits' : name],
        amount: row[`${name}_amount`],
      })),
    )
  const [good, caught, missed] = [sum('good'), sum('caught'), sum('missed')]
  const [hits, declined, blocked] = [sum('hits'), sum('declined'), sum('blocked')]
  return onWire<Reply>({
    ...instantsOf(prepared),
    ...{ payments: sum('payments'), unrecorded: sum('unrecorded'), converted: sum('converted') },
    ...{ hits, volumes: volumes('hit') },
    ...{ good, good_volumes: volumes('good') },
    ...{ caught, caught_volumes: volumes('caught') },
    ...{ declined, blocked, rest: hits - good - caught - declined - blocked, missed, young: sum('young') },
    precision: wilson(caught, caught + good),
    recall: wilson(caught, caught + missed),
    already: sum('already'),
    overlaps: prepared.others
      .map(({ id, name }, at) => ({ id, name, hits: sumAt('others', at), both: sumAt('both', at) }))
      .filter(({ both }) => both > 0)
      .sort((a, b) => b.both - a.both),
  })
}

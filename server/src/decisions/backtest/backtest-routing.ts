import type { backtestRoutingEndpoint } from '@kontor/contract/decisions/backtest/backtest.endpoints'
import { mostSamples } from '@kontor/contract/decisions/backtest/backtest.rules'
import { type Branch, branchesOf, endpointsOf, withIds } from '@kontor/contract/decisions/routings/tree.rules'
import type { ReadBody, ReplyOf } from '@kontor/contract/endpoint'
import { transaction } from '@kontor/contract/payments/transaction.entity'
import { regionOf } from '@kontor/contract/pricing/price.rules'
import { isAllowed } from '@kontor/contract/roles'
import { type RawBuilder, sql } from 'kysely'
import { ownOrganisation, visibleOrganisation } from '../../identity/access/visible-organisation.ts'
import { type Actor, visibleTo } from '../../platform/db/actor.ts'
import { inTransaction, type Trx } from '../../platform/db/database.ts'
import type { Call } from '../../platform/http/endpoint.ts'
import { onWire } from '../../platform/sums.ts'
import { vaultOf } from '../../processors/vault.ts'
import { profilesWith } from '../routings/routing-profiles.ts'
import { seenRouting } from '../routings/seen-routing.ts'
import { joinCosts, mayReadCosts, pricedSql } from './booked-costs.ts'
import { type End, endSql, endsOf, treeSql } from './conditions-sql.ts'
import { type Alike, expectedApproval, type Moving } from './expected-approval.ts'
import { type Costing, expectedCosts } from './expected-cost.ts'
import { approvedSql, refusedSql } from './outcome-sql.ts'
import { amountsIn, columnsIn, isRecorded, type Looked, pastPayments } from './past-payments.ts'
import { paymentsIn } from './payments-in.ts'
import { type BacktestServices, runBacktest } from './run-backtest.ts'
import { instantsOf, spanOfDays } from './span-of-days.ts'
import { groupsOf, total, volumesOf } from './volumes.ts'

type Reply = ReplyOf<typeof backtestRoutingEndpoint>
type Body = ReadBody<typeof backtestRoutingEndpoint>

/** Says which payments of the last days a changed tree would send elsewhere. */
export async function backtestRouting(
  { actor, body, reply, now }: Call<typeof backtestRoutingEndpoint>,
  services: BacktestServices,
): Promise<Reply> {
  const prepared = await inTransaction(services.databases, actor, (trx) => prepare(trx, actor, body, now))
  const product = body.payment_product
  const ends = endsOf(prepared.changed.details)
  // The module `collecting` books the costs of payments.
  const readsCosts = services.modules.includes('collecting') && mayReadCosts(actor)
  const { rows, samples, costs } = await runBacktest<Row, Sample, CostRow>(
    { ...services, actor, reply, id: body.progress },
    prepared,
    {
      statement: (from, until) => statementOf(prepared, product, { from, until }),
      keyOf: (row) => `${keyOfRouted(row)} ${row.kind}`,
      added,
    },
    {
      samples: isAllowed(transaction.roles.list, actor.roles)
        ? {
            most: mostSamples,
            isIn: ({ from, end }) => from !== ends[end]?.processor,
            statement: (from, until) => samplesOf(prepared, product, { from, until }),
          }
        : undefined,
      costs: readsCosts
        ? {
            statement: (from, until) => costsOf(prepared, product, { from, until }),
            keyOf: (row) => `${keyOfRouted(row)} ${row.issuer_country} ${row.priced}`,
            added: addedCosts,
          }
        : undefined,
    },
  )
  return replyOf(prepared, rows, samples, readsCosts ? costs.map(byRegion) : null)
}

interface Tree {
  readonly details: Branch
  readonly currency_code: string
}

type Prepared = Awaited<ReturnType<typeof prepare>>

/** Everything but the payments: the trees, whose payments count, the rates and the processors. */
async function prepare(trx: Trx, actor: Actor, body: Body, now: Date) {
  const { routing, organisation, days } = body
  const changed: Tree = { details: withIds(body.details), currency_code: body.currency_code }
  const saved = routing === undefined ? undefined : await seenRouting(trx, actor, routing)
  const profiles = saved ? await profilesWith(trx, saved).where(visibleTo(actor, 'payment_profile')).execute() : []
  const isUsed = saved !== undefined && profiles.length > 0 && saved.payment_product === body.payment_product
  const { merchant, id: place } = saved
    ? { merchant: saved.merchant_id, id: saved.organisation_id }
    : await placeOf(trx, actor, organisation)
  const against: Tree | undefined = isUsed ? saved : undefined
  const currencies = [...new Set([changed.currency_code, ...(against ? [against.currency_code] : [])])]
  return {
    ...(await spanOfDays(trx, actor, days, now)),
    ...{ merchant, changed, against },
    payment_profiles: isUsed ? profiles.length : null,
    where: await paymentsIn(trx, actor, {
      ...{ merchant, organisation: place },
      profiles: isUsed ? profiles.map(({ id }) => id) : undefined,
    }),
    amounts: await amountsIn(trx, merchant, currencies, now),
    processors: await processorsOf(trx, merchant),
  }
}

const placeOf = async (trx: Trx, actor: Actor, organisation: string | undefined) =>
  organisation === undefined ? ownOrganisation(trx, actor) : visibleOrganisation(trx, actor, organisation)

const processorsOf = async (trx: Trx, merchant: string) => {
  const found = await trx
    .selectFrom('processor')
    .select(['id', 'name', 'gateway', 'account', 'mode'])
    .where('merchant_id', '=', merchant)
    .execute()
  return new Map(found.map((row) => [row.id, { name: row.name, vault: vaultOf(row) }]))
}

/** Where the changed tree sends them. */
type Sent<R> = R & { to: string }
type Cell = Sent<Row>

interface Routed {
  /** Where they were made. */
  at: string
  /** Where the saved tree sends them; without one, where they were made. */
  from: string
  /** The place of their end in the changed tree. */
  end: number
  /** The processor that keeps the stored card or the agreement. */
  keeper: string | null
  of_agreement: boolean
}

/** Payments whose cost is booked, by the country of the card's bank. */
type CostRow = Routed & Costing & { issuer_country: string | null }

/** Payments of which all is equal that counts here. */
interface Row extends Routed {
  currency_code: string
  /** Card brand, country, currency and size. */
  kind: string
  count: number
  amount: string
  decided: number
  approved: number
  unrecorded: number
  converted: number
}

const keyOfRouted = (row: Routed & { currency_code: string }): string =>
  [row.at, row.from, row.end, row.keeper, row.of_agreement, row.currency_code].join(' ')

const added = (one: Row, other: Row): Row => ({
  ...one,
  count: one.count + other.count,
  amount: String(BigInt(one.amount) + BigInt(other.amount)),
  decided: one.decided + other.decided,
  approved: one.approved + other.approved,
  unrecorded: one.unrecorded + other.unrecorded,
  converted: one.converted + other.converted,
})

const addedCosts = (one: CostRow, other: CostRow): CostRow => ({
  ...one,
  count: one.count + other.count,
  amount: one.amount + other.amount,
  amount_squared: one.amount_squared + other.amount_squared,
  cost: one.cost + other.cost,
  amount_by_cost: one.amount_by_cost + other.amount_by_cost,
})

function statementOf(
  { merchant, changed, against, where, amounts }: Prepared,
  payment_product: string,
  span: { from: number; until: number },
): RawBuilder<Row> {
  const more = sql`${approvedSql} as approved, ${approvedSql} or ${refusedSql} as decided,
    t.card_brand as brand, t.country_code as country, ${agreementSql}`
  const of = { merchant, ...span, amounts, more }
  const asked = [changed, ...(against ? [against] : [])]
  const asksRecorded = asked.some(({ details }) => isRecorded(branchesOf(details).flatMap((each) => each.if)))
  const asksAmount = (tree: Tree) =>
    branchesOf(tree.details).some((branch) => branch.if.some(({ name }) => name === 'amount'))
  const currencies = asked.filter(asksAmount).map(({ currency_code }) => currency_code)
  return sql<Row>`
    select ${routedSql({ changed, against }, of)}, f.currency_code,
      concat_ws('/', coalesce(f.brand, '-'), coalesce(f.country, '-'), f.currency_code,
        floor(2 * log(greatest(f.amount, 1)::float8))) as kind,
      count(*)::int as count, sum(f.amount)::text as amount,
      (count(*) filter (where f.decided))::int as decided, (count(*) filter (where f.approved))::int as approved,
      (count(*) filter (where f.unrecorded and ${asksRecorded}::boolean))::int as unrecorded,
      (count(*) filter (where f.currency_code <> any(${currencies}::text[])))::int as converted
    from ${pastPayments({ ...of, where: sql`${ofProduct(payment_product)} and ${where}` })} ${joinKeepers(merchant)}
    group by 1, 2, 3, 4, 5, 6, 7`
}

const agreementSql = sql`case when t.recurring_type = 'subsequent' then t.agreement_id end as agreement`

/** The five columns of `Routed`. */
function routedSql({ changed, against }: Pick<Prepared, 'changed' | 'against'>, of: Pick<Looked, 'amounts'>) {
  const columns = (tree: Tree) => columnsIn(tree.currency_code, of)
  const from = against ? treeSql(against.details, columns(against)) : sql`f.processor_id`
  return sql`f.processor_id as at, ${from} as from, ${endSql(changed.details, columns(changed))} as end,
    coalesce(a.processor_id, k.processor_id) as keeper, a.processor_id is not null as of_agreement`
}

const joinKeepers = (merchant: string) => sql`
  left join card k on k.merchant_id = ${merchant} and k.id = f.card
  left join agreement a on a.merchant_id = ${merchant} and a.id = f.agreement`

/** Prices look at the region, not at the country. */
const byRegion = (row: CostRow): CostRow => ({ ...row, priced: `${row.priced}/${regionOf(row.issuer_country) ?? '-'}` })

function costsOf(
  { merchant, changed, against, where, amounts }: Prepared,
  payment_product: string,
  span: { from: number; until: number },
): RawBuilder<CostRow> {
  const of = {
    merchant,
    ...span,
    amounts,
    more: sql`${pricedSql} as priced, t.card_issuer_country as issuer, ${agreementSql}`,
  }
  return sql<CostRow>`
    select ${routedSql({ changed, against }, of)}, f.currency_code, f.priced, f.issuer as issuer_country, count(*)::int as count,
      sum(f.amount)::float8 as amount, sum(f.amount::float8 * f.amount) as amount_squared, sum(c.cost)::float8 as cost,
      sum(f.amount::float8 * c.cost) as amount_by_cost
    from ${pastPayments({ ...of, where: sql`${ofProduct(payment_product)} and ${where}` })}
      ${joinCosts(merchant, span.from)} ${joinKeepers(merchant)}
    group by 1, 2, 3, 4, 5, 6, 7, 8`
}

/** A moved payment. */
interface Sample {
  id: string
  created_at: string
  merchant_reference: string | null
  amount: number
  currency_code: string
  from: string
  to: string
}

/** The moved payments of a slice, the latest first. */
function samplesOf(
  { merchant, changed, against, where, amounts }: Prepared,
  payment_product: string,
  span: { from: number; until: number },
): RawBuilder<Sample> {
  const of = { merchant, ...span, amounts, more: sql`t.created_at, t.merchant_reference` }
  const from = against ? treeSql(against.details, columnsIn(against.currency_code, of)) : sql`f.processor_id`
  return sql<Sample>`
    select id, created_at, merchant_reference, amount, currency_code, "from", "to"
    from (select f.*, ${from} as "from", ${treeSql(changed.details, columnsIn(changed.currency_code, of))} as "to"
      from ${pastPayments({ ...of, where: sql`${ofProduct(payment_product)} and ${where}` })}) moved
    where "from" <> "to"
    order by created_at desc, id desc`
}

const ofProduct = (product: string) => sql`t.payment_product = ${product} and t.processor_id is not null`

function replyOf(
  prepared: Prepared,
  rows: readonly Row[],
  samples: readonly Sample[],
  costs: readonly CostRow[] | null,
): Reply {
  const ends = endsOf(prepared.changed.details)
  const sent = <R extends Routed>(row: R): Sent<R> => ({ ...row, to: ends[row.end]?.processor ?? '' })
  const cells: Cell[] = rows.map(sent)
  const moved = cells.filter(({ from, to }) => from !== to)
  const nameOf = (id: string) => ({ id, name: prepared.processors.get(id)?.name ?? id })
  const isKept = (cell: Sent<Routed>) => staysAt(prepared, cell)
  const kept = (rows: readonly Cell[]) => total(rows.filter(isKept), ({ count }) => count)
  // Only payments that were made where they are now sent show what would be left.
  const isLeaving = (cell: Sent<Routed>) => cell.at === cell.from && cell.from !== cell.to && !isKept(cell)
  const leaving = (rows: readonly Cell[]): Moving[] => rows.filter(isLeaving)
  const leavingCosts = costs?.map(sent).filter(isLeaving)
  const costOf = (isIn: (cell: Sent<CostRow>) => boolean) =>
    costs && leavingCosts ? expectedCosts(leavingCosts.filter(isIn), costs) : null
  const all: readonly Alike[] = cells
  const pairs = [...groupsOf(moved, ({ from, to }) => `${from} ${to}`).values()].flatMap((rows) =>
    rows[0] ? [{ from: nameOf(rows[0].from), to: nameOf(rows[0].to), rows }] : [],
  )
  return onWire<Reply>({
    ...instantsOf(prepared),
    payments: total(cells, ({ count }) => count),
    unrecorded: total(cells, ({ unrecorded }) => unrecorded),
    converted: total(cells, ({ converted }) => converted),
    compared_with: prepared.against ? 'routing' : 'history',
    payment_profiles: prepared.payment_profiles,
    moved: total(moved, ({ count }) => count),
    kept: kept(moved),
    volumes: volumesOf(moved),
    processors: processorsIn(prepared, cells).map((id) => ({
      ...nameOf(id),
      before: total(cells, ({ from, count }) => (from === id ? count : 0)),
      after: total(cells, ({ to, count }) => (to === id ? count : 0)),
    })),
    pairs: pairs
      .map(({ from, to, rows }) => ({
        ...{ from, to },
        count: total(rows, ({ count }) => count),
        kept: kept(rows),
        volumes: volumesOf(rows),
        ends: endsIn(ends, rows),
        approval: expectedApproval(leaving(rows), all),
        cost: costOf((cell) => cell.from === from.id && cell.to === to.id),
      }))
      .sort((a, b) => b.count - a.count),
    samples: samples.map(({ from, to, ...payment }) => ({ ...payment, from: nameOf(from), to: nameOf(to) })),
    approval: expectedApproval(leaving(moved), all),
    cost: costOf(() => true),
  })
}

/** True: only the processor that keeps the agreement or the card can charge it, whatever the tree says. */
function staysAt({ processors }: Prepared, { keeper, of_agreement, to }: Sent<Routed>): boolean {
  if (keeper === null || keeper === to) return false
  const vault = processors.get(keeper)?.vault ?? null
  return of_agreement || vault === null || vault !== processors.get(to)?.vault
}

/** In the order of the changed tree, then those that it no longer names. */
const processorsIn = ({ changed }: Prepared, cells: readonly Cell[]): string[] => [
  ...new Set([...endpointsOf(changed.details), ...cells.map(({ from }) => from)]),
]

/** The ends of the changed tree to which payments move, that of most of them first. */
const endsIn = (ends: readonly End[], cells: readonly Cell[]) =>
  [...groupsOf(cells, ({ end }) => String(end)).values()]
    .map((rows) => ({ end: ends[rows[0]?.end ?? 0], count: total(rows, ({ count }) => count) }))
    .sort((a, b) => b.count - a.count)
    .flatMap(({ end, count }) => (end ? [{ branch: end.branch, side: end.side, count }] : []))

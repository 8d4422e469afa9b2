import { ledgerKinds } from '@kontor/contract/ledger/ledger.rules'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../platform/db/database.ts'
import { fixed } from '../../platform/db/kept-plans.ts'
import { dayOf, today } from '../../pricing/business-days.ts'
import { numbersOf, ofAncillaryFees } from '../../pricing/kind-numbers.ts'
import { versionsAt } from '../../pricing/versions-at.ts'
import { writingSummed } from '../write-transfers.ts'
import { giveBackHeld, type Refunded } from './give-back-held.ts'
import { type Combination, type Price, pricesOf } from './prices.ts'

/**
 * Books the events of a query: what they moved, with the fee, the expected cost, the hold and the partner's share of each. The
 * statement that books them is the one that deletes them, so that one that somebody else took meanwhile is not booked. What
 * payments and prices say of events is looked up once for all that have it in common. Gives the number of events.
 */
export async function postBatch(trx: Trx, waiting: RawBuilder<unknown>): Promise<number> {
  const combinations = await combinationsOf(trx, waiting)
  if (combinations.length === 0) return 0
  const priced = await pricesOfAll(trx, combinations)
  const refundedBefore = await refundsBefore(trx, priced.combinations, priced.prices)
  // Commands wait, because they may use the reserve of which something is given back.
  if (priced.givingBack.length > 0 || refundedBefore.length > 0)
    await sql`select from ledger_day for update`.execute(trx)
  const { taken, booked, refunds } = await bookPriced(trx, priced)
  if (taken !== booked) throw new Error(`${taken} events were taken and ${booked} booked`)
  await giveBackHeld(trx, [...(refunds ?? []), ...refundedBefore])
  return taken
}

type PricedBatch = Awaited<ReturnType<typeof pricesOfAll>>

interface Booked {
  taken: number
  booked: number
  /** Those of which the reserve gives back its part; null: there are none. */
  refunds: Refunded[] | null
}

async function bookPriced(trx: Trx, { combinations, prices, givingBack }: PricedBatch): Promise<Booked> {
  // Most batches pass nothing on, and are spared its reckoning.
  const isPassing = prices.some(({ passes }) => passes)
  const isCapped = prices.some(({ hold_cap }) => hold_cap !== null)
  const legs = isPassing ? allLegs : allLegs.filter(({ part }) => part === null || part === 'markup')
  // The queue is nearly always empty when its size is estimated, and all prices would be looked through for each event.
  await sql`set local enable_nestloop = off`.execute(trx)
  const { rows } = await sql<Booked>`${fixed}
    with ${givenOf({ combinations, prices })}
    event as (
      delete from ledger_event e using (select id, merchant_id, unnest(events) as seq from combination) c
      where e.merchant_id = c.merchant_id and e.seq = c.seq
      returning c.id as combination, e.seq, e.amount, e.subject_id, e.transaction_id, e.transaction_created_at::date - 1 as began),
    ${isCapped ? sql`uncapped` : sql`priced`} as materialized (${pricingBy(isPassing)}),
    ${isCapped ? capping : sql``}
    moved as materialized (${moving}),
    leg as (
      select p.merchant_id, p.business_day, p.book_id, p.organisation_id, x.kind, p.currency_code, x.amount, x.sub_id, p.subject_id,
        p.transaction_id, x.line as scheme_line, x.part, case when x.is_available then p.available_on end as available_on,
        case when x.kind = ${numbersOf('reserve_hold')} then p.release_on end as release_on
      -- What happened first is written first.
      from (select p.*, m.seq, m.amount, m.subject_id, m.transaction_id, m.fee, m.cost, m.hold, m.interchange, m.scheme_fees,
            m.share
          from moved m join price p on p.id = m.price order by p.merchant_id, m.seq) p
        cross join lateral (${legsOf(legs, ({ amount }) => [sql.ref(`p.${amount}`)])})
          as x(kind, sub_id, line, is_available, part, amount)
      where x.amount > 0),
    summed as materialized (select price, count(*) as events, ${sql.join(legs.map(sumOf))} from moved group by 1),
    leg_sum as materialized (
      select p.merchant_id, p.book_id, x.kind, x.sub_id, x.sub_id as credit_sub_id, p.currency_code, p.business_day,
        case when x.is_available then p.available_on end as available_on,
        case when x.kind = ${numbersOf('reserve_hold')} then p.release_on end as release_on, null::date as given_back_of, sum(x.amount) as amount, sum(x.n) as n
      from summed m join price p on p.id = m.price cross join lateral (${legsOf(legs, ({ amount }) => [sql.ref(`m.${amount}`), sql.ref(`m.${amount}_n`)])})
        as x(kind, sub_id, line, is_available, part, amount, n)
      where x.n > 0 group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
    ${writingSummed('release_on', 'part')}
    select (select count(*) from event) as taken, (select coalesce(sum(events), 0)::int from summed) as booked,
      (select json_agg(json_build_object('merchant_id', c.merchant_id, 'transaction_id', e.transaction_id, 'subject_id', e.subject_id,
          'booked', e.subject_id, 'began', e.began) order by c.merchant_id, e.transaction_id)
        from event e join combination c on c.id = e.combination where c.id = any(${givingBack}::int[])) as refunds`.execute(
    trx,
  )
  await sql`set local enable_nestloop = on`.execute(trx)
  return rows[0] ?? { taken: 0, booked: 0, refunds: null }
}

/** The combinations, and each with each of its prices. */
const givenOf = ({ combinations, prices }: Pick<PricedBatch, 'combinations' | 'prices'>) => sql`
    combination as materialized (
      select * from json_to_recordset(${JSON.stringify(combinations)}) as x(id int, merchant_id uuid, business_day date,
        book_id uuid, organisation_id uuid, processor_id uuid, kind smallint, currency_code text, events bigint[], prices int[])),
    price as materialized (
      select row_number() over () as id, c.id as combination, c.merchant_id, c.business_day, c.book_id, c.organisation_id,
        c.processor_id, c.kind, c.currency_code, x.low, x.high, x.available_on, x.fee_line, x.cost_line, x.share_line, x.share_of,
        x.passes, x.partner, x.hold_ppm, x.hold_cap, x.release_on
      from (select *, unnest(prices) as price from combination) c
        join json_to_recordset(${JSON.stringify(prices)}) as x(id int, low bigint, high bigint, available_on date, fee_line int,
          passes boolean, cost_line int, share_line int, share_of text, partner uuid, hold_ppm int, hold_cap bigint, release_on date) on x.id = c.price),`

/** What the lines of the price of each event ask and expect. */
const pricingBy = (isPassing: boolean) => sql`
      select p.id as price, p.kind in (${ofAncillaryFees}) as is_ancillary, p.share_of, p.share_line, e.seq, e.amount, e.subject_id,
        e.transaction_id,
        fee_of(e.amount, f.fixed, f.ppm, f.minimum, f.maximum) as fee,
        fee_of(e.amount, c.fixed, c.ppm, c.minimum, c.maximum) as cost,
        case when p.hold_ppm is not null then fee_of(e.amount, 0, p.hold_ppm, null, null) end as hold,
        ${isPassing ? passedOn : sql`0::bigint as interchange, 0::bigint as scheme_fees`}
      from event e join price p on p.combination = e.combination and e.amount >= p.low and (p.high is null or e.amount < p.high)
        left join scheme_line f on f.id = p.fee_line
        left join scheme_line c on c.id = p.cost_line`

/** The same, with the share of a partner. */
const moving = sql`
      select p.price, p.seq, case when p.is_ancillary then 0 else p.amount end as amount, p.subject_id, p.transaction_id, p.fee, p.cost,
        p.hold, p.interchange, p.scheme_fees,
        case when b.base > 0 then fee_of(b.base, s.fixed, s.ppm, s.minimum, s.maximum) end as share
      from priced p left join scheme_line s on s.id = p.share_line
        cross join lateral (select case p.share_of when 'VOLUME' then p.amount when 'FEE' then p.fee + p.interchange + p.scheme_fees
          else coalesce(p.fee, 0) + p.interchange + p.scheme_fees - coalesce(p.cost, 0) end as base) b`

/** What an event may move, in the order in which it is written. Without a kind it is that of the event. */
const allLegs = [
  // Without a line of the fee it is unpriced.
  { kind: null, amount: 'amount', sub: 'processor_id', line: 'fee_line', isAvailable: true, part: null },
  { kind: 'fee', amount: 'interchange', sub: null, line: 'fee_line', isAvailable: true, part: 'interchange' },
  { kind: 'fee', amount: 'scheme_fees', sub: null, line: 'fee_line', isAvailable: true, part: 'scheme_fees' },
  // It is a markup beside what is passed on, and the whole fee where nothing is.
  { kind: 'fee', amount: 'fee', sub: null, line: 'fee_line', isAvailable: true, part: 'markup' },
  { kind: 'reserve_hold', amount: 'hold', sub: null, line: null, isAvailable: true, part: null },
  { kind: 'cost_expected', amount: 'cost', sub: 'processor_id', line: 'cost_line', isAvailable: false, part: null },
  { kind: 'partner_share', amount: 'share', sub: 'partner', line: 'share_line', isAvailable: false, part: null },
] as const
type Leg = (typeof allLegs)[number]

/** Not as a list of values, which PostgreSQL would prepare anew for each event: that took a fifth of all posting. */
const legsOf = (legs: readonly Leg[], amounts: (leg: Leg) => RawBuilder<unknown>[]) =>
  sql.join(
    legs.map((leg) => {
      const column = (name: string | null) => (name === null ? sql`null` : sql.ref(`p.${name}`))
      const kind = leg.kind === null ? sql`p.kind` : leg.amount === 'fee' ? ofFee : numbersOf(leg.kind)
      return sql`select ${kind}::smallint, ${column(leg.sub)}::uuid, ${column(leg.line)}::int, ${sql.lit(leg.isAvailable)}, ${partOf(leg)}, ${sql.join(amounts(leg))}`
    }),
    sql` union all `,
  )

/** An event that moves no money has the kind of its fee. */
const ofFee = sql`(case when p.kind in (${ofAncillaryFees}) then p.kind else ${numbersOf('fee')} end)`

const partOf = ({ part }: Leg) =>
  part === 'markup' ? sql`case when p.passes then 'markup' end` : part === null ? sql`null::text` : sql.lit(part)

/** What a line `f` passes on of a cost `c` that is expected. */
const passedOn = sql`
  case when p.passes and c.id is not null then interchange_of(e.amount, c.fixed, c.ppm, c.minimum, c.maximum, c.interchange_fixed,
    c.interchange_ppm) else 0 end as interchange,
  case when f.passes_on = 'interchange_and_scheme_fees' and c.id is not null then scheme_fees_of(e.amount, c.fixed, c.ppm, c.minimum,
    c.maximum, c.interchange_fixed, c.interchange_ppm, c.scheme_fees_fixed, c.scheme_fees_ppm) else 0 end as scheme_fees`

/**
 * Of what is asked to be held, as much as there is room for below the cap of its book. Payments are in their order, and this process
 * is the only one that holds: commands take out of the reserve alone.
 */
const capping = sql`
    held_before as materialized (
      select p.merchant_id, p.book_id, p.currency_code, b.amount
      from (select distinct merchant_id, book_id, currency_code from price where hold_cap is not null) p
        -- By the key of each book: a join would read the balances of all books, because nested loops are off.
        cross join lateral (select sum(credit - debit)::bigint as amount from ledger_balance b
          where b.merchant_id = p.merchant_id and b.book_id = p.book_id and b.code = ${sql.lit(ledgerKinds.reserve_hold.credit)}
            and b.currency_code = p.currency_code) b),
    capped as materialized (
      select u.seq, p.merchant_id, p.book_id, p.currency_code,
        held_so_far(coalesce(u.hold, 0), p.hold_cap - coalesce(h.amount, 0))
          over (partition by p.merchant_id, p.book_id, p.currency_code order by u.seq rows unbounded preceding) as so_far
      from uncapped u join price p on p.id = u.price left join held_before h using (merchant_id, book_id, currency_code)),
    priced as materialized (
      select u.price, u.is_ancillary, u.share_of, u.share_line, u.seq, u.amount, u.subject_id, u.transaction_id, u.fee, u.cost,
        h.so_far - coalesce(lag(h.so_far) over (partition by h.merchant_id, h.book_id, h.currency_code order by h.seq), 0) as hold,
        u.interchange, u.scheme_fees
      from uncapped u join capped h using (seq)),`

const sumOf = ({ amount }: Leg) => sql`
  sum(${sql.ref(amount)}) filter (where ${sql.ref(amount)} > 0) as ${sql.ref(amount)},
  count(*) filter (where ${sql.ref(amount)} > 0) as ${sql.ref(`${amount}_n`)}`

/**
 * What events have in common, and their `seq`. Refunds and chargebacks are booked where their payment is, whichever account its shop
 * has by now. One whose payment is not booked comes to the book of its shop, as the payment does that waits in the same batch or in
 * one of the next: they part only if the account is changed in between, or if the payment was set aside. To look for waiting
 * payments would cost the posting rate. Makes the books that are missing.
 */
async function combinationsOf(trx: Trx, waiting: RawBuilder<unknown>): Promise<Combination[]> {
  const { rows } = await sql<Combination>`${fixed}
    with event as (
      select e.merchant_id, e.kind, e.seq, t.*,
        greatest(least(${dayOf('e.occurred_at')}, ${today}), (select closed_through from ledger_day) + 1) as business_day,
        case when e.kind in (${numbersOf('refund', 'chargeback', 'chargeback_reversed')}) then (
          -- Nothing is booked before the day on which it began, so that the months before are not looked at.
          select l.book_id from ledger_transfer l
          where l.merchant_id = e.merchant_id and l.transaction_id = e.transaction_id and l.kind = ${numbersOf('capture')}
            and l.business_day >= e.transaction_created_at::date - 1
          order by l.seq desc limit 1) end as booked_in
      from (${waiting}) e
        -- One by one, whatever the number of events seems to be: all payments are many more.
        left join lateral (
          select t.organisation_id, t.processor_id, t.payment_profile_id, t.currency_code, t.payment_product as product,
            t.card_brand as brand, t.card_holder as holder, t.card_funding as funding, t.card_issuer_country as issuer_country,
            t.channel
          from transaction t
          where t.merchant_id = e.merchant_id and t.created_at = e.transaction_created_at and t.id = e.transaction_id
          limit 1) t on true),
    alike as materialized (
      select merchant_id, kind, business_day, organisation_id, processor_id, payment_profile_id, currency_code, product, brand, holder,
        funding, issuer_country, channel, booked_in, array_agg(seq)::text as events
      from event group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14),
    account as materialized (
      select a.*, p.bank_account_id from alike a
        left join payment_profile p on p.merchant_id = a.merchant_id and p.id = a.payment_profile_id),
    book as materialized (
      select y.merchant_id, y.bank_account_id, book_of(y.merchant_id, y.bank_account_id) as book_id
      from (select distinct merchant_id, bank_account_id from account where booked_in is null) y),
    placed as materialized (
      select a.*, coalesce(a.booked_in, b.book_id) as book_id from account a
        left join book b on b.merchant_id = a.merchant_id and b.bank_account_id is not distinct from a.bank_account_id),
    term as materialized (
      select x.*, s.delay_days, volume_before(x.merchant_id, x.currency_code, x.business_day) as volume
      from (select distinct merchant_id, book_id, currency_code, business_day from placed) x
        cross join lateral settlement_terms(x.merchant_id, x.book_id, x.currency_code, x.business_day) s)
    select row_number() over (order by p.merchant_id, p.organisation_id) as id, p.merchant_id, p.business_day::text as business_day,
      p.book_id, p.organisation_id, p.processor_id, g.gateway, p.kind, p.currency_code, p.product, p.brand, p.holder, p.funding, p.issuer_country,
      p.channel, p.events, m.country_code as merchant_country, x.delay_days, x.volume
    from placed p join merchant m on m.id = p.merchant_id
      left join processor g on g.merchant_id = p.merchant_id and g.id = p.processor_id
      left join term x on x.merchant_id = p.merchant_id and x.book_id = p.book_id
        and x.currency_code is not distinct from p.currency_code and x.business_day = p.business_day
    order by id`.execute(trx)
  return rows
}

/** The prices of combinations, each once, which of them each has, and those that are refunds of which the reserve gives back its part. */
async function pricesOfAll(trx: Trx, combinations: readonly Combination[]) {
  const places = new Map(combinations.map((each) => [`${each.merchant_id} ${each.business_day}`, each]))
  const pricing = await versionsAt(
    trx,
    [...places.values()].map(({ merchant_id, business_day }) => ({ merchant_id, day: business_day })),
  )
  const prices = new Map<string, Price & { id: number }>()
  const idOf = (price: Price) => {
    const key = Object.values(price).join(' ')
    const known = prices.get(key) ?? { ...price, id: prices.size }
    prices.set(key, known)
    return known.id
  }
  const priced = combinations.map((each) => {
    const { id, merchant_id, business_day, book_id, organisation_id, processor_id, kind, currency_code, events } = each
    return {
      ...{ id, merchant_id, business_day, book_id, organisation_id, processor_id, kind, currency_code, events },
      prices: pricesOf(each, pricing(merchant_id, business_day)).map(idOf),
    }
  })
  const givingBack = combinations.filter(
    ({ kind, merchant_id, business_day }) =>
      kind === ledgerKinds.refund.kind && pricing(merchant_id, business_day).RESERVE?.hold_base === 'NET',
  )
  return { combinations: priced, prices: [...prices.values()], givingBack: givingBack.map(({ id }) => id) }
}

/**
 * The last refund of each payment that is held of in this batch for the first time, although refunds of it are booked: these gave
 * nothing back, where their day says that they do.
 */
async function refundsBefore(
  trx: Trx,
  combinations: readonly { merchant_id: string; events: string; prices: number[] }[],
  prices: readonly (Price & { id: number })[],
): Promise<Refunded[]> {
  const holding = new Set(prices.filter(({ hold_ppm }) => hold_ppm !== null).map(({ id }) => id))
  const held = combinations
    .filter((each) => each.prices.some((price) => holding.has(price)))
    .map(({ merchant_id, events }) => ({ merchant_id, events }))
  if (held.length === 0) return []
  const { rows } = await sql<Refunded>`${fixed}
    with held as materialized (
      select c.merchant_id, unnest(c.events) as seq
      from json_to_recordset(${JSON.stringify(held)}) as c(merchant_id uuid, events bigint[])
      -- Few have ever had such a reserve, and the others are spared the look at their payments.
      where c.merchant_id in (select a.merchant_id from scheme_assignment a where a.scheme_id in (${net}))
        or exists (select from scheme_default d where d.scheme_id in (${net})))
    select e.merchant_id, e.transaction_id, r.subject_id, e.subject_id as booked, (e.transaction_created_at::date - 1)::text as began
    from held h join ledger_event e on e.merchant_id = h.merchant_id and e.seq = h.seq
      cross join lateral (select l.subject_id, l.business_day from ledger_transfer l
        where l.merchant_id = e.merchant_id and l.transaction_id = e.transaction_id and l.kind = ${ledgerKinds.refund.kind}
          and l.business_day >= e.transaction_created_at::date - 1
        order by l.seq desc limit 1) r
      join scheme_version v on v.id = scheme_version_at(e.merchant_id, 'RESERVE', r.business_day) and v.hold_base = 'NET'
    where not exists (select from ledger_transfer l
      where l.merchant_id = e.merchant_id and l.transaction_id = e.transaction_id and l.kind = ${ledgerKinds.reserve_hold.kind}
        and l.business_day >= e.transaction_created_at::date - 1)`.execute(trx)
  return rows
}

/** Schemes with a version by which refunds give back. */
const net = sql`select v.scheme_id from scheme_version v where v.hold_base = 'NET' and v.status = 'ACTIVE'`

import { ledgerKinds } from '@kontor/contract/ledger/ledger.rules'
import {
  ancillaryEvents,
  boundariesOf,
  isAncillary,
  isWithoutPayment,
  type Priced,
  regionOf,
  tiersOf,
  winner,
} from '@kontor/contract/pricing/price.rules'
import { sql } from 'kysely'
import type { Reader } from '../../platform/db/database.ts'
import { type Days, monthsOf } from '../../platform/time/months.ts'
import { numbersOf, ofMonths } from '../../pricing/kind-numbers.ts'
import { isOurs, unchargedAttempts } from '../../pricing/uncharged-attempts.ts'
import { loadVersions, lowestOf, type PricingVersion } from '../../pricing/versions-at.ts'
import { eventOfNumber } from '../../pricing/winning-lines.ts'
import { ancillaryCharges, chargedAtClosing } from '../closing/ancillary-charges.ts'
import { monthBoundCharges } from '../closing/month-bounds.ts'
import { addCompared, type Compared, mostExamples } from './compared.ts'
import { inLongStatement, inLongStatements } from './long-statement.ts'

/** What was compared in the nights before stays as it is. Some of them may have been missed. */
const lookedBack_days = 40

/**
 * Compares the ancillary fees of closed days with what was to be charged on them: of the last days, or of all since they are charged
 * by these rules. A month at a time, so that no statement reads more than one.
 */
export async function missingFees(db: Reader, { all = false } = {}): Promise<Compared> {
  const { rows } = await sql<Days>`
    select d.first::text as first, closed_through::text as last from ledger_day
      cross join lateral (select greatest(opened_on, ancillary_from,
        case when not ${all}::boolean then closed_through + 1 - ${lookedBack_days}::int end) as first) d
    where d.first <= closed_through`.execute(db)
  const whole: Compared = { keys: 0, differences: 0, examples: [] }
  for (const days of rows)
    for (const { first, last } of monthsOf(days))
      for (const compare of [atClosing, ofAttempts]) addCompared(whole, await compare(db, first, last))
  return whole
}

const check = 'fees missing'

/** Payouts, and merchants with a month. */
async function atClosing(db: Reader, first: string, last: string): Promise<Compared> {
  const charges = await inLongStatements(db, async (trx) => {
    const charged = await chargedAtClosing(trx)
    return [
      ...(await ancillaryCharges(trx, { first, last }, charged)),
      ...(await monthBoundCharges(trx, { first, last }, charged)),
    ]
  })
  const { rows } = await inLongStatement(
    db,
    sql<{ merchant_id: string; kind: number; subject_id: string; day: string; amount: string }>`
      select merchant_id, kind, subject_id, business_day::text as day, sum(amount)::text as amount from ledger_transfer
      where kind in (${numbersOf('payout_fee')}, ${ofMonths}) and business_day between ${first}::date and ${last}::date
      group by 1, 2, 3, 4`,
  )
  // A month is one of the merchant, whichever book it is charged in.
  const keyOf = (of: { merchant_id: string; kind: number; subject_id: string; day: string }) =>
    [of.merchant_id, of.kind, of.kind === ledgerKinds.payout_fee.kind ? of.subject_id : of.day].join(' ')
  const said = new Map(charges.map((charge) => [keyOf(charge), charge]))
  const found = new Map(rows.map((row) => [keyOf(row), row]))
  const keys = [...new Set([...said.keys(), ...found.keys()])]
  const wrong = keys.filter((key) => String(said.get(key)?.fee) !== String(found.get(key)?.amount))
  const examples = wrong.slice(0, mostExamples).map((key) => {
    const { merchant_id, subject_id, kind, day } = said.get(key) ?? found.get(key) ?? {}
    const amounts = { said: said.get(key)?.fee.toString() ?? null, found: found.get(key)?.amount ?? null }
    return { check, merchant_id, subject_id, kind, business_day: day, ...amounts }
  })
  return { keys: keys.length, differences: wrong.length, examples }
}

/** Attempts without a fee that are alike to a price. */
interface Uncharged extends Omit<Priced, 'event' | 'gateway' | 'region' | 'domestic'> {
  merchant_id: string
  version_id: string
  kind: number
  issuer_country: string | null
  merchant_country: string
  attempts: number
  /** One of them. */
  subject_id: string
  day: string
}

const ofPayments = ancillaryEvents.filter((event) => !isWithoutPayment(event))

/**
 * Attempts of closed days that ended as approved or declined and have a price on their day. One that ended while nobody had such a
 * price was not queued, and one within a minute of midnight may be of either day. What was removed is not looked for.
 */
async function ofAttempts(db: Reader, first: string, last: string): Promise<Compared> {
  const priced = await pricedVersions(db)
  if (!priced) return { keys: 0, differences: 0, examples: [] }
  const rows = await unchargedAlike(db, { first, last }, priced)
  const missing = rows.flatMap(
    ({ kind, issuer_country, merchant_country, merchant_id, version_id, attempts, ...of }) => {
      const event = eventOfNumber(kind)
      if (!event) return []
      const domestic = issuer_country === null ? null : issuer_country === merchant_country
      const asked = { ...of, event, gateway: null, region: regionOf(issuer_country), domestic }
      const fee = winner(priced.versions.get(version_id)?.lines ?? [], asked)?.line.fixed ?? 0
      if (fee === 0) return []
      const { subject_id, day } = of
      return [{ check, merchant_id, subject_id, kind, business_day: day, attempts, said: String(fee), found: null }]
    },
  )
  return {
    keys: rows.length,
    differences: missing.reduce((sum, { attempts }) => sum + attempts, 0),
    examples: missing,
  }
}

interface PricedVersions {
  versions: Map<string, PricingVersion>
  /** When the first of them was activated. */
  since: string
}

/** The versions with a price of attempts; undefined: there are none. */
async function pricedVersions(db: Reader): Promise<PricedVersions | undefined> {
  const { rows } = await sql<{ version_id: string; since: string }>`
    select l.version_id, min(v.activated_at)::text as since from scheme_line l join scheme_version v on v.id = l.version_id
    where l.event in (${sql.join(ofPayments)}) and v.status = 'ACTIVE' group by 1 order by 2`.execute(db)
  const [oldest] = rows
  if (!oldest) return undefined
  const ids = rows.map(({ version_id }) => version_id)
  return { versions: await loadVersions(db, ids), since: oldest.since }
}

async function unchargedAlike(db: Reader, days: Days, { versions, since }: PricedVersions): Promise<Uncharged[]> {
  const lines = [...versions.values()]
    .flatMap((version) => version.lines)
    .filter(({ event }) => isAncillary(event) && !isWithoutPayment(event))
  const amounts = boundariesOf(lines).filter((amount) => amount > 0)
  const { rows } = await inLongStatement(
    db,
    sql<Uncharged>`
      with attempt as materialized (
        select a.* from (${unchargedAttempts(days)}) a
        where a.ended_at >= greatest((select opened_at from ledger_day), ${since}::timestamptz)
          and ((a.ended_at + interval '1 minute') at time zone (select time_zone from installation))::date = a.day
          and not exists (select from ledger_event e
            where e.merchant_id = a.merchant_id and e.subject_id = a.subject_id and e.kind = a.kind)
          and not exists (select from ledger_event_aside e
            where e.merchant_id = a.merchant_id and (e.event ->> 'subject_id')::uuid = a.subject_id
              and (e.event ->> 'kind')::int = a.kind)),
      place as materialized (
        select p.merchant_id, p.day, scheme_version_at(p.merchant_id, 'REVENUE', p.day) as version_id
        from (select distinct merchant_id, day from attempt) p
        -- On the day on which its scheme began, attempts before that were rightly priced without it.
        where scheme_at(p.merchant_id, 'REVENUE', p.day) = scheme_at(p.merchant_id, 'REVENUE', p.day - 1))
      select a.merchant_id, p.version_id, a.kind, t.currency_code, t.payment_product as product, t.card_brand as brand,
        t.card_holder as holder, t.card_funding as funding, t.card_issuer_country as issuer_country, t.channel,
        m.country_code as merchant_country, ${lowestOf('v.volume', tiersOf(lines))} as volume, min(t.amount) as amount, count(*) as attempts,
        min(a.subject_id::text) as subject_id, min(a.day)::text as day
      from attempt a join place p on p.merchant_id = a.merchant_id and p.day = a.day
        join scheme_version s on s.id = p.version_id and s.activated_at <= a.ended_at
        join merchant m on m.id = a.merchant_id
        join transaction t on t.merchant_id = a.merchant_id and t.created_at = a.transaction_created_at and t.id = a.transaction_id
        left join ledger_volume v on v.merchant_id = a.merchant_id and v.currency_code = t.currency_code
          and v.month = (date_trunc('month', a.day) - interval '1 month')::date
      where p.version_id = any(${[...versions.keys()]}::uuid[]) and ${isOurs}
      group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, width_bucket(t.amount, ${amounts}::bigint[])`,
  )
  return rows
}

import { chargedDays, mostCharged } from '@kontor/contract/pricing/charged/charged.rules'
import type { ChargedLine } from '@kontor/contract/pricing/charged/charged.schemas'
import { feeOf, type Line, priceDimensions } from '@kontor/contract/pricing/price.rules'
import { sql } from 'kysely'
import type { Reader } from '../../platform/db/database.ts'
import { linesOfEach } from '../versions/lines-of.ts'
import { type ChargedFee, isAlike, proposedPrice } from './proposed-price.ts'

interface OfVersion {
  scheme: string
  version: string
  /** Of the scheme. */
  currency: string | null
}

/** The lines of a version of costs in their order, each with what processors charged for it last and the price behind that. */
export async function chargedLines(db: Reader, { scheme, version, currency }: OfVersion): Promise<ChargedLine[]> {
  const versions = await linesOfScheme(db, scheme)
  const lines = versions.get(version) ?? []
  const fees = await feesOf(db, comparable(lines, [...versions.values()]))
  return lines.map(({ id: _, ...line }, at) => chargedLine(line, fees.get(placeOf(line)) ?? [], { at, currency }))
}

function chargedLine(
  line: Line,
  fees: readonly KnownFee[],
  { at, currency }: { at: number; currency: string | null },
): ChargedLine {
  const sum = (of: (fee: KnownFee) => number) => fees.reduce((all, fee) => all + of(fee), 0)
  const found = proposedPrice(line, fees, (line.currency_code ?? currency) !== null)
  const proposed = typeof found === 'string' ? null : found
  // Of a version before, another price may have been expected.
  const different = found === 'as_expected' ? [] : fees.filter(({ expected, charged }) => !isAlike(expected, charged))
  return {
    ...{ number: at + 1, line, count: fees.length, since: different.at(-1)?.day ?? null },
    ...{ amount: sum((fee) => fee.amount), expected: sum((fee) => fee.expected), charged: sum((fee) => fee.charged) },
    ...{ proposed, by_proposal: proposed && sum(({ amount }) => Number(feeOf(amount, proposed))) },
    kept: typeof found === 'string' ? found : null,
  }
}

interface KnownFee extends ChargedFee {
  expected: number
  day: string
}

/** What a line is for and names: lines of two versions with the same are one. */
const placeOf = (line: Line): string =>
  JSON.stringify([
    ...[line.event, ...priceDimensions.map((name) => line[name])],
    ...[line.amount_from, line.amount_until, line.tier_from, line.tier_until],
  ])

type KeptLines = Awaited<ReturnType<typeof linesOfEach>>

async function linesOfScheme(db: Reader, scheme: string): Promise<KeptLines> {
  const versions = await db.selectFrom('scheme_version').select('id').where('scheme_id', '=', scheme).execute()
  return linesOfEach(
    db,
    versions.map(({ id }) => id),
  )
}

/**
 * The lines that priced the same payments as these. A version whose lines of an event name anything else gave a line with the same
 * names other payments, because a more specific line takes some away.
 */
function comparable(lines: readonly Line[], versions: readonly (readonly (Line & { id: number })[])[]) {
  const places = placesOfEvents(lines)
  return versions.flatMap((version) => {
    const before = placesOfEvents(version)
    return version
      .filter(({ event }) => before.get(event) === places.get(event))
      .map((line) => ({ id: line.id, place: placeOf(line) }))
  })
}

const placesOfEvents = (lines: readonly Line[]): Map<string, string> =>
  new Map(
    [...Map.groupBy(lines, ({ event }) => event)].map(([event, own]) => [
      event,
      JSON.stringify(own.map(placeOf).sort()),
    ]),
  )

/** The fees of a line among which the newest are looked for, by the ledger's day, which an index knows. */
const mostLookedAt = 5 * mostCharged

/**
 * The newest fees by their days in the files, the newest first, by what the lines name. Where there are more, each merchant's newest
 * have their turn before anybody's next. A fee that is claimed from the processor, or was put right, is no price of it.
 */
async function feesOf(db: Reader, lines: readonly { id: number; place: string }[]): Promise<Map<string, KnownFee[]>> {
  const { rows } = await sql<KnownFee & { place: string }>`
    with known as (
      select w.place, abs(p.gross) as amount, r.charged_cost as charged, r.interchange, r.scheme_fees,
        coalesce(r.expected_cost, 0) as expected, r.merchant_id, r.file_id, r.line, b.booked_at,
        (b.booked_at at time zone i.time_zone)::date as day
      from installation i
      cross join unnest(${lines.map(({ place }) => place)}::text[], ${lines.map(({ id }) => id)}::int[]) as w(place, id)
      cross join lateral (
        select * from reconciled_line where scheme_line = w.id and charged_cost is not null
        order by decided_on desc fetch first (${mostLookedAt}::int) rows with ties) r
      join processor_settlement_line p on p.merchant_id = r.merchant_id and p.file_id = r.file_id and p.line = r.line
      cross join lateral (
        select coalesce(p.booked_at, r.decided_on::timestamp at time zone i.time_zone) as booked_at) b
      where p.gross is not null
        and not exists (select from reconciliation_difference d
          where d.merchant_id = r.merchant_id and d.file_id = r.file_id and d.line = r.line and d.type = 'COST'
            and d.status in ('CLAIMED', 'CORRECTED'))),
    turns as (
      select *, max(day) over (partition by place) as newest,
        row_number() over (partition by place, merchant_id order by booked_at desc, file_id desc, line desc) as turn
      from known),
    taken as (
      select *, row_number() over (partition by place order by turn, booked_at desc, file_id desc, line desc) as at
      from turns where day > newest - ${chargedDays}::int)
    select place, amount, charged, interchange, scheme_fees, expected, day::text as day
    from taken where at <= ${mostCharged}
    order by place, booked_at desc, file_id desc, line desc`.execute(db)
  const found = Map.groupBy(rows, ({ place }) => place)
  return new Map([...found].map(([place, fees]) => [place, fees.map(({ place: _, ...fee }) => fee)]))
}

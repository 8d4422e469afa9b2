import type { Client } from 'pg'
import type { Databases } from '../../platform/db/database.ts'
import { runSettlements } from '../../settlements/runs/run-settlements.ts'
import { atOnce } from '../connections.ts'
import type { Place } from '../structure.ts'
import type { Random } from '../trade/random.ts'
import { day } from '../trade/seasons.ts'

const schedules = [
  { name: 'Elke bankdag', frequency: 'DAILY' },
  { name: 'Dinsdag en vrijdag', frequency: 'WEEKLY', weekdays: ['2', '5'] },
  { name: 'Twee keer per maand', frequency: 'HALF_MONTHLY' },
  { name: 'Maandelijks', frequency: 'MONTHLY', month_day: 1 },
  { name: 'Met de hand', frequency: 'MANUAL' },
] as const

interface DemoProfile {
  schedule?: (typeof schedules)[number]['name']
  delay_days?: number
  minimum?: number
  negative?: 'CARRY' | 'RESERVE'
  statement_text?: string
  method?: 'GROSS'
}

/** By the place of the merchant; those after the last have one that says nothing but the bank account. */
const profiles: readonly DemoProfile[] = [
  { statement_text: 'Kontor Bloom' },
  { schedule: 'Dinsdag en vrijdag', delay_days: 1 },
  { schedule: 'Maandelijks', minimum: 50_000 },
  { schedule: 'Twee keer per maand', negative: 'RESERVE' },
  {},
  { delay_days: 5, negative: 'RESERVE' },
  { schedule: 'Elke bankdag', delay_days: 3 },
  { method: 'GROSS' },
  { minimum: 25_000 },
]
/** The place of the merchant whose payouts are on hold. */
const heldPlace = 4

/** The schedules, and the profiles of the merchants with a bank account. Before their history is booked: delays count there. */
export async function addSettlementProfiles(
  client: Client,
  random: Random,
  places: readonly Place[],
  now: number,
): Promise<void> {
  await client.query(`update settlement_schedule set name = 'Wekelijks op maandag' where "default"`)
  const ids = new Map<string, string>()
  for (const schedule of schedules) {
    const id = random.id(now - 700 * day)
    ids.set(schedule.name, id)
    const { weekdays = [], month_day = null } = { ...schedule } as { weekdays?: readonly string[]; month_day?: number }
    await client.query(
      `insert into settlement_schedule (id, created_at, name, frequency, weekdays, month_day) values ($1, $2, $3, $4, $5, $6)`,
      [id, new Date(now - 700 * day), schedule.name, schedule.frequency, weekdays, month_day],
    )
  }
  for (const [index, place] of places.entries()) {
    const profile = profiles[index] ?? {}
    const at = Math.max(place.from, now - 690 * day)
    await client.query(
      `insert into settlement_profile (merchant_id, id, created_at, organisation_id, name, book_id, currency_code, bank_account_id,
         schedule_id, delay_days, minimum, negative, statement_text, method)
       select merchant_id, $2, $3, merchant_id, $4, book_of(merchant_id, null), currency_code, id, $5, $6, $7, $8, $9, $10
       from bank_account where merchant_id = $1 and status = 'VERIFIED' order by created_at limit 1`,
      [
        ...[place.id, random.id(at), new Date(at), place.merchant.name],
        ...[profile.schedule === undefined ? null : ids.get(profile.schedule), profile.delay_days ?? null],
        ...[profile.minimum ?? null, profile.negative ?? null, profile.statement_text ?? null, profile.method ?? 'NET'],
      ],
    )
  }
}

/** One merchant is paid in euros for what its shop in the United Kingdom takes, by rates of each working day. */
export async function addPayoutsInEuros(client: Client, random: Random, { id }: Place, now: number): Promise<void> {
  await client.query(
    `insert into exchange_rate (currency_code, day, rate, source, fetched_at)
     select 'GBP', d::date, round((0.86 + 0.012 * sin(extract(epoch from d) / 2592000))::numeric, 4),
       'Sandbox processor (invented rates)', d + interval '16 hours'
     from generate_series($1::date, $2::date, interval '1 day') d where extract(isodow from d) < 6
     on conflict do nothing`,
    [new Date(now - 700 * day), new Date(now)],
  )
  const at = now - 690 * day
  await client.query(
    `insert into settlement_profile (merchant_id, id, created_at, organisation_id, name, book_id, currency_code, bank_account_id,
       payout_currency_code, fx_margin_ppm)
     select merchant_id, $2, $3, merchant_id, 'Ponden, uitbetaald in euro', book_of(merchant_id, null), 'GBP', id, currency_code, 10000
     from bank_account where merchant_id = $1 and status = 'VERIFIED' and currency_code = 'EUR' order by created_at limit 1`,
    [id, random.id(at), new Date(at)],
  )
}

/** Who is told of settlements from now on: of the demo's past nobody is. */
export async function addNotices(client: Client, places: readonly Place[], sandboxUrl: string): Promise<void> {
  await client.query(`update settlement_profile set webhook_url = $2, recipients = $3 where merchant_id = $1`, [
    places[0]?.id,
    `${sandboxUrl}/shop`,
    ['boekhouding@bloom.example'],
  ])
}

/** Settles what is due by the days that were closed, at the hour at which the engine would have. */
export async function settleClosedDays(databases: Databases): Promise<void> {
  const errors: unknown[] = []
  await runSettlements({
    databases,
    merchantsAtOnce: atOnce,
    now: (through) => new Date(Date.parse(through) + day),
    onProblem: (error) => errors.push(error),
  })
  if (errors.length > 0) throw new AggregateError(errors, 'settlements of the demo that could not be closed')
}

const holdReason = 'Twee facturen van de winkelier wachten op uitleg'

/** Holds the settlements of the last weeks of one merchant. Those before them are paid. */
export const holdLatest = (client: Client, places: readonly Place[]) =>
  client.query(
    `update settlement s set status = 'ON_HOLD', hold_reason = $2, held_with_profile = true from settlement_profile p
      where p.merchant_id = $1 and s.merchant_id = p.merchant_id and s.settlement_profile_id = p.id and s.status = 'CLOSED'
        and upper(s.covers) > current_date - 28`,
    [places[heldPlace]?.id, holdReason],
  )

/** Stops the payouts of the same merchant. */
export const holdProfile = (client: Client, places: readonly Place[]) =>
  client.query(`update settlement_profile set status = 'ON_HOLD', hold_reason = $2 where merchant_id = $1`, [
    places[heldPlace]?.id,
    holdReason,
  ])

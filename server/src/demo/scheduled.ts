import type { Client } from 'pg'
import type { Place } from './structure.ts'
import type { Loader } from './trade/copy.ts'
import type { Random } from './trade/random.ts'
import { day } from './trade/seasons.ts'
import { vaultToken } from './trade/vault-token.ts'

const minute = 60_000

/** A card payment with a stored card that was made. */
interface Taken {
  id: string
  created_at: Date
  organisation_id: string
  payment_profile_id: string
  currency_code: string
  customer_id: string
  card_id: string
  amount: string
  merchant_reference: string
  status: string
  status_reason: string | null
  last_status_update: Date
}

/**
 * Adds scheduled payments. Some were made already; the running demo will charge the others to cards of the sandbox, the
 * first within the hour.
 */
export async function addScheduled(
  client: Client,
  loader: Loader,
  random: Random,
  places: readonly Place[],
  now: number,
): Promise<void> {
  const since = new Date(now - 60 * day)
  for (const place of places.filter(({ merchant }) => !merchant.inactive)) {
    const { rows } = await client.query<Taken>(
      `select id, created_at, organisation_id, payment_profile_id, currency_code, customer_id, card_id, amount,
         merchant_reference, status, status_reason, last_status_update
       from transaction where merchant_id = $1 and card_id is not null and customer_id is not null
         and status in ('SETTLEMENT_COMPLETED', 'DECLINED') and not blocked and created_at > $2 order by created_at desc, id limit 100`,
      [place.id, since],
    )
    const paid = rows.filter(({ status }, index) => status === 'SETTLEMENT_COMPLETED' && index % 4 === 0)
    const past = [...paid.slice(0, 8), ...rows.filter(({ status }) => status === 'DECLINED').slice(0, 2)]
    for (const taken of past) addTaken(loader, random, place, taken)
    await client.query(
      `update transaction set recurring_type = 'subsequent' where merchant_id = $1 and id = any($2) and created_at > $3`,
      [place.id, past.map(({ id }) => id), since],
    )
    await client.query(
      `update transaction_event set actor_kind = 'system', actor_id = null, actor_name = 'system'
       where merchant_id = $1 and transaction_id = any($2) and transaction_created_at > $3 and entity = 'transaction' and from_status is null`,
      [place.id, past.map(({ id }) => id), since],
    )
    const cards = new Map(rows.map((taken) => [taken.card_id, taken]))
    let count = 0
    for (const taken of [...cards.values()].slice(0, 12)) addToCome(loader, random, place, taken, now, count++)
    const [poor] = rows
    if (poor && place.owner) addPoorCard(loader, random, place, poor, now)
  }
}

function addTaken(loader: Loader, random: Random, place: Place, taken: Taken): void {
  const created = taken.created_at.getTime() - Math.round(random.between(2, 20) * day)
  const isDone = taken.status === 'SETTLEMENT_COMPLETED'
  const ended = taken.last_status_update.toISOString()
  const row = rowOf(place, taken, created, random)
  const at = taken.created_at.toISOString()
  loader.add('scheduled_transaction', [
    ...row.key,
    ...row.of,
    at,
    'NONE',
    isDone ? 'DONE' : 'FAILED',
    taken.status_reason,
    ended,
    1,
    null,
    row.created_by,
  ])
  loader.add('scheduled_attempt', [
    ...row.key,
    1,
    at,
    taken.id,
    isDone ? 'PAID' : 'FAILED',
    isDone ? null : taken.status_reason,
    at,
    ended,
  ])
}

function addToCome(
  loader: Loader,
  random: Random,
  place: Place,
  taken: Taken,
  now: number,
  place_in_line: number,
): void {
  const created = now - Math.round(random.between(0.1, 12) * day)
  // The first three are due within some hours, the others over the next weeks.
  const ahead = place_in_line < 3 ? (45 + place_in_line * 70) * minute : random.between(1, 40) * day
  const due = Math.ceil((now + ahead) / (5 * minute)) * 5 * minute
  addPlanned(loader, random, place, taken, { created, due })
}

/** Adds a payment that will be declined for insufficient funds and tried again. */
function addPoorCard(loader: Loader, random: Random, place: Place, taken: Taken, now: number): void {
  const created = now - 2 * day
  const processor = place.processors.get('card')
  if (!processor) return
  const card = random.id(created)
  const token = 'test_declined_insufficient_funds'
  const own = vaultToken(token, { id: card, month: 12, year: 2031 })
  const of = [place.id, card, taken.customer_id, processor, own, 'visa', '41111111', '0002', 12, 2031]
  loader.add('card', [...of, new Date(created).toISOString(), 'NL', 'credit', 'consumer'])
  const plan = { created, due: now + 60 * minute, policy: 'AFTER_1_3_5_DAYS' }
  addPlanned(loader, random, place, { ...taken, card_id: card }, plan)
}

function addPlanned(
  loader: Loader,
  random: Random,
  place: Place,
  taken: Taken,
  plan: { created: number; due: number; policy?: string },
): void {
  const { created, due, policy = random.chance(0.4) ? 'AFTER_1_3_5_DAYS' : 'NONE' } = plan
  const row = rowOf(place, { ...taken, merchant_reference: `PLAN-${random.integer(10_000, 99_999)}` }, created, random)
  const due_at = new Date(due).toISOString()
  const at = new Date(created).toISOString()
  loader.add('scheduled_transaction', [
    ...row.key,
    ...row.of,
    due_at,
    policy,
    'CREATED',
    null,
    at,
    0,
    due_at,
    row.created_by,
  ])
}

const rowOf = (place: Place, taken: Taken, created: number, random: Random) => ({
  key: [place.id, new Date(created).toISOString(), random.id(created)],
  of: [
    taken.organisation_id,
    taken.payment_profile_id,
    taken.customer_id,
    taken.card_id,
    Number(taken.amount),
    taken.currency_code,
    taken.merchant_reference,
  ],
  created_by: place.owner?.name ?? 'Webshop',
})

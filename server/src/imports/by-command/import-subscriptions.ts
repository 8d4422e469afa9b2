import { Refusal } from '@kontor/contract/refusal'
import { isCanonicalUuid } from '@kontor/contract/uuid'
import { calendarDate, lineOfText, reference } from '@kontor/contract/wire'
import { sql } from 'kysely'
import { z } from 'zod'
import { type Actor, visibleTo } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { dayIn } from '../../platform/time/day-in.ts'
import { requireChargeableCard } from '../../scheduled/checked-scheduled.ts'
import { createSubscription } from '../../subscriptions/create-subscription.ts'
import { payByStoredCard } from '../../subscriptions/pay-by-stored-card.ts'
import { type Fault, type ImportHouse, type ImportKind, readRows } from '../batch.ts'
import { formReader } from '../file/form-reader.ts'
import type { StoredImport } from '../stored-import.ts'
import { actorOf, type Became, byCommand, commandsAtOnce } from './by-command.ts'

const schema = z.object({
  customer: reference(100),
  plan: lineOfText(200),
  due_date: calendarDate.optional(),
  card: lineOfText(50).optional(),
  max_billing_cycle: z.coerce
    .number('invalid_value')
    .int('invalid_value')
    .min(1, 'invalid_value')
    .max(100_000, 'invalid_value')
    .optional(),
})
type Given = z.output<typeof schema>

/**
 * Subscriptions by the customer's number and the plan. Who has or had one to the plan gets no other: a file that comes twice
 * charges nobody twice, and nobody anew who has cancelled.
 */
export const subscriptionImport: ImportKind = {
  size: commandsAtOnce,
  batches: async (house, of, { readers }) => {
    const read = formReader<Given>(schema, readers, { main: 'customer' })
    const { time_zone } = await house.db
      .selectFrom('merchant')
      .select('time_zone')
      .where('id', '=', of.merchant_id)
      .executeTakeFirstOrThrow()
    const actor = await actorOf(house, of)
    const subscribing = { house, of, actor, today: dayIn(time_zone, house.now) }
    return {
      batchOf: (records) => {
        const seen = new Set<string>()
        return byCommand(readRows(records, read), {
          ...{ turn: `subscriptions of imports ${of.merchant_id}`, keepsMade: true, faultOf },
          make: (trx, row) => subscribe(trx, row, { ...subscribing, seen }),
        })
      },
    }
  },
}

interface Subscribing {
  house: ImportHouse
  of: StoredImport
  actor: Actor
  today: string
  /** The customers and plans of this batch. */
  seen: Set<string>
}

type Unread = Omit<Fault, 'line'>

async function subscribe(trx: Trx, row: Given, { house, of, actor, today, seen }: Subscribing): Promise<Became> {
  const customer = await customerOf(trx, of, actor, row.customer)
  if (!customer) return { code: 'not_found', target: 'customer' }
  const plan = await planOf(trx, of, actor, row.plan)
  if ('code' in plan) return plan
  const pair = `${customer} ${plan.id}`
  if (seen.has(pair)) return { code: 'twice', target: 'plan' }
  const before = await formerOf(trx, of, customer, plan.id)
  if (before) return before.is_here ? { code: 'twice', target: 'plan' } : 'known'
  const card = row.card === undefined ? undefined : await cardOf(trx, of, customer, row.card, today)
  if (card && 'code' in card) return card
  if (card && !(row.due_date !== undefined && row.due_date > today))
    return { code: 'start_ahead_needed', target: 'due_date' }
  if (card) {
    const of_shop = { merchant_id: of.merchant_id, id: plan.payment_profile_id }
    await requireChargeableCard(trx, actor, of_shop, { customer, card: card.id })
  }
  const { due_date, max_billing_cycle } = row
  const input = { customer, plan: plan.id, due_date, max_billing_cycle, has_card: card !== undefined }
  const tell = { masterKey: house.masterKey, wall: house.wall }
  const made = await createSubscription(trx, actor, input, house.now, tell)
  if (card) await payByStoredCard(trx, actor, made, card.id, house.now, tell)
  seen.add(pair)
  return { made }
}

async function customerOf(trx: Trx, of: StoredImport, actor: Actor, reference: string): Promise<string | undefined> {
  const found = await trx
    .selectFrom('customer')
    .select('id')
    .where('merchant_id', '=', of.merchant_id)
    .where('reference', '=', reference)
    .where(visibleTo(actor, 'customer'))
    .executeTakeFirst()
  return found?.id
}

async function planOf(trx: Trx, of: StoredImport, actor: Actor, named: string) {
  const id = named.toLowerCase()
  const [plan, other] = await trx
    .selectFrom('plan')
    .select(['id', 'payment_profile_id'])
    .where('merchant_id', '=', of.merchant_id)
    .where(isCanonicalUuid(id) ? sql<boolean>`id = ${id}` : sql<boolean>`name = ${named}`)
    .where('deleted_at', 'is', null)
    .where(visibleTo(actor, 'plan'))
    .limit(2)
    .execute()
  if (!plan) return { code: 'not_found', target: 'plan' } as const
  return other ? ({ code: 'ambiguous', target: 'plan' } as const) : plan
}

/** A subscription of the customer to the plan, and whether this import made it. */
async function formerOf(trx: Trx, of: StoredImport, customer: string, plan: string) {
  const { rows } = await sql<{ is_here: boolean }>`
    select exists (select from import_made m
        where m.merchant_id = s.merchant_id and m.made_id = s.id and m.import_id = ${of.id}) as is_here
    from subscription s
    where s.merchant_id = ${of.merchant_id} and s.customer_id = ${customer} and s.plan_id = ${plan} limit 1`.execute(
    trx,
  )
  return rows[0]
}

/** A card of the customer by our id or its last four digits, which can be charged after today. */
async function cardOf(
  trx: Trx,
  of: StoredImport,
  customer: string,
  named: string,
  today: string,
): Promise<{ id: string } | Unread> {
  const id = named.toLowerCase()
  const [card, other] = await trx
    .selectFrom('card')
    .select(['id', 'expiry_month', 'expiry_year'])
    .where('merchant_id', '=', of.merchant_id)
    .where('customer_id', '=', customer)
    .where(isCanonicalUuid(id) ? sql<boolean>`id = ${id}` : sql<boolean>`last_four = ${named}`)
    .where('revoked_at', 'is', null)
    .limit(2)
    .execute()
  if (!card) return { code: 'not_found', target: 'card' }
  if (other) return { code: 'ambiguous', target: 'card' }
  const lasts = `${card.expiry_year}-${String(card.expiry_month).padStart(2, '0')}`
  return lasts < today.slice(0, 7) ? { code: 'card_unusable', target: 'card' } : card
}

/** What the commands refuse, as the field of the row that it is about. */
function faultOf(error: unknown): Unread | undefined {
  if (!(error instanceof Refusal)) return undefined
  const { details = {} } = error
  if ('body.card' in details) return { code: 'card_unusable', target: 'card' }
  if (details['body.due_date'] === 'in_the_past') return { code: 'in_the_past', target: 'due_date' }
  if (details['body.due_date'] === 'too_far') return { code: 'invalid_value', target: 'due_date' }
  if ('body.max_billing_cycle' in details) return { code: 'invalid_value', target: 'max_billing_cycle' }
  return { code: 'not_possible_here', target: error.code === 'customer_erased' ? 'customer' : 'plan' }
}

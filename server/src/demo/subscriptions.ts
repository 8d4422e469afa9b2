import { plusDays } from '@kontor/contract/dates'
import { dueDate } from '@kontor/contract/subscriptions/billing-dates'
import type { PlanInterval } from '@kontor/contract/subscriptions/plan.rules'
import { firstPaymentWithin_days } from '@kontor/contract/subscriptions/subscription.rules'
import type pg from 'pg'
import type { Random } from './trade/random.ts'
import { day } from './trade/seasons.ts'
import { vaultToken } from './trade/vault-token.ts'

type NewId = (days?: number) => { id: string; created_at: string }

interface DemoPlan {
  /** Days since it was made. */
  ago: number
  /** The shop of the plan and its subscriptions; Bloom Nederland if none is named. */
  shop?: typeof heard
  name: string
  description: string
  amount: number
  interval: PlanInterval
  interval_count?: number
  max_billing_cycle?: number
  statuses?: string[]
  email?: string
}

const usual = 'Bloom Nederland'
/** This shop has callback addresses: its subscriptions send the first webhooks of a demo. */
const heard = 'Bloom België'

const plans: readonly DemoPlan[] = [
  {
    ago: 33,
    name: 'Boeket van de week',
    description: 'Elke week een veldboeket aan de deur',
    amount: 1_995,
    interval: 'week',
    statuses: ['ACTIVE', 'PAST_DUE', 'EXPIRED'],
    email: 'abonnementen@bloom.example',
  },
  {
    ago: 26,
    name: 'Boeket van de maand',
    description: 'Een seizoensboeket per maand',
    amount: 2_950,
    interval: 'month',
  },
  {
    ago: 22,
    name: 'Jaarplanten',
    description: 'Ieder kwartaal nieuwe kamerplanten, een jaar lang',
    amount: 6_900,
    interval: 'month',
    interval_count: 3,
    max_billing_cycle: 4,
  },
  {
    ago: 15,
    name: 'Bloemen voor het hele jaar',
    description: 'Vier feestdagen, vier boeketten, één betaling per jaar',
    amount: 12_900,
    interval: 'year',
  },
  {
    shop: heard,
    ago: 12,
    name: 'Boeket aan huis',
    description: 'Om de week een boeket aan de deur, in heel België',
    amount: 2_495,
    interval: 'week',
    interval_count: 2,
  },
]

const discounts = [
  { ago: 25, name: 'Welkom: 15% op drie boeketten', type: 'percentage', amount: 0.15, duration: 3 },
  {
    ago: 18,
    name: 'Eerste boeket € 5 korting',
    type: 'fixed_cents',
    amount: 500,
    currency_code: 'EUR',
    limit_to_first_order: true,
  },
  { ago: 10, name: 'Vaste klant', type: 'percentage', amount: 0.1, minimum_amount: 2_500, currency_code: 'EUR' },
] as const

/**
 * The engine decides how these subscriptions go on, as with any other: it finds those due that start when the demo does.
 * The others of their kind start some days apart. `ago`: days since the first of them was made, each other a day later.
 */
const situations = [
  { plan: 0, count: 6, status: 'ACTIVE', ago: 24, starts: 0, apart: 2 },
  { plan: 1, count: 6, status: 'ACTIVE', ago: 20, starts: 0, apart: 3, discount: 0 },
  { plan: 1, count: 3, status: 'ACTIVE', ago: 9, starts: 2, apart: 5 },
  { plan: 2, count: 3, status: 'ACTIVE', ago: 8, starts: 0, apart: 6, discount: 2 },
  // The card is refused: past due, tried again, ended.
  { plan: 0, count: 2, status: 'ACTIVE', ago: 13, starts: 0, token: 'test_declined_insufficient_funds' },
  { plan: 1, count: 1, status: 'ACTIVE', ago: 11, starts: 0, token: 'test_declined_expired_card' },
  // The first payment on the page is still to come.
  { plan: 1, count: 3, status: 'CREATED', ago: 5, discount: 1 },
  // The first payment did not come in time.
  { plan: 0, count: 2, status: 'CREATED', ago: firstPaymentWithin_days + 1 },
  { plan: 0, count: 2, status: 'CANCELLED', ago: 17 },
  // The first payment is the only one.
  { plan: 1, count: 2, status: 'ACTIVE', ago: 3, starts: 0, max_billing_cycle: 1 },
  { plan: 3, count: 2, status: 'ACTIVE', ago: 6, starts: 0, apart: 9 },
  { plan: 4, count: 4, status: 'ACTIVE', ago: 10, starts: 0, apart: 4 },
  { plan: 4, count: 1, status: 'ACTIVE', ago: 4, starts: 0, token: 'test_declined_insufficient_funds' },
] as const

interface Shop {
  merchant_id: string
  id: string
  organisation_id: string
  currency_code: string
}

/** Adds plans, discounts and subscriptions to the shops above, for customers with a stored card. */
export async function addSubscriptions(client: pg.Client, random: Random, now: Date): Promise<void> {
  // Ids depend on the day, so that the same day gives the same demo.
  let minutes = 0
  const newId: NewId = (days = 0) => {
    minutes += 7
    const at = now.getTime() - days * day - minutes * 60_000
    return { id: random.id(at), created_at: new Date(at).toISOString() }
  }
  const { rows } = await client.query<Shop & { name: string }>(
    'select name, merchant_id, id, organisation_id, currency_code from payment_profile where name = any($1)',
    [[usual, heard]],
  )
  const shopOf = (name: string) => rows.find((row) => row.name === name)
  const shop = shopOf(usual)
  if (!shop) return
  const ofShops = plans.map((plan) => ({ ...plan, of: shopOf(plan.shop ?? usual) ?? shop }))
  const planIds: string[] = []
  for (const { of, ...plan } of ofShops) planIds.push(await addPlan(client, of, plan, newId(plan.ago)))
  const discountIds: string[] = []
  for (const { ago, ...discount } of discounts) discountIds.push(await addDiscount(client, shop, discount, newId(ago)))
  const wanted = situations.reduce((sum, { count }) => sum + count, 0)
  const { rows: cards } = await client.query<StoredCard>(
    `select distinct on (customer_id) id, customer_id, processor_id from card
     where merchant_id = $1 and split_part(token, '.', 1) in ('test_visa', 'test_mastercard') and revoked_at is null
     order by customer_id, id limit $2`,
    [shop.merchant_id, wanted],
  )
  let turn = 0
  for (const { count, ...situation } of situations)
    for (let made = 0; made < count; made += 1) {
      // A small demo has too few cards, so some customers subscribe twice.
      const card = cards[turn++ % Math.max(cards.length, 1)]
      const plan = ofShops[situation.plan]
      if (!card || !plan) return
      const planned = { ...plan, id: planIds[situation.plan] ?? '' }
      const discount = 'discount' in situation ? discountIds[situation.discount] : undefined
      const starts = 'starts' in situation ? situation.starts + made * ('apart' in situation ? situation.apart : 0) : 0
      const ago = situation.ago - made
      await addSubscription(client, {
        ...situation,
        ago,
        starts,
        shop: plan.of,
        card,
        plan: planned,
        discount,
        newId,
        now,
      })
    }
}

interface StoredCard {
  id: string
  customer_id: string
  processor_id: string
}

async function addPlan(
  client: pg.Client,
  shop: Shop,
  plan: DemoPlan,
  { id, created_at }: ReturnType<NewId>,
): Promise<string> {
  await insert(client, 'plan', {
    ...{ merchant_id: shop.merchant_id, id, created_at, organisation_id: shop.organisation_id },
    ...{ payment_profile_id: shop.id, currency_code: shop.currency_code },
    ...{ name: plan.name, description: plan.description, amount: plan.amount, interval: plan.interval },
    interval_count: plan.interval_count ?? 1,
    max_billing_cycle: plan.max_billing_cycle ?? null,
    statuses_subscription_update: plan.statuses ?? [],
    email_subscription_update: plan.email ?? null,
  })
  return id
}

async function addDiscount(
  client: pg.Client,
  shop: Shop,
  discount: object,
  { id, created_at }: ReturnType<NewId>,
): Promise<string> {
  const { merchant_id, organisation_id } = shop
  await insert(client, 'subscription_discount', { merchant_id, organisation_id, id, created_at, ...discount })
  return id
}

interface DemoSubscription {
  shop: Shop
  card: StoredCard
  plan: DemoPlan & { id: string }
  discount: string | undefined
  status: 'ACTIVE' | 'CREATED' | 'CANCELLED'
  /** Days since it was made. */
  ago: number
  /** Days from now until the first payment of an active one. */
  starts: number
  token?: string
  max_billing_cycle?: number
  newId: NewId
  now: Date
}

async function addSubscription(client: pg.Client, given: DemoSubscription): Promise<void> {
  const { shop, card, plan, status, newId, now } = given
  const { merchant_id } = shop
  const today = now.toISOString().slice(0, 10)
  const starts_on = plusDays(today, given.starts)
  const isActive = status === 'ACTIVE'
  const { id, created_at } = newId(given.ago)
  const acts = {
    ACTIVE: starts_on,
    CREATED: plusDays(created_at.slice(0, 10), firstPaymentWithin_days),
    CANCELLED: null,
  }
  await insert(client, 'subscription', {
    ...{ merchant_id, id, created_at, organisation_id: shop.organisation_id, customer_id: card.customer_id },
    ...{ plan_id: plan.id, payment_profile_id: shop.id, currency_code: shop.currency_code, status },
    status_reason: status === 'CANCELLED' ? 'cancelled' : null,
    starts_on: isActive ? starts_on : null,
    due_date: isActive
      ? dueDate(starts_on, { interval: plan.interval, interval_count: plan.interval_count ?? 1 }, 1)
      : null,
    max_billing_cycle: given.max_billing_cycle ?? plan.max_billing_cycle ?? null,
    payment_product: isActive ? 'card' : null,
    card_id: isActive ? await cardFor(client, given) : null,
    act_on: acts[status],
  })
  if (given.discount)
    await insert(client, 'subscription_discount_attached', {
      ...{ merchant_id, ...newId(given.ago), subscription_id: id, subscription_discount_id: given.discount },
    })
}

/** The customer's own card, or one that the sandbox refuses. */
async function cardFor(client: pg.Client, { shop, card, token, ago, newId }: DemoSubscription): Promise<string> {
  if (!token) return card.id
  const { id, created_at } = newId(ago)
  await insert(client, 'card', {
    ...{
      merchant_id: shop.merchant_id,
      id,
      created_at,
      customer_id: card.customer_id,
      processor_id: card.processor_id,
    },
    token: vaultToken(token, { id, month: 12, year: 2031 }),
    ...{ brand: 'visa', bin: '41111111', last_four: '0002', expiry_month: 12, expiry_year: 2031 },
  })
  return id
}

async function insert(client: pg.Client, table: string, row: object): Promise<void> {
  const names = Object.keys(row)
  const places = names.map((_, index) => `$${index + 1}`)
  await client.query(`insert into ${table} (${names.join(', ')}) values (${places.join(', ')})`, Object.values(row))
}

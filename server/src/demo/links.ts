import type { Client } from 'pg'
import { instantOf } from '../platform/db/ids.ts'
import type { Place, PlacedShop } from './structure.ts'
import type { Random } from './trade/random.ts'
import { day } from './trade/seasons.ts'
import { vaultToken } from './trade/vault-token.ts'

/** A link and the events that led to its state. */
interface Story {
  status: 'CREATED' | 'INITIATED' | 'DONE' | 'EXPIRED' | 'CANCELLED'
  /** The age of the link in days; `life_days` is how long it may be paid. */
  age_days: number
  life_days: number
  reason?: 'date_reached' | 'by_hand'
  isOpen?: boolean
  isReusable?: boolean
}

const paymentLinks: readonly Story[] = [
  { status: 'CREATED', age_days: 0.1, life_days: 30 },
  { status: 'CREATED', age_days: 2, life_days: 30, isOpen: true },
  { status: 'INITIATED', age_days: 5, life_days: 30 },
  { status: 'INITIATED', age_days: 40, life_days: 360, isOpen: true, isReusable: true },
  { status: 'DONE', age_days: 6, life_days: 30 },
  { status: 'DONE', age_days: 12, life_days: 30 },
  { status: 'EXPIRED', age_days: 50, life_days: 30, reason: 'date_reached' },
  { status: 'EXPIRED', age_days: 9, life_days: 30, reason: 'by_hand' },
]
const cardAddLinks: readonly Story[] = [
  { status: 'CREATED', age_days: 1, life_days: 30 },
  { status: 'INITIATED', age_days: 3, life_days: 30 },
  { status: 'DONE', age_days: 8, life_days: 30 },
  { status: 'EXPIRED', age_days: 45, life_days: 14, reason: 'date_reached' },
  { status: 'CANCELLED', age_days: 4, life_days: 30, reason: 'by_hand' },
]

/** Adds links in every state to the first shop of each merchant. Active links can be paid, on working pages. */
export async function addLinks(client: Client, random: Random, places: readonly Place[], now: number): Promise<void> {
  for (const place of places) {
    const [shop] = place.shops
    if (!shop || place.merchant.inactive) continue
    const at = { client, random, place, shop, now, customers: await customersOf(client, place.id) }
    if (at.customers.length === 0) continue
    for (const story of paymentLinks) await addPaymentLink(at, story)
    if (place.processors.has('card')) for (const story of cardAddLinks) await addCardAddLink(at, story)
  }
}

interface Person {
  id: string
  email_address: string | null
}

interface At {
  client: Client
  random: Random
  place: Place
  shop: PlacedShop
  now: number
  customers: readonly Person[]
}

const customersOf = async (client: Client, merchant: string): Promise<Person[]> =>
  (
    await client.query<Person>(
      'select id, email_address from customer where merchant_id = $1 order by created_at desc, id limit 20',
      [merchant],
    )
  ).rows

const texts = {
  nl: ['Resterend bedrag', 'Aanbetaling', 'Losse bestelling per telefoon', 'Factuur na levering'],
  'en-US': ['Remaining amount', 'Deposit', 'Order by telephone', 'Invoice after delivery'],
}
const mandates = {
  nl: 'Voor de maandelijkse bestelling, tot wederopzegging.',
  'en-US': 'For the monthly order, until cancelled.',
}

function common({ random, place, shop, now }: At, story: Story) {
  const id = random.id(Math.floor(now - story.age_days * day))
  const created_at = instantOf(id) ?? ''
  const end = Date.parse(created_at) + story.life_days * day
  const ended = story.reason === 'date_reached' ? end : Date.parse(created_at) + day / 2
  return {
    id,
    created_at,
    merchant_id: place.id,
    organisation_id: shop.organisation,
    payment_profile_id: shop.id,
    currency_code: shop.currency,
    language: place.merchant.language,
    status: story.status,
    status_reason: story.reason ?? null,
    expires_at: new Date(end).toISOString(),
    last_status_update: story.status === 'CREATED' ? created_at : new Date(Math.min(ended, now)).toISOString(),
    created_by: place.owner?.name ?? 'API',
  }
}

async function addPaymentLink(at: At, story: Story): Promise<void> {
  const { client, random, place, shop } = at
  const link = common(at, story)
  const paid = story.status === 'DONE' ? await paymentFor(client, place.id, shop.id, link.created_at) : undefined
  if (story.status === 'DONE' && !paid) return
  const person = random.pick(at.customers)
  await insert(client, 'payment_link', {
    ...link,
    customer_id: story.isReusable ? null : (paid?.customer_id ?? person.id),
    email_address: story.isReusable ? null : person.email_address,
    amount: story.isOpen ? null : (paid?.amount ?? random.integer(8, 240) * 100),
    minimum_amount: story.isOpen ? 500 : null,
    maximum_amount: story.isOpen && !story.isReusable ? 50_000 : null,
    merchant_reference: paid?.merchant_reference ?? `LINK-${random.integer(1000, 9999)}`,
    description: random.pick(texts[place.merchant.language]),
    reusable: story.isReusable ?? false,
    max_uses: story.isReusable ? null : 1,
    ...(paid ? { attempts: 1, uses: 1, uses_reserved: 1, last_status_update: paid.created_at } : {}),
  })
  if (paid) await payThrough(client, 'payment_link_id', link.id, place.id, paid)
  await addEvents(at, 'payment_link_id', story, link, paid)
}

async function addCardAddLink(at: At, story: Story): Promise<void> {
  const { client, random, place } = at
  const link = common(at, story)
  const person = random.pick(at.customers)
  const card = story.status === 'DONE' ? await storeCard(at, person.id, link.last_status_update) : undefined
  await insert(client, 'card_add_link', {
    ...link,
    customer_id: person.id,
    email_address: person.email_address,
    merchant_reference: `CARD-${random.integer(1000, 9999)}`,
    description: mandates[place.merchant.language],
    purpose: random.pick(['recurring', 'unscheduled', 'one_click']),
    ...(card ? { card_id: card, attempts: 1, uses_reserved: 1 } : {}),
  })
  await addEvents(at, 'card_add_link_id', story, link, undefined)
}

/** Stores a test card of the sandbox, which can be charged. */
async function storeCard({ client, random, place }: At, customer: string, at: string): Promise<string> {
  const id = random.id(Date.parse(at))
  await insert(client, 'card', {
    merchant_id: place.id,
    id,
    customer_id: customer,
    processor_id: place.processors.get('card'),
    three_d_secure: 'AUTHENTICATED',
    token: vaultToken('test_visa', { id, month: 12, year: 2031 }),
    ...{ brand: 'visa', bin: '41111111', last_four: '1111', expiry_month: 12, expiry_year: 2031 },
    created_at: at,
  })
  return id
}

interface Payment {
  id: string
  created_at: string
  amount: number
  merchant_reference: string
  customer_id: string | null
}

/** An existing payment of the shop that was made after the link. */
async function paymentFor(client: Client, merchant: string, shop: string, after: string): Promise<Payment | undefined> {
  const { rows } = await client.query<Payment>(
    `select id, to_char(created_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at, amount::float8 as amount,
       merchant_reference, customer_id
     from transaction where merchant_id = $1 and payment_profile_id = $2 and created_at > $3 and payment_link_id is null
       and status in ('SETTLEMENT_REQUESTED', 'SETTLEMENT_COMPLETED')
     order by created_at, id limit 1`,
    [merchant, shop, after],
  )
  return rows[0]
}

const payThrough = (client: Client, column: string, link: string, merchant: string, paid: Payment) =>
  client.query(`update transaction set ${column} = $1 where merchant_id = $2 and created_at = $3 and id = $4`, [
    link,
    merchant,
    paid.created_at,
    paid.id,
  ])

async function addEvents(
  { client, place }: At,
  column: string,
  story: Story,
  link: ReturnType<typeof common>,
  paid: Payment | undefined,
): Promise<void> {
  const owner = place.owner
    ? { actor_kind: 'user', actor_id: place.owner.id, actor_name: place.owner.name }
    : { actor_kind: 'api_key', actor_id: null, actor_name: 'API' }
  const payer = { actor_kind: 'payer', actor_id: null, actor_name: 'payer' }
  const system = { actor_kind: 'system', actor_id: null, actor_name: 'system' }
  const write = (kind: string, at: string, more: Record<string, unknown>) =>
    insert(client, 'link_event', { merchant_id: place.id, [column]: link.id, kind, at, ...more })
  const opened = new Date(Date.parse(link.created_at) + 3_600_000).toISOString()
  await write('created', link.created_at, owner)
  if (['INITIATED', 'DONE'].includes(story.status)) await write('opened', paid?.created_at ?? opened, payer)
  if (paid) {
    const of = { transaction_created_at: paid.created_at, transaction_id: paid.id }
    await write('attempted', paid.created_at, { ...payer, ...of })
    await write('paid', paid.created_at, { ...system, ...of })
  }
  if (story.status === 'DONE') await write('done', paid?.created_at ?? link.last_status_update, system)
  if (story.status === 'EXPIRED')
    await write('expired', link.last_status_update, {
      ...(story.reason === 'by_hand' ? owner : system),
      detail: story.reason,
    })
  if (story.status === 'CANCELLED') await write('cancelled', link.last_status_update, { ...owner, detail: 'by_hand' })
}

const insert = (client: Client, table: string, row: Record<string, unknown>) =>
  client.query(
    `insert into ${table} (${Object.keys(row)}) values (${Object.keys(row).map((_, index) => `$${index + 1}`)})`,
    Object.values(row),
  )

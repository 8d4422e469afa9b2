import { countsAsRefunded } from '@kontor/contract/payments/refund.rules'
import { type Channel, kindOf, type PaymentProduct, visitedBit } from '@kontor/contract/payments/transaction.rules'
import { attemptStates } from '../../engine/records/attempt-state.ts'
import { textPdf } from '../evidence.ts'
import type { Place, PlacedShop } from '../structure.ts'
import { type ChargebackStory, past, type RefundStory, tellChargeback, tellRefunds } from './aftermath.ts'
import type { Loader, Value } from './copy.ts'
import type { DemoCard, DemoCustomer } from './customers.ts'
import type { Random } from './random.ts'
import type { ActorName, Step } from './story.ts'

/** What became of 3-D Secure: the columns of the payment. */
export interface Authentication {
  three_d_secure: 'AUTHENTICATED' | 'ATTEMPTED' | 'NOT_TRIED' | 'NOT_HONOURED' | null
  challenged: boolean
}

export interface Payment {
  id: string
  /** Null: it is blocked. */
  processor: string | null
  authentication: Authentication
  place: Place
  shop: PlacedShop
  customer: DemoCustomer | null
  country: string
  product: PaymentProduct
  card: DemoCard | null
  amount: number
  reference: string
  device: { platform: string; browser: string }
  /** The terminal of a payment in a shop, which has no browser. */
  terminal: string | null
  tags: readonly string[]
  blocked: boolean
  /** All steps of the payment; those after now are left out. */
  steps: readonly Step[]
}

type Key = { merchant: string; created_at: string; id: string; processor: string | null }

/** Adds a payment with its trail, its refunds and its chargeback. */
export function addPayment(loader: Loader, random: Random, payment: Payment, now: number): void {
  const { place, product } = payment
  const steps = past(payment.steps, now)
  const [first] = steps
  const last = steps.at(-1)
  if (!first || !last) return
  const { processor, authentication } = payment
  const key: Key = { merchant: place.id, created_at: iso(first.at), id: payment.id, processor }
  const captured = last.status === 'SETTLEMENT_REQUESTED' || last.status === 'SETTLEMENT_COMPLETED'
  const chargeback = captured ? tellChargeback(random, product, payment.amount, last.at, now) : undefined
  const told = captured ? tellRefunds(random, payment.amount, place.merchant.language, last.at, now) : []
  // No refund after a chargeback, which excludes it.
  const struck = chargeback?.steps[0]?.at ?? Number.POSITIVE_INFINITY
  const refunds = told.filter(({ steps: [began] }) => began !== undefined && began.at < struck)
  const reserved = refunds.filter(({ steps: [...path] }) => countsAsRefunded(path.at(-1)?.status ?? 'PENDING'))
  loader.add('transaction', [
    key.merchant,
    key.created_at,
    key.id,
    payment.shop.organisation,
    payment.shop.id,
    processor,
    payment.customer?.id ?? null,
    payment.card?.id ?? null,
    payment.amount,
    payment.shop.currency,
    captured ? payment.amount : 0,
    reserved.reduce((sum, { amount }) => sum + amount, 0),
    last.status,
    last.reason,
    steps.reduce((bits, { status }) => bits | visitedBit(status), 0),
    iso(last.at),
    payment.blocked,
    payment.tags.length > 0,
    payment.reference,
    product,
    product === 'card' ? (payment.card?.brand === 'maestro' ? 'debit' : 'credit') : kindOf(product),
    recurringType(payment),
    payment.country,
    payment.terminal === null ? payment.device.platform : null,
    payment.terminal === null ? payment.device.browser : null,
    processor === null ? null : `prior_${key.id}`,
    payment.card?.brand ?? null,
    payment.card?.bin ?? null,
    payment.card?.last_four ?? null,
    payment.terminal,
    authentication.three_d_secure,
    authentication.challenged,
    ...(payment.card?.issuer ?? [null, null, null]),
    channelOf(payment),
  ])
  addAttempt(loader, key, steps)
  addTrail(loader, payment, key, steps, ['transaction', null, null, null])
  for (const tag of payment.tags)
    loader.add('transaction_tag', [key.merchant, key.created_at, key.id, tag, key.created_at])
  for (const refund of refunds) addRefund(loader, random, payment, key, refund)
  if (chargeback) addChargeback(loader, random, payment, key, chargeback)
}

/** As the engine would have left it: it ended with the first status that decided the payment. */
function addAttempt(loader: Loader, { merchant, created_at, id, processor }: Key, steps: readonly Step[]): void {
  if (processor === null) return
  const end = steps.find(({ status }) => attemptStates[status] !== 'OPEN')
  const state = end ? attemptStates[end.status] : 'OPEN'
  const reason = state === 'APPROVED' ? null : (end?.reason ?? null)
  const ended_at = end ? iso(end.at) : null
  loader.add('payment_attempt', [merchant, created_at, id, id, 1, processor, state, reason, created_at, ended_at])
}

function channelOf(payment: Payment): Channel {
  if (payment.terminal !== null) return 'pos'
  return recurringType(payment) === null ? 'ecommerce' : 'recurring'
}

const recurringType = ({ place, card, customer }: Payment): string | null =>
  place.merchant.trade === 'membership' && card?.id && customer ? 'subsequent' : null

function addRefund(
  loader: Loader,
  random: Random,
  payment: Payment,
  key: Key,
  { amount, reason, steps }: RefundStory,
): void {
  const [first] = steps
  const last = steps.at(-1)
  if (!first || !last) return
  const id = random.id(first.at)
  const isDone = last.status === 'PROCESSED'
  loader.add('refund', [
    key.merchant,
    iso(first.at),
    id,
    payment.shop.organisation,
    key.created_at,
    key.id,
    key.processor,
    amount,
    reason,
    last.status,
    last.reason,
    iso(last.at),
    isDone ? `prior_${id}` : null,
    actorOf(payment, first.actor).name,
  ])
  addTrail(loader, payment, key, steps, ['refund', id, amount, reason])
}

function addChargeback(loader: Loader, random: Random, payment: Payment, key: Key, story: ChargebackStory): void {
  const [first] = story.steps
  const last = story.steps.at(-1)
  if (!first || !last) return
  const id = random.id(first.at)
  loader.add('chargeback', [
    key.merchant,
    iso(first.at),
    id,
    payment.shop.organisation,
    key.created_at,
    key.id,
    key.processor,
    story.amount,
    story.reason,
    story.reason_code,
    last.status,
    iso(last.at),
    story.respond_by,
    `prior_${id}`,
    ...addDispute(loader, random, payment, [key.merchant, iso(first.at), id], story),
  ])
  addTrail(loader, payment, key, story.steps, ['chargeback', id, story.amount, story.reason])
}

/** Adds the merchant's answer, if there was one, with a file as evidence. */
function addDispute(
  loader: Loader,
  random: Random,
  payment: Payment,
  [merchant, created_at, id]: [string, string, string],
  { steps, reason }: ChargebackStory,
): [answer: Value, at: Value, by: Value, explanation: Value] {
  const disputed = steps.find(({ status }) => status === 'IN_DISPUTE')
  if (!disputed) return [null, null, null, null]
  const at = disputed.at - random.integer(60_000, 900_000)
  const by = actorOf(payment, disputed.actor).name
  const lines = [
    'Proof of delivery',
    payment.shop.name,
    `Reference ${payment.reference}`,
    iso(payment.steps[0]?.at ?? at),
  ]
  const content = `\\x${textPdf(lines).toString('hex')}`
  const file = ['proof-of-delivery.pdf', 'application/pdf', content]
  loader.add('chargeback_evidence', [merchant, random.id(at), created_at, id, 1, ...file, iso(at), by])
  const explanation = reason.startsWith('goods') ? 'Delivered and signed for' : 'Ordered by the cardholder before'
  return ['DISPUTE', iso(disputed.at), by, explanation]
}

type Subject = [entity: string, id: string | null, amount: number | null, reason: string | null]

/** Adds the trail that the trigger would have written, with the time of each step. */
function addTrail(
  loader: Loader,
  payment: Payment,
  key: Key,
  steps: readonly Step<string>[],
  [entity, id, amount, reason]: Subject,
): void {
  let before: string | null = null
  for (const step of steps) {
    const actor = actorOf(payment, step.actor)
    const values: Value[] = [
      key.merchant,
      key.created_at,
      key.id,
      iso(step.at),
      entity,
      id,
      before,
      step.status,
      amount,
      step.reason ?? reason,
      actor.kind,
      actor.id,
      actor.name,
    ]
    loader.add('transaction_event', values)
    before = step.status
  }
}

function actorOf({ place }: Payment, actor: ActorName): { kind: string; id: string | null; name: string } {
  if (actor === 'owner' && place.owner) return { kind: 'user', ...place.owner }
  if (actor === 'owner' || actor === 'shop') return { kind: 'api_key', id: null, name: 'Webshop' }
  return { kind: actor, id: null, name: actor }
}

const iso = (instant: number): string => new Date(instant).toISOString()

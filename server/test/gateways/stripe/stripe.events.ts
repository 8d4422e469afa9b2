import { createHmac } from 'node:crypto'
import type { RawNotification } from '../../../src/processors/gateway.ts'
import type { Entry } from '../fake-gateway.ts'
import type { NotificationsOfFake } from '../scenes.ts'
import { chargeOf, type FakePayment } from './stripe.fake.ts'

export const webhookSecret = 'whsec_new'
const oldSecret = 'whsec_old'

/** An event as Stripe sends it, signed with each of the secrets. */
export function signed(event: object | string, { secrets = [webhookSecret], age_s = 0 } = {}): RawNotification {
  const body = typeof event === 'string' ? event : JSON.stringify(event)
  const at = Math.floor(Date.now() / 1_000) - age_s
  const each = secrets.map((secret) => `v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`)
  return { headers: { 'stripe-signature': [`t=${at}`, ...each, 'v0=00'].join(',') }, body }
}

/** Disputes and objects of accounts have more, which nobody reads. */
export const eventOf = (type: string, object: object, more: object = {}) => ({
  ...{ id: `evt_${type}`, object: 'event', api_version: '2026-10-28.endive', created: 1, livemode: false, type },
  data: { object },
  ...more,
})

function told(entry: Entry, what: 'done' | 'failed' | 'undone'): object {
  const id = `evt_${entry.id}_${what}`
  if (entry.kind === 'refund') {
    const status = what === 'done' ? 'succeeded' : 'failed'
    const failure = what === 'done' ? {} : { failure_reason: 'lost_or_stolen_card' }
    const back = what === 'undone' ? { failure_balance_transaction: 'txn_1' } : {}
    const object = { ...(entry.more?.['refund'] as object), status, ...failure, ...back }
    return eventOf(what === 'done' ? 'refund.updated' : 'refund.failed', object, { id })
  }
  const payment = structuredClone(entry.more?.['payment']) as FakePayment
  const { latest_charge } = payment
  // An event names the charge, and only a reply can have it whole.
  payment.latest_charge = latest_charge && payment.id.replace('pi_', 'ch_')
  if (what === 'undone') {
    const failure = {
      status: 'failed',
      paid: false,
      failure_code: 'debit_disputed',
      failure_balance_transaction: 'txn_1',
    }
    return eventOf('charge.failed', { ...chargeOf(payment, 'sepa_debit'), ...failure }, { id })
  }
  const amount_received = payment['amount_received'] || payment.amount
  if (what === 'done')
    return eventOf('payment_intent.succeeded', { ...payment, status: 'succeeded', amount_received }, { id })
  const last_payment_error = { type: 'card_error', code: 'card_declined', decline_code: 'do_not_honor' }
  const object = { ...payment, status: 'requires_payment_method', last_payment_error }
  return eventOf('payment_intent.payment_failed', object, { id })
}

export const stripeEvents: NotificationsOfFake = {
  of: (entry, what) => signed(told(entry, what)),
  forged(entry) {
    const event = told(entry, 'done')
    const right = signed(event)
    const signature = right.headers['stripe-signature'] ?? ''
    const named = (header: string) => ({ headers: { 'stripe-signature': header }, body: right.body })
    return {
      'another secret': signed(event, { secrets: [oldSecret] }),
      'another body': { ...right, body: right.body.replace('evt_', 'evt_other') },
      'an old signature': signed(event, { age_s: 301 }),
      'another time': named(signature.replace(/t=\d+/, (time) => `t=${Number(time.slice(2)) + 1}`)),
      'no signature': { headers: {}, body: right.body },
      'no v1': named(signature.replaceAll('v1=', 'v2=')),
      'half of a signature': named(signature.slice(0, 60)),
    }
  },
  ofOtherAccount: (entry) => signed({ ...told(entry, 'done'), account: 'acct_other' }),
  ofUnknownType: () => signed(eventOf('treasury.something_new', { id: 'x' })),
  byOldKey: (entry) => ({
    // Stripe signs with both until the old one ends.
    raw: signed(told(entry, 'done'), { secrets: [webhookSecret, oldSecret] }),
    credential: { webhook_secret: oldSecret },
  }),
}

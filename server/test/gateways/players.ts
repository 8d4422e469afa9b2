import { adyenGateway } from '../../src/processors/adyen/adyen-gateway.ts'
import type { Gateway, RawNotification } from '../../src/processors/gateway.ts'
import { mollieGateway } from '../../src/processors/mollie/mollie-gateway.ts'
import { stripeGateway } from '../../src/processors/stripe/stripe-gateway.ts'
import { adyenCredential, adyenKind, adyenNotifications, itemOf, rawOf, returned, saidOf } from './adyen.fake.ts'
import { type Entry, type FakeGateway, type FakeKind, startFake } from './fake-gateway.ts'
import { mollieCredential, mollieKind, rawOf as mollieNews, tell } from './mollie.fake.ts'
import { eventOf, signed, stripeEvents, webhookSecret } from './stripe/stripe.events.ts'
import { approve, type FakePayment, refuse, secretKey, stripeFake } from './stripe/stripe.fake.ts'

/*
 * Fake gateways that go on by themselves, as real ones do: they decide what they only received, tell of it, and keep books of
 * what really became of the money.
 */

/**
 * What becomes of work that a gateway has. `regretted`: it says that it failed, and then that it was done after all. `less`: a
 * capture or refund is done with less money than was asked for, where the gateway decides that later.
 */
export type Fate = 'done' | 'failed' | 'undone' | 'regretted' | 'less'

/** What is done when less money than was asked for is. */
function shortened(entry: Entry, fate: Fate): Exclude<Fate, 'less'> {
  if (fate !== 'less') return fate
  if (['capture', 'refund'].includes(entry.kind) && entry.amount > 1) entry.amount -= 1
  return 'done'
}

/** Something that the gateway tells, written at the moment when it is sent. */
export type News = () => RawNotification

/** What a gateway has of one payment. */
export interface Standing {
  taken: number
  given_back: number
  /** True: the money is held, and may still be taken. */
  held: boolean
}

export interface Player {
  gateway: Gateway
  fake: FakeGateway
  credential: Record<string, string>
  card_token: string
  /** What a payer brings back from his bank. */
  returned: Record<string, string>
  /** The work of which the gateway has not decided yet what becomes of it. */
  undecided(): Entry[]
  /** Work that was done, and that something may still become of. */
  undoable(): Entry[]
  decide(entry: Entry, fate: Fate): void
  /** Work with money that was done. */
  done?(): Entry[]
  /** Does the same work once more under the same reference, as no gateway should. */
  again?(entry: Entry): void
  /** What there is to tell since the last call. */
  news(): News[]
  /** What became of all of them in one message; undefined: nothing yet. Absent: the gateway sends one at a time. */
  batch?(entries: readonly Entry[]): RawNotification | undefined
  forged(entry: Entry): readonly RawNotification[]
  standing(reference: string): Standing
  /** Makes its questions lag, as they may for `unseen_after_min`. */
  lag?(isLagging: boolean): void
}

async function started(gateway: Gateway, kind: FakeKind) {
  const fake = await startFake(kind)
  const manifest = { ...gateway.manifest, addresses: { test: fake.addresses } }
  return { fake, gateway: { ...gateway, manifest } }
}

/** True: the gateway did it without an order of ours. */
export const isByItself = ({ more }: Entry): boolean => more?.['isByItself'] === true

const none: Standing = { taken: 0, given_back: 0, held: false }
const sum = (entries: readonly Entry[]) => entries.reduce((total, { amount }) => total + amount, 0)

/** Adyen says of captures, voids and refunds that they arrived. What became of them is here. */
export async function adyenPlayer(): Promise<Player> {
  const { fake, gateway } = await started(adyenGateway, adyenKind)
  const { entries } = fake.books
  const fates = new Map<Entry, Fate>()
  const untold: News[] = []
  const tellOf = (entry: Entry, what: 'done' | 'failed' | 'undone') => {
    // Nobody has proved which reference it names.
    const named = entry.kind === 'cancel_reference' && entries.indexOf(entry) % 2 === 1 && entry.more
    const merchantReference = named ? String(named['paymentReference']) : entry.reference
    untold.push(() => rawOf([itemOf({ ...saidOf(entry, what), merchantReference })]))
  }
  const isDone = (entry: Entry) => ['done', 'regretted'].includes(fates.get(entry) ?? '')
  const partsOf = (payment_id: string, kind: Entry['kind']) =>
    entries.filter((each) => each.payment_id === payment_id && each.kind === kind)
  const paymentOf = (reference: unknown) =>
    fake.books.of(String(reference)).find((each) => each.kind === 'authorize' && isDone(each))
  /** The payment whose hold an order releases. */
  const releasedBy = ({ kind, payment_id, more }: Entry) =>
    kind === 'cancel_reference' ? paymentOf(more?.['paymentReference']) : kind === 'void' && fake.books.find(payment_id)
  /** A hold is taken or released, and Adyen refuses the second of them. */
  const isGone = (entry: Entry) => {
    const isOver = (each: Entry) => fates.has(each) && fates.get(each) !== 'failed'
    if (entry.kind === 'capture')
      return entries.some((each) => isOver(each) && releasedBy(each) === fake.books.find(entry.payment_id))
    if (entry.kind !== 'void' && entry.kind !== 'cancel_reference') return false
    const payment = releasedBy(entry)
    return !payment || payment.more?.['isCaptured'] === true || partsOf(payment.id, 'capture').some(isOver)
  }
  const isMoney = ({ kind }: Entry) => ['authorize', 'capture', 'refund'].includes(kind)
  /** What was decided in the reply. */
  const atOnce = () => {
    for (const entry of entries)
      if (entry.kind === 'authorize' && !fates.has(entry) && entry.more?.['isPending'] !== true)
        decide(entry, entry.done ? 'done' : 'failed')
  }
  const decide = (entry: Entry, asked: Fate) => {
    const fate = shortened(entry, asked)
    // Only what was carried out at once can be undone.
    const isUndoable = entry.kind === 'capture' || entry.kind === 'refund'
    const real = isGone(entry) ? 'failed' : fate === 'undone' && !isUndoable ? 'done' : fate
    fates.set(entry, real)
    if (real === 'regretted' || real === 'failed') tellOf(entry, 'failed')
    if (real !== 'failed') tellOf(entry, 'done')
    if (real === 'undone') tellOf(entry, 'undone')
  }
  return {
    ...{ gateway, fake, credential: { ...adyenCredential }, returned },
    card_token: JSON.stringify({
      ...{ encryptedCardNumber: 'eyJ9', encryptedExpiryMonth: 'eyJ8', encryptedExpiryYear: 'eyJ7' },
    }),
    undecided() {
      atOnce()
      return entries.filter((entry) => !fates.has(entry))
    },
    undoable: () =>
      entries.filter((entry) => ['capture', 'refund'].includes(entry.kind) && fates.get(entry) === 'done'),
    decide(entry, fate) {
      if (!fates.has(entry)) return decide(entry, fate)
      fates.set(entry, 'undone')
      tellOf(entry, 'undone')
    },
    done: () => entries.filter((entry) => isMoney(entry) && fates.get(entry) === 'done' && !isByItself(entry)),
    again(entry) {
      const id = `${entry.id}AGAIN${entries.length}`
      const payment_id = entry.kind === 'authorize' ? id : entry.payment_id
      const second = fake.books.enter({ ...entry, id, payment_id, more: { ...entry.more, isByItself: true } })
      fates.set(second, 'done')
      tellOf(second, 'done')
    },
    news() {
      atOnce()
      return untold.splice(0)
    },
    batch(all) {
      const decided = all.filter((entry) => ['done', 'regretted', 'failed'].includes(fates.get(entry) ?? ''))
      const items = decided.map((entry) => itemOf(saidOf(entry, isDone(entry) ? 'done' : 'failed')))
      return items.length > 0 ? rawOf(items) : undefined
    },
    forged: (entry) => Object.values(adyenNotifications.forged(entry)),
    standing(reference) {
      const payment = paymentOf(reference)
      if (!payment) return none
      const captures = partsOf(payment.id, 'capture')
      const isCaptured = payment.more?.['isCaptured'] === true
      const isTaken = isCaptured || captures.some((each) => isDone(each) || fates.get(each) === 'undone')
      return {
        taken: isCaptured ? payment.amount : sum(captures.filter(isDone)),
        given_back: sum(partsOf(payment.id, 'refund').filter(isDone)),
        held: !isTaken && !entries.some((each) => isDone(each) && releasedBy(each) === payment),
      }
    },
  }
}

const types: Readonly<Record<string, string>> = {
  requires_capture: 'amount_capturable_updated',
  succeeded: 'succeeded',
  canceled: 'canceled',
  requires_payment_method: 'payment_failed',
  processing: 'processing',
}

/** Stripe decides most of it in the reply, and tells every change as well, as the object was then. */
export async function stripePlayer(): Promise<Player> {
  const stripe = stripeFake()
  const { fake, gateway } = await started(stripeGateway, stripe.kind)
  const { entries } = fake.books
  const seen = new Map<string, string>()
  const untold: News[] = []
  let events = 0
  const tellOf = (type: string, object: object) => {
    const id = `evt_${++events}`
    const then = structuredClone(object)
    untold.push(() => signed(eventOf(type, then, { id })))
  }
  const paymentOf = (entry: Entry) => stripe.payments.get(entry.payment_id)
  const isBack = ({ latest_charge }: FakePayment) =>
    Boolean((latest_charge as { failure_balance_transaction?: unknown } | null)?.failure_balance_transaction)
  const isPending = (entry: Entry) => entry.kind === 'authorize' && paymentOf(entry)?.status === 'processing'
  const isRefund = ({ kind }: Entry) => kind === 'refund'
  const refundOf = (entry: Entry) => stripe.refunds.find(({ id }) => id === entry.id)
  /** Tells each change once, as the object is now. */
  const notice = () => {
    for (const payment of stripe.payments.values()) {
      const { id, status, latest_charge } = payment
      const type = types[status]
      const state = `${status} ${isBack(payment)}`
      if (!type || seen.get(id) === state) continue
      seen.set(id, state)
      if (isBack(payment)) tellOf('charge.failed', latest_charge as object)
      else tellOf(`payment_intent.${type}`, { ...payment, latest_charge: latest_charge && id.replace('pi_', 'ch_') })
    }
    for (const refund of stripe.refunds) {
      if (seen.get(refund.id) === refund['status']) continue
      const type = refund['status'] === 'failed' ? 'failed' : seen.has(refund.id) ? 'updated' : 'created'
      seen.set(refund.id, String(refund['status']))
      tellOf(`refund.${type}`, refund)
    }
  }
  return {
    ...{ gateway, fake, returned: {}, card_token: 'pm_card' },
    credential: { secret_key: secretKey, publishable_key: 'pk_test_51Kontor', webhook_secret: webhookSecret },
    undecided: () => entries.filter(isPending),
    undoable: () =>
      entries.filter((entry) => {
        const payment = paymentOf(entry)
        if (isRefund(entry)) return refundOf(entry)?.['status'] === 'succeeded'
        // What was paid back is not debited again.
        const isPaidBack = entries.some((each) => isRefund(each) && each.payment_id === entry.payment_id)
        return entry.kind === 'authorize' && payment?.status === 'succeeded' && !isBack(payment) && !isPaidBack
      }),
    decide(entry, fate) {
      notice()
      const payment = paymentOf(entry)
      const failure = { failure_balance_transaction: 'txn_1' }
      if (isRefund(entry))
        Object.assign(refundOf(entry) ?? {}, { status: 'failed', failure_reason: 'lost_or_stolen_card', ...failure })
      else if (payment?.status === 'processing')
        fate === 'failed' ? refuse(payment, { code: 'card_declined' }) : approve(entry)
      else if (payment)
        payment.latest_charge = {
          ...(payment.latest_charge as object),
          ...{ status: 'failed', paid: false, failure_code: 'debit_disputed', ...failure },
        }
    },
    news() {
      notice()
      return untold.splice(0)
    },
    forged: (entry) =>
      ['authorize', 'refund'].includes(entry.kind) && entry.done ? Object.values(stripeEvents.forged(entry)) : [],
    standing(reference) {
      const made = fake.books.of(reference).filter(({ kind }) => kind === 'authorize')
      const payment = made[0] && paymentOf(made[0])
      if (!payment) return none
      const refunds = stripe.refunds.filter(
        (each) => each.payment_intent === payment.id && each['status'] === 'succeeded',
      )
      return {
        taken: payment.status === 'succeeded' && !isBack(payment) ? Number(payment['amount_received']) : 0,
        given_back: refunds.reduce((total, refund) => total + Number(refund['amount']), 0),
        held: payment.status === 'requires_capture',
      }
    },
    lag(isLagging) {
      Object.assign(stripe.hides, { fromSearch: isLagging, fromList: isLagging })
    },
  }
}

/** Mollie tells that there is news of a payment, and is asked what. */
export async function molliePlayer(): Promise<Player> {
  const { fake, gateway } = await started(mollieGateway, mollieKind)
  const { entries } = fake.books
  const seen = new Map<Entry, string>()
  const isDecided = new Set<Entry>()
  /**
   * Captures that failed after their success was shown. What they took is neither held nor taken any more; one whose success nobody
   * saw is like one that was never made, and leaves the hold.
   */
  const takenBack = new Set<Entry>()
  const untold: News[] = []
  const statusOf = (entry: Entry) => String(entry.more?.['status'])
  const tellOf = (entry: Entry) => untold.push(() => mollieNews(entry.payment_id))
  /** Captures and refunds that were done. */
  const isMade = (entry: Entry) =>
    entry.kind === 'capture'
      ? statusOf(entry) === 'succeeded'
      : entry.kind === 'refund' && statusOf(entry) === 'refunded'
  const isReleased = (payment_id: string) =>
    entries.some((each) => each.kind === 'void' && each.payment_id === payment_id && isDecided.has(each))
  const decide = (entry: Entry, asked: Fate) => {
    const fate = shortened(entry, asked)
    isDecided.add(entry)
    const payment = fake.books.find(entry.payment_id)
    const isTaken = entries.some(
      (each) => each.kind === 'capture' && each.payment_id === entry.payment_id && statusOf(each) === 'succeeded',
    )
    if (entry.kind === 'void') {
      // A hold that was taken cannot be released.
      if (fate !== 'failed' && !isTaken) tell(fake.books, entry, 'done')
    } else if (entry.kind === 'capture' && payment && statusOf(payment) !== 'authorized')
      tell(fake.books, entry, 'failed')
    else if (fate === 'undone' && entry.kind !== 'authorize') {
      tell(fake.books, entry, 'done')
      tellOf(entry)
      isDecided.delete(entry)
    } else tell(fake.books, entry, fate === 'failed' ? 'failed' : 'done')
    tellOf(entry)
  }
  return {
    ...{ gateway, fake, credential: { ...mollieCredential }, returned: {}, card_token: 'tkn_UqAvArS3gw' },
    undecided: () =>
      entries.filter(
        (entry) =>
          !isDecided.has(entry) &&
          (entry.kind === 'authorize'
            ? statusOf(entry) === 'pending'
            : ['capture', 'refund'].includes(entry.kind)
              ? ['pending', 'queued'].includes(statusOf(entry))
              : entry.kind === 'void' && entry.done && !isReleased(entry.payment_id)),
      ),
    undoable: () => entries.filter(isMade),
    decide(entry, fate) {
      if (!isMade(entry)) return decide(entry, fate)
      if (entry.kind === 'capture' && entry.more?.['isShown'] === true) takenBack.add(entry)
      tell(fake.books, entry, 'failed')
      tellOf(entry)
    },
    news() {
      for (const entry of entries) {
        if (entry.kind !== 'authorize' || seen.get(entry) === statusOf(entry)) continue
        seen.set(entry, statusOf(entry))
        tellOf(entry)
      }
      return untold.splice(0)
    },
    // Whoever knows its address may say what he likes: Mollie is asked whether it is so.
    forged: () => [mollieNews('tr_nobodys')],
    standing(reference) {
      const payment = fake.books.of(reference).find(({ kind }) => kind === 'authorize')
      if (!payment) return none
      const of = (kind: Entry['kind'], status: string) =>
        entries.filter((each) => each.kind === kind && each.payment_id === payment.id && statusOf(each) === status)
      const captured = sum(of('capture', 'succeeded'))
      const isCaptured = [
        ...of('capture', 'succeeded'),
        ...of('capture', 'failed').filter((each) => takenBack.has(each)),
      ]
      return {
        taken: statusOf(payment) === 'paid' ? payment.amount : captured,
        given_back: sum(of('refund', 'refunded')),
        held: statusOf(payment) === 'authorized' && isCaptured.length === 0,
      }
    },
  }
}

import { z } from 'zod'
import type { Connection, NotDone } from '../gateway.ts'
import { OutcomeUnknown } from '../gateway.ts'
import type { Sent } from '../http.ts'
import { call, type Form, Refusal } from './client.ts'
import {
  type Dispute,
  disputeObject,
  OURS,
  type Payment,
  paymentIn,
  paymentObject,
  type Refund,
  refundObject,
} from './objects.ts'

const list = z.object({ data: z.array(z.unknown()), has_more: z.boolean() })

/** More refunds of one payment than this are of no shop. */
const MOST_PAGES = 20

/** A refusal of a question says nothing about the order that it asks for. */
export class QuestionRefused extends OutcomeUnknown {
  readonly outcome: NotDone

  constructor(outcome: NotDone) {
    super(`could not ask: ${outcome.reason}`)
    this.outcome = outcome
  }
}

async function ask(
  connection: Connection,
  path: string,
  form: Form = {},
  noteReply?: Sent['noteReply'],
): Promise<unknown> {
  const body = await call(connection, { method: 'GET', path, form, ...(noteReply && { noteReply }) })
  if (body instanceof Refusal) throw new QuestionRefused(body.outcome)
  return body
}

export async function paymentById(connection: Connection, id: string): Promise<Payment> {
  const body = await ask(connection, `/v1/payment_intents/${encodeURIComponent(id)}`, { expand: ['latest_charge'] })
  const payment = paymentIn(connection, body)
  if (payment.id !== id) throw new OutcomeUnknown('the reply is about another payment')
  return payment
}

/**
 * The payment of our reference. First among the newest ones, a list that lags by nothing, because a reply is most often missed
 * by a payer who waits; then by the search. Undefined: neither has it, which the manifest says what to make of.
 */
export async function paymentByReference(connection: Connection, reference: string): Promise<Payment | undefined> {
  const ofReference = (each: unknown) => referenceIn(each) === reference
  const noteReply = (body: unknown) => noteOf(body, ofReference)
  const newest = rows(await ask(connection, '/v1/payment_intents', { limit: 100 }, noteReply))
  const listed = newest.data.find(ofReference)
  // The reference is checked, because it stands in a query.
  if (!listed && !/^[\w.-]+$/.test(reference)) return undefined
  const query = `metadata['${OURS}']:'${reference}'`
  const found = listed ?? rows(await ask(connection, '/v1/payment_intents/search', { query, limit: 1 })).data[0]
  if (!found) return void areReadable(newest.data, paymentNotes)
  const payment = await paymentById(connection, paymentIn(connection, found).id)
  if (payment.metadata[OURS] !== reference) throw new OutcomeUnknown('the payment has another reference')
  return payment
}

/** The record of a call is shown with one payment, and the list has those of other payers too. */
function noteOf(body: unknown, isSought: (each: unknown) => boolean): string | undefined {
  const { data } = list.safeParse(body).data ?? {}
  return data && JSON.stringify({ count: data.length, found: paymentObject.safeParse(data.find(isSought)).data?.id })
}

export async function refundByReference(
  connection: Connection,
  { reference, payment_id }: { reference: string; payment_id: string },
): Promise<Refund | undefined> {
  for await (const page of refundPages(connection, payment_id)) {
    const found = page.find((each) => referenceIn(each) === reference)
    if (found) return refundIn(found, payment_id)
    areReadable(page, refundNotes)
  }
  return undefined
}

export async function refundsOf(connection: Connection, payment_id: string): Promise<Refund[]> {
  const refunds: Refund[] = []
  for await (const page of refundPages(connection, payment_id))
    refunds.push(...page.map((each) => refundIn(each, payment_id)))
  return refunds
}

async function* refundPages(connection: Connection, payment_id: string): AsyncGenerator<unknown[]> {
  let starting_after: string | undefined
  for (let page = 0; page < MOST_PAGES; page++) {
    const form = { payment_intent: payment_id, limit: 100, starting_after }
    const { data, has_more } = rows(await ask(connection, '/v1/refunds', form))
    yield data
    if (!has_more) return
    starting_after = refundIn(data.at(-1), payment_id).id
  }
  throw new OutcomeUnknown('the payment has too many refunds')
}

export async function disputesOf(connection: Connection, payment_id: string): Promise<Dispute[]> {
  const { data, has_more } = rows(await ask(connection, '/v1/disputes', { payment_intent: payment_id, limit: 100 }))
  if (has_more) throw new OutcomeUnknown('the payment has too many disputes')
  return data.map((each) => {
    const read = disputeIn(each)
    if (read.payment_intent !== payment_id) throw new OutcomeUnknown('the dispute is of another payment')
    return read
  })
}

/** The dispute that a reply is. Throws `OutcomeUnknown` for anything else. */
export function disputeIn(body: unknown): Dispute {
  const read = disputeObject.safeParse(body)
  if (!read.success) throw new OutcomeUnknown('the reply is no dispute', { cause: read.error })
  return read.data
}

/** The refund that a reply is: of this payment, if one is named. Throws `OutcomeUnknown` for anything else. */
export function refundIn(body: unknown, payment_id?: string): Refund {
  const read = refundObject.safeParse(body)
  if (!read.success) throw new OutcomeUnknown('the reply is no refund', { cause: read.error })
  if (payment_id !== undefined && read.data.payment_intent !== payment_id)
    throw new OutcomeUnknown('the refund is of another payment')
  return read.data
}

export function rows(body: unknown) {
  const read = list.safeParse(body)
  if (!read.success) throw new OutcomeUnknown('the reply is no list', { cause: read.error })
  return read.data
}

const paymentNotes = paymentObject.pick({ metadata: true })
/** A refund of somebody else may have none; ours always has some. */
const refundNotes = refundObject.pick({ metadata: true })
/** Throws when one of them does not say whose it is: it could be what is sought. */
function areReadable(listed: readonly unknown[], notes: typeof paymentNotes | typeof refundNotes): void {
  if (!listed.every((each) => notes.safeParse(each).success))
    throw new OutcomeUnknown('a part of the list cannot be read')
}

const withReference = z.object({ metadata: z.object({ [OURS]: z.string() }) })
export const referenceIn = (body: unknown) => withReference.safeParse(body).data?.metadata[OURS]

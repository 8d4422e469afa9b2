import { z } from 'zod'
import { instantOf } from '../../platform/db/ids.ts'
import { type Connection, NotAnswerable, OutcomeUnknown, QuestionRefused } from '../gateway.ts'
import { noteOfList, readAnswer, type Sent } from '../http.ts'
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
const mostPagesOfRefunds = 20

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

/** Our clock and Stripe's. News whose age differs by half of this is not taken at all. */
const clocksDiffer_ms = 600_000
/** The search lags by a minute, and by up to an hour when Stripe is in trouble. */
const searchLags_ms = 3_600_000
/** More would take longer than a job may. */
const mostPages = 3

/**
 * The payment of our reference. First among those that were made since the order, by a list that lags by nothing; then by the
 * search, where the list is too long. Undefined: Stripe does not have it. Throws `NotAnswerable` where neither can say that.
 */
export async function paymentByReference(connection: Connection, reference: string): Promise<Payment | undefined> {
  const now = Date.now()
  const at = Date.parse(instantOf(reference) ?? '')
  // An id without a time, or of a clock that was ahead, may be of any age.
  const since = at <= now + clocksDiffer_ms ? Math.min(at, now) - clocksDiffer_ms : 0
  const { listed, back_to } = await newestSince(connection, since, reference)
  const isWhole = back_to <= since
  const found = listed ?? (isWhole ? undefined : await searched(connection, reference))
  if (!found) {
    // Older payments are in the search by now.
    if (isWhole || back_to <= now - searchLags_ms - clocksDiffer_ms) return undefined
    throw new NotAnswerable('it is not among those that could be looked at')
  }
  const payment = await paymentById(connection, paymentIn(connection, found).id)
  if (payment.metadata[OURS] !== reference) throw new OutcomeUnknown('the payment has another reference')
  return payment
}

/** `back_to`: each payment that was made since then was looked at, and says whose it is. */
async function newestSince(
  connection: Connection,
  since: number,
  reference: string,
): Promise<{ listed?: unknown; back_to: number }> {
  const created = { gte: Math.floor(since / 1_000) }
  const ofReference = (each: unknown) => referenceIn(each) === reference
  const noteReply = (body: unknown) => noteOf(body, ofReference)
  let last: z.infer<typeof made> | undefined
  for (let page = 0; page < mostPages; page++) {
    const form = { created, limit: 100, starting_after: last?.id }
    const { data, has_more } = rows(await ask(connection, '/v1/payment_intents', form, noteReply))
    const listed = data.find(ofReference)
    if (listed) return { listed, back_to: since }
    last = made.safeParse(data.at(-1)).data
    if (!areReadable(data, paymentNotes) || (has_more && !last)) return { back_to: Number.POSITIVE_INFINITY }
    if (!has_more) return { back_to: since }
  }
  return { back_to: (last?.created ?? Number.POSITIVE_INFINITY) * 1_000 }
}
const made = paymentObject.pick({ id: true }).extend({ created: z.number() })

async function searched(connection: Connection, reference: string): Promise<unknown> {
  // The reference is checked, because it stands in a query.
  if (!/^[\w.-]+$/.test(reference)) return undefined
  const query = `metadata['${OURS}']:'${reference}'`
  return rows(await ask(connection, '/v1/payment_intents/search', { query, limit: 1 })).data[0]
}

function noteOf(body: unknown, isSought: (each: unknown) => boolean): string {
  const { data } = list.safeParse(body).data ?? {}
  return noteOfList(data, paymentObject.safeParse(data?.find(isSought)).data?.id)
}

export async function refundByReference(
  connection: Connection,
  { reference, payment_id }: { reference: string; payment_id: string },
): Promise<Refund | undefined> {
  for await (const page of refundPages(connection, payment_id)) {
    const found = page.find((each) => referenceIn(each) === reference)
    if (found) return refundIn(found, payment_id)
    if (!areReadable(page, refundNotes)) throw new NotAnswerable('a part of the list cannot be read')
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
  for (let page = 0; page < mostPagesOfRefunds; page++) {
    const form = { payment_intent: payment_id, limit: 100, starting_after }
    const { data, has_more } = rows(await ask(connection, '/v1/refunds', form))
    yield data
    if (!has_more) return
    starting_after = refundIn(data.at(-1), payment_id).id
  }
  throw new NotAnswerable('the payment has too many refunds')
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

export const rows = (body: unknown) => readAnswer(list, body)

const paymentNotes = paymentObject.pick({ metadata: true })
/** A refund of somebody else may have none; ours always has some. */
const refundNotes = refundObject.pick({ metadata: true })
/** False: one of them does not say whose it is, and could be what is sought. */
const areReadable = (listed: readonly unknown[], notes: typeof paymentNotes | typeof refundNotes): boolean =>
  listed.every((each) => notes.safeParse(each).success)

const withReference = z.object({ metadata: z.object({ [OURS]: z.string() }) })
export const referenceIn = (body: unknown) => withReference.safeParse(body).data?.metadata[OURS]

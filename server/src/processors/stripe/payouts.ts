import { decimalOf } from '@kontor/contract/money'
import { z } from 'zod'
import {
  type Connection,
  type FetchedFile,
  FetchRefused,
  type KnownBatches,
  type MissedFile,
  OutcomeUnknown,
  type Settlements,
} from '../gateway.ts'
import { readAs } from '../http.ts'
import { ourMoney } from '../reading/gateway-money.ts'
import { type CsvRow, csvFile } from '../settlements/csv-file.ts'
import { fetchedOrMissed } from '../settlements/fetched-or-missed.ts'
import { call, type Form, Refusal } from './client.ts'
import { OUR_CAPTURE, OURS } from './objects.ts'
import { stripeManifest } from './stripe.manifest.ts'

/** The columns that are read, by the names of Stripe's own report. */
export const column = {
  payout: 'automatic_payout_id',
  created: 'created_utc',
  currency: 'currency',
  gross: 'gross',
  fee: 'fee',
  net: 'net',
  category: 'reporting_category',
  source: 'source_id',
  payment: 'payment_intent_id',
  facing_amount: 'customer_facing_amount',
  facing_currency: 'customer_facing_currency',
  reference: `payment_metadata[${OURS}]`,
  capture_reference: `payment_metadata[${OUR_CAPTURE}]`,
  refund_reference: `refund_metadata[${OURS}]`,
} as const

const id = z.string().min(1).max(255)
const metadata = z.record(z.string(), z.string()).catch({})

const payoutObject = z.object({
  object: z.literal('payout'),
  id,
  created: z.number().int().min(0),
  reconciliation_status: z.string(),
})
type Payout = z.infer<typeof payoutObject>

/** Payouts are in the order of the second in which they were made. */
export const batchOf = ({ created }: Pick<Payout, 'created'>): string => String(created)
/** The batch of a payout that was announced. */
export const announcedBatch = (object: unknown): string | undefined => {
  const payout = payoutObject.safeParse(object).data
  return payout && batchOf(payout)
}

/** A payment as a whole or by its id, where Stripe does not show it as a whole. */
const payment = z
  .union([id.transform((it) => ({ id: it, metadata: {} as Record<string, string> })), z.object({ id, metadata })])
  .nullish()
const source = z.object({
  id,
  object: z.string(),
  amount: z.number().int().optional(),
  currency: z.string().optional(),
  metadata,
  payment_intent: payment.catch(null),
})

const transaction = z.object({
  id,
  amount: z.number().int(),
  created: z.number().int(),
  currency: z.string(),
  fee: z.number().int(),
  net: z.number().int(),
  reporting_category: z.string().min(1),
  source: z.union([id.transform((it) => ({ id: it, object: '', metadata: {} })), source]).nullish(),
})
type Transaction = z.infer<typeof transaction>

const page = z.object({ data: z.array(z.unknown()), has_more: z.boolean() })

/** So many pages hold several years. */
const mostPages = 100
const payoutsOfPage = 100
/** Each is shown with its payment, and a reply may have a million characters. */
const transactionsOfPage = 40

/** Payouts after `read`, oldest first. One that is not reconciled yet ends the list: it and those after it come later. */
export async function* fetchPayouts(
  connection: Connection,
  { read }: KnownBatches,
): AsyncGenerator<FetchedFile | MissedFile> {
  for (const payout of await payoutsSince(connection, read)) {
    const batch = batchOf(payout)
    if (payout.reconciliation_status === 'in_progress') return
    if (payout.reconciliation_status === 'completed') {
      const rows = rowsOf(connection, payout)
      const content = await csvFile(Object.values(column), rows)
      yield fetchedOrMissed({ batch, name: `stripe-payout-${payout.id}.csv`, content })
    } else if (batch !== read) yield { batch, missed: 'file_not_itemized' }
  }
}

/** Two may be of the same second, so that the last one that was read comes again. It is the same file then. */
async function payoutsSince(connection: Connection, read: string | undefined): Promise<Payout[]> {
  const created = read === undefined ? undefined : { gte: read }
  const payouts: Payout[] = []
  for await (const each of listed(connection, '/v1/payouts', { limit: payoutsOfPage, ...(created && { created }) }))
    payouts.push(readAs(payoutObject, each))
  return payouts.sort((one, other) => one.created - other.created || (one.id < other.id ? -1 : 1))
}

async function* rowsOf(connection: Connection, { id: payout }: Payout): AsyncGenerator<CsvRow> {
  const form = { payout, limit: transactionsOfPage, expand: await expandable(connection, payout) }
  for await (const each of listed(connection, '/v1/balance_transactions', form, Number.POSITIVE_INFINITY))
    yield rowOf(payout, readAs(transaction, each))
}

/** What Stripe shows of each. Where it does not show payments in such a list, its charges have our reference alone. */
async function expandable(connection: Connection, payout: string): Promise<readonly string[]> {
  const expand = ['data.source.payment_intent']
  const body = await call(connection, {
    ...{ method: 'GET', path: '/v1/balance_transactions' },
    form: { payout, limit: 1, expand },
  })
  return body instanceof Refusal && body.outcome.by === 'gateway' ? ['data.source'] : expand
}

function rowOf(payout: string, each: Transaction): CsvRow {
  const { amount, fee, net, currency, created, reporting_category, source: of } = each
  const more = of && 'payment_intent' in of ? of : undefined
  const isRefund = more?.object === 'refund'
  const facing = more && facingOf(each, more)
  return {
    [column.payout]: payout,
    [column.created]: new Date(created * 1_000).toISOString().slice(0, 19).replace('T', ' '),
    [column.currency]: currency,
    [column.gross]: decimal(amount, currency),
    [column.fee]: decimal(fee, currency),
    [column.net]: decimal(net, currency),
    [column.category]: reporting_category,
    [column.source]: of?.id,
    [column.payment]: more?.payment_intent?.id,
    [column.facing_amount]: facing?.amount,
    [column.facing_currency]: facing?.currency,
    [column.reference]: (isRefund ? undefined : more?.metadata[OURS]) ?? more?.payment_intent?.metadata[OURS],
    [column.capture_reference]: more?.payment_intent?.metadata[OUR_CAPTURE],
    [column.refund_reference]: isRefund ? more?.metadata[OURS] : undefined,
  }
}

/** What the payer saw, with the sign of what moved. */
function facingOf({ amount: moved }: Transaction, { amount, currency }: z.infer<typeof source>) {
  if (amount === undefined || currency === undefined) return undefined
  return { amount: decimal(Math.abs(amount) * Math.sign(moved), currency), currency }
}

/** Stripe's minor units as its reports write them. An amount that we do not have is left in minor units, and not understood. */
function decimal(amount: number, currency: string): string {
  const money = ourMoney(stripeManifest.money, amount, currency)
  return money ? decimalOf(money.amount, money.currency_code) : `${amount} minor units`
}

/** All pages of a list, newest first. */
async function* listed(connection: Connection, path: string, form: Form, most = mostPages): AsyncGenerator<unknown> {
  let starting_after: string | undefined
  for (let count = 0; count < most; count++) {
    const { data, has_more } = readAs(page, await ask(connection, path, { ...form, starting_after }))
    yield* data
    if (!has_more) return
    starting_after = readAs(z.object({ id }), data.at(-1)).id
  }
  throw new OutcomeUnknown('the list is too long')
}

async function ask(connection: Connection, path: string, form: Form): Promise<unknown> {
  const body = await call(connection, { method: 'GET', path, form })
  if (!(body instanceof Refusal)) return body
  const { reason } = body.outcome
  if (reason === 'credential_refused' || reason === 'not_permitted') throw new FetchRefused(reason)
  throw new OutcomeUnknown(`could not ask: ${reason}`)
}

/** Whose account the key opens, and whether it may see payouts. */
export async function testPayouts(connection: Connection): ReturnType<Settlements['test']> {
  const { account_id, secret_key } = connection.credential
  // Files that people hand in need no key.
  if (secret_key === undefined) return { ok: true, account: account_id ?? '' }
  const field = 'secret_key'
  if (!new RegExp(`^[sr]k_${connection.mode}_`).test(secret_key)) return { ok: false, field, problem: 'wrong_mode' }
  try {
    const account = readAs(z.object({ id }), await ask(connection, '/v1/account', {}))
    readAs(page, await ask(connection, '/v1/payouts', { limit: 1 }))
    readAs(page, await ask(connection, '/v1/balance_transactions', { limit: 1 }))
    return { ok: true, account: account.id }
  } catch (error) {
    if (error instanceof FetchRefused) return { ok: false, field, problem: error.why }
    throw error
  }
}

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
import { type CsvRow, csvFile } from '../settlements/csv-file.ts'
import { fetchedOrMissed, refusedFetch } from '../settlements/fetched-or-missed.ts'
import { ask, idIn, isGone } from './mollie-call.ts'
import { referenceIn } from './mollie-replies.ts'

export const columns = [
  ...['settlement', 'created_at', 'type', 'id', 'payment', 'profile', 'reference'],
  ...['currency', 'amount', 'settlement_currency', 'settlement_amount', 'description'],
] as const

const word = z.string().min(1).max(200)
const amount = z.object({ value: z.string(), currency: z.string() })
type Amount = z.infer<typeof amount>

const settlement = z.object({
  id: word,
  status: word,
  createdAt: z.iso.datetime({ offset: true }),
  amount,
  periods: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        costs: z.array(z.object({ description: z.string(), count: z.number(), amountGross: amount })),
      }),
    ),
  ),
})
type Settlement = z.infer<typeof settlement>

const payment = z.object({ id: word, profileId: z.string().optional(), metadata: z.unknown().optional() })
const part = z.object({
  id: word,
  paymentId: word.optional(),
  profileId: z.string().optional(),
  createdAt: z.string().default(''),
  amount,
  /** Mollie takes it out of its answers in 2027. */
  settlementAmount: amount.nullish(),
  metadata: z.unknown().optional(),
  _embedded: z.object({ payment: payment.nullish() }).nullish(),
})
type Part = z.infer<typeof part>

/** So many pages hold several years. What a settlement consists of is limited by its file. */
const mostPages = 100

/** A settlement in another status may still change. */
const isFinal = ({ status }: Settlement) => status === 'paidout' || status === 'failed'

/** Settlements are in the order of the second in which they were made. */
const batchOf = ({ createdAt }: Settlement) => String(Math.floor(Date.parse(createdAt) / 1_000))

/** Settlements after `read`, oldest first. One that is not paid out yet ends the list: it and those after it come later. */
export async function* fetchSettlements(
  connection: Connection,
  { read }: KnownBatches,
): AsyncGenerator<FetchedFile | MissedFile> {
  for (const each of await settlementsSince(connection, Number(read ?? 0))) {
    if (!isFinal(each)) return
    const content = await csvFile(columns, rowsOf(connection, each))
    yield fetchedOrMissed({ batch: batchOf(each), name: `mollie-settlement-${each.id}.csv`, content })
  }
}

/** Two may be of the same second, so that the last one that was read comes again. It is the same file then. */
async function settlementsSince(connection: Connection, read: number): Promise<Settlement[]> {
  const found: Settlement[] = []
  for await (const each of listed(connection, '/settlements', 'settlements', { most: mostPages })) {
    const said = readAs(settlement, each)
    if (Number(batchOf(said)) < read) break
    found.push(said)
  }
  return found.sort((one, other) => Number(batchOf(one)) - Number(batchOf(other)) || (one.id < other.id ? -1 : 1))
}

/** What a payment was captured for is settled by its captures. What it costs is said of all payments of a month together. */
async function* rowsOf(connection: Connection, of: Settlement): AsyncGenerator<CsvRow> {
  const list = async function* (kind: 'captures' | 'payments' | 'refunds' | 'chargebacks') {
    const more = kind === 'payments' ? '' : '&embed=payment'
    for await (const each of listed(connection, `/settlements/${idIn(of.id)}/${kind}`, kind, { more }))
      yield readAs(part, each)
  }
  const captured = new Set<string>()
  for await (const each of list('captures')) {
    // Its payment would be settled a second time.
    if (each.paymentId === undefined) throw new OutcomeUnknown('a capture does not say of which payment it is')
    captured.add(each.paymentId)
    yield rowOf(of, 'capture', each)
  }
  for await (const each of list('payments')) if (!captured.has(each.id)) yield rowOf(of, 'payment', each)
  for await (const each of list('refunds')) yield rowOf(of, 'refund', each)
  for await (const each of list('chargebacks')) yield rowOf(of, 'chargeback', each)
  const costs = costsOf(of)
  if (costs) yield costs
  yield { ...basics(of, 'settlement'), id: of.id, settlement_amount: negative(of.amount.value) }
}

const basics = (of: Settlement, type: string) => ({
  ...{ settlement: of.id, type, created_at: of.createdAt, settlement_currency: of.amount.currency },
})

function rowOf(of: Settlement, type: string, each: Part): CsvRow {
  const whole = each._embedded?.payment
  const isPayment = type === 'payment'
  // A chargeback has no note of ours, and is of its payment.
  const reference = referenceIn(each) ?? (type === 'chargeback' && whole ? referenceIn(whole) : undefined)
  const { currency, value } = each.amount
  return {
    ...basics(of, type),
    ...{ id: each.id, payment: isPayment ? each.id : each.paymentId, created_at: each.createdAt },
    ...{ profile: isPayment ? each.profileId : whole?.profileId, reference, currency, amount: value },
    settlement_amount: settledOf(of, type, each),
  }
}

/** What is taken from the account is negative. Undefined: Mollie does not say it in the currency of the settlement. */
function settledOf({ amount: total }: Settlement, type: string, { amount: own, settlementAmount }: Part) {
  if (settlementAmount) return settlementAmount.currency === total.currency ? settlementAmount.value : undefined
  if (own.currency !== total.currency) return undefined
  return type === 'refund' || type === 'chargeback' ? negative(own.value) : own.value
}

const negative = (value: string): string => (value.startsWith('-') ? value.slice(1) : `-${value}`)

/** Mollie counts costs in parts of a cent, and rounds their sum. */
function costsOf(of: Settlement): CsvRow | undefined {
  const costs = Object.values(of.periods).flatMap((months) => Object.values(months).flatMap(({ costs }) => costs))
  if (costs.length === 0) return undefined
  const description = costs.map(({ description: what, count, amountGross }) => `${what} ${count}: ${amountGross.value}`)
  return {
    ...basics(of, 'costs'),
    settlement_amount: negative(
      sumOf(
        of.amount,
        costs.map(({ amountGross }) => amountGross),
      ),
    ),
    description: description.join('; ').slice(0, 1_000),
  }
}

/** Places of a decimal text in which Mollie says a part of a cent. */
const finest = 4

/** The exact sum, rounded to the decimals of the total. A text that is no amount is passed on, so that its line says so. */
function sumOf(total: Amount, amounts: readonly Amount[]): string {
  let sum = 0n
  for (const { value, currency } of amounts) {
    const match = /^(-?)(\d+)(?:\.(\d{1,4}))?$/.exec(value)
    if (!match || currency !== total.currency) return `${value} ${currency}`
    const [, sign, whole = '', fraction = ''] = match
    const units = BigInt(whole + fraction.padEnd(finest, '0'))
    sum += sign ? -units : units
  }
  const places = Math.min(total.value.split('.')[1]?.length ?? 0, finest)
  const step = 10n ** BigInt(finest - places)
  const size = sum < 0n ? -sum : sum
  const rounded = String((size + step / 2n) / step).padStart(places + 1, '0')
  const text = places === 0 ? rounded : `${rounded.slice(0, -places)}.${rounded.slice(-places)}`
  return sum < 0n ? `-${text}` : text
}

const page = z.object({
  _embedded: z.record(z.string(), z.array(z.unknown())),
  // The end is said, and not left out.
  _links: z.object({ next: z.object({ href: z.string() }).nullable() }),
})

/** All pages of a list. A page without anything that leads to another one would lead to others without end. */
export async function* listed(
  connection: Connection,
  path: string,
  kind: string,
  { more = '', most = Number.POSITIVE_INFINITY } = {},
): AsyncGenerator<unknown> {
  const first = `${path}?limit=100${more}`
  for (let at = first, count = 0; count < most; count++) {
    const reply = await ask(connection, at)
    if (reply.status !== 200) throw refusedFetch(reply.status)
    const { _embedded, _links } = readAs(page, reply.body)
    const found = _embedded[kind]
    if (!found) throw new OutcomeUnknown(`the reply has no ${kind}`)
    yield* found
    if (!_links.next) return
    // The token goes to the configured address alone, so only this value of the address is taken over.
    const from = URL.canParse(_links.next.href) ? new URL(_links.next.href).searchParams.get('from') : null
    if (!from || found.length === 0) throw new OutcomeUnknown('the reply cannot be read')
    at = `${first}&from=${encodeURIComponent(from)}`
  }
  throw new OutcomeUnknown('the list is too long')
}

/** Whether the token may see settlements, and the profile of which the payments are. Mollie settles real payments only. */
export async function testSettlements(connection: Connection): ReturnType<Settlements['test']> {
  const field = 'access_token'
  if (connection.mode !== 'live') return { ok: false, field, problem: 'wrong_mode' }
  const { profile_id = '' } = connection.credential
  try {
    for await (const _ of listed(connection, '/settlements', 'settlements')) break
  } catch (error) {
    if (error instanceof FetchRefused) return { ok: false, field, problem: error.why }
    throw error
  }
  const reply = await ask(connection, `/profiles/${idIn(profile_id)}`)
  if (isGone(reply)) return { ok: false, field: 'profile_id', problem: 'wrong_account' }
  if (reply.status === 403) return { ok: false, field, problem: 'not_permitted' }
  if (reply.status !== 200) throw new OutcomeUnknown(`answered ${reply.status}`)
  return { ok: true, account: profile_id }
}

import { sql } from 'kysely'
import {
  type Connection,
  type Gateway,
  type ListedPayment,
  ListRefused,
  NotSent,
  OutcomeUnknown,
} from '../processors/gateway.ts'
import { readListed } from '../processors/http.ts'
import { type Account, accountsOf, type Member } from './accounts.ts'
import { type Booked, bookListed, bookOf, type House, tellOfListed } from './book-listed.ts'
import { refundsMayFailFrom, unlistedBefore } from './owner.ts'

/** What one account said. */
export interface Reconciled {
  gateway: string
  /** The names of its processors. */
  processors: string[]
  /** `no_list`: the gateway has none. `failed`: it gave no usable answer, or a payment could not be booked. */
  is: 'done' | 'no_list' | 'failed'
  /** Why it failed. */
  why?: string
  listed: number
  /** Payments that could not be booked, which are at the provider's desk too. */
  failed: number
  /** Payments and orders that were written, because Kontor did not know them. */
  payments: number
  captures: number
  voids: number
  refunds: number
  /** Payments that are for a person at the provider's desk. */
  unknown: number
  /** Payments without a reference of Kontor. */
  elsewhere: number
}

/**
 * Asks every account for the payments in which something happened since a moment, and books what Kontor does not know of them: what
 * a backup that was restored lacks. It may be stopped at any moment and run again, also beside servers. Gives what each account
 * said as soon as it is done.
 */
export async function* reconcileSince(house: House, since: Date): AsyncGenerator<Reconciled> {
  const { accounts, unreachable } = await accountsOf(house.databases, house.gateways)
  const from = new Date(since.getTime() - clocksDiffer_ms)
  await sql`select ensure_partitions(${from.toISOString()}::date, (current_date + interval '3 months')::date)`.execute(
    house.databases.provider,
  )
  for (const account of accounts) yield await reconcileAccount(house, account, from)
  for (const { gateway, name } of unreachable)
    yield { gateway, processors: [name], is: 'failed', why: 'it has no whole credential', ...nothing }
}

/** Our clock, which says when the backup began, and a processor's. What is asked for twice is booked once. */
const clocksDiffer_ms = 3_600_000

const nothing = { listed: 0, failed: 0, payments: 0, captures: 0, voids: 0, refunds: 0, unknown: 0, elsewhere: 0 }

async function reconcileAccount(house: House, account: Account, since: Date): Promise<Reconciled> {
  const [{ gateway }] = account
  const of = { gateway: gateway.manifest.label, processors: [...new Set(account.map(({ name }) => name))] }
  if (!gateway.changedSince) return { ...of, is: 'no_list', ...nothing }
  const sum = { ...nothing }
  let why = 'nobody could be asked'
  for (const member of byCredential(account)) {
    try {
      const onProgress = (refunds: number) => house.onProgress?.({ ...of, listed: sum.listed, refunds })
      await readList(house, account, { member, since, sum, onProgress })
      if (sum.failed === 0) return { ...of, is: 'done', ...sum }
      return { ...of, is: 'failed', why: `${sum.failed} could not be booked`, ...sum }
    } catch (error) {
      if (!isSilence(error)) throw error
      why = `${error.name}: ${error.message}`
    }
  }
  return { ...of, is: 'failed', why, ...sum }
}

/** A gateway that is too busy is waited for so long at each question. */
const patience_ms = 120_000

/** After so many payments in a row without an answer, it is asked whether the gateway is there at all. */
const silences = 5
/** So many in a row are not the fault of these payments, whatever else the gateway answers. */
const mostSilences = 50

interface Reading {
  member: Member
  since: Date
  sum: typeof nothing
  onProgress: (refunds: number) => void
}

/** One payment that cannot be read or booked, or about which nothing is answered, holds up no other. */
async function readList(house: House, account: Account, { member, since, sum, onProgress }: Reading): Promise<void> {
  const { gateway } = member
  const connection = { ...member.connection, patience_ms }
  const fail = (listed: ListedPayment, why: string) => {
    sum.failed += 1
    return tellOfListed(house, account, listed, why)
  }
  let looked = 0
  const unanswered: ListedPayment[] = []
  const failUnanswered = async () => {
    for (const listed of unanswered.splice(0)) await fail(listed, `not read: ${listed.unreadable}`)
  }
  const tryTo = async (listed: ListedPayment, book: () => Promise<Booked>) => {
    sum.listed += 1
    onProgress(looked)
    if (listed.isUnanswered) {
      unanswered.push(listed)
      const isAway = unanswered.length % silences === 0 && !(await isThere(gateway, connection))
      if (isAway || unanswered.length === mostSilences) throw new OutcomeUnknown(listed.unreadable)
      return
    }
    await failUnanswered()
    if (listed.unreadable !== undefined) return fail(listed, `not read: ${listed.unreadable}`)
    try {
      add(sum, await book())
    } catch (error) {
      await fail(listed, `not booked: ${error instanceof Error ? error.name : 'error'}`)
    }
  }
  for await (const listed of gateway.changedSince?.(connection, since) ?? [])
    await tryTo(listed, () => bookListed(house, account, listed))
  // A gateway that is asked for news of a payment lists when payments were made, and not what became of them.
  if (!gateway.news) return failUnanswered()
  const { news, refundsMade } = gateway
  const from = refundsMayFailFrom(account, since)
  const undone = new Set<string>()
  for await (const made of (from && refundsMade?.(connection, { from, before: since })) ?? []) {
    looked += 1
    onProgress(looked)
    if ('told' in made) await tryTo(made, () => bookListed(house, account, made))
    else if (made.mayBeUndone) undone.add(made.payment_id)
  }
  const unlisted = await unlistedBefore(house.databases.provider, account, since, refundsMade && undone)
  for (const { payment_id, merchant, payment } of unlisted) {
    const listed = await readListed(payment_id, async () => {
      const told = await news(connection, payment_id)
      return told === 'unseen' ? undefined : { payment_id, told }
    })
    if (!listed) continue
    await tryTo(listed, () => bookOf(house, { account, listed, owner: { merchant, payment, isKnown: true } }))
  }
  await failUnanswered()
}

/** True: the gateway answers what is asked of the account, so that its silence is about the payments. */
const isThere = ({ test }: Gateway, connection: Connection): Promise<boolean> =>
  test(connection).then(
    ({ ok }) => ok,
    () => false,
  )

const isSilence = (error: unknown): error is Error =>
  error instanceof ListRefused || error instanceof OutcomeUnknown || error instanceof NotSent

function add(sum: typeof nothing, { is, payment, capture, void: voided, refund }: Booked): void {
  sum.payments += payment ? 1 : 0
  sum.captures += capture
  sum.voids += voided
  sum.refunds += refund
  if (is === 'unknown') sum.unknown += 1
  if (is === 'elsewhere') sum.elsewhere += 1
}

/** Of processors with the same credential one is enough. While another credential replaces it, one of both may be refused. */
function byCredential(account: Account): Member[] {
  const seen = new Set<string>()
  return account.filter(({ connection: { credential } }) => {
    const key = JSON.stringify(credential)
    return !seen.has(key) && seen.add(key)
  })
}

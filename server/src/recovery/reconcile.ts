import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { type AppliedNews, applyNews } from '../engine/notifications/news.ts'
import { lookingUp } from '../engine/outbox/record-calls.ts'
import { engineActor } from '../platform/db/actor.ts'
import { type Databases, inTransaction, type Trx } from '../platform/db/database.ts'
import { type Clock, systemClock } from '../platform/time/clock.ts'
import { connect, type GatewaySettings } from '../processors/connections.ts'
import { type Exchange, NotSent, type Told } from '../processors/gateway.ts'
import { type Account, accounts } from './accounts.ts'
import { openPayments } from './open-payments.ts'
import { placeIn } from './place.ts'

export interface Reconciling {
  databases: Databases
  gateways: GatewaySettings
  clock: Clock
  since: Date
  /** Only the account of this processor. */
  processor?: string | undefined
  /** True: everything is worked out, and nothing is kept. */
  isDryRun: boolean
  onProgress?: (asked: number) => void
}

export interface AccountResult extends Account {
  /** Payments that are the same on both sides. */
  agree: number
  /** Payments of which something was booked here. */
  booked: number
  /** Payments of which something waits for a person on the provider's desk. */
  contradictions: number
  /** Payments at the gateway under no reference of ours. */
  others: number
  /** Payments that the gateway lists, and of which it could not be heard or booked what became. */
  failed: number
  /** Why the account could not be asked for all that it has. `no_list`: its gateway has no such question. */
  unasked?: 'no_list' | 'credential_incomplete' | (string & {})
}

/** The clocks of this machine and of a gateway. */
const clocksDiffer_ms = 3_600_000
const atOnce = 4
/** More of them may be asked about twice, which changes nothing but the count. */
const mostRemembered = 100_000

/**
 * Asks each account of the processors for the payments that it has had since a moment, and books what is not here, as notifications
 * would. It may stop at any point: another run finds what is left. Gives the results one account at a time.
 */
export async function* reconcile(asked: Reconciling): AsyncGenerator<AccountResult> {
  for await (const account of accounts(asked.databases.provider, asked.gateways, asked.processor))
    yield await reconcileAccount(asked, account)
}

async function reconcileAccount(asked: Reconciling, account: Account): Promise<AccountResult> {
  const result: AccountResult = { ...account, agree: 0, booked: 0, contradictions: 0, others: 0, failed: 0 }
  if (account.isIncomplete) return { ...result, unasked: 'credential_incomplete' }
  const { databases, gateways, since } = asked
  const { gateway, connection } = await connect(
    databases.provider,
    gateways,
    account.merchant,
    account.processors[0],
    () => {},
  )
  if (!gateway.changedSince || !gateway.news) return { ...result, unasked: 'no_list' }
  const seen = new Set<string>()
  const work = async (ids: readonly string[]) => {
    const left = [...new Set(ids)].filter((id) => !seen.has(id))
    await inPortions(left, async (id) => {
      result[await outcomeOf(asked, account, id)] += 1
      if (seen.size < mostRemembered) seen.add(id)
    })
    asked.onProgress?.(left.length)
  }
  try {
    const from = new Date(since.getTime() - clocksDiffer_ms)
    for await (const ids of gateway.changedSince(connection, from)) await work(ids)
    // Captured or released at the gateway meanwhile, by orders that are lost here.
    for await (const ids of openPayments(databases.provider, account)) await work(ids)
  } catch (error) {
    return { ...result, unasked: wordsOf(error) }
  }
  return result
}

async function inPortions<T>(all: readonly T[], each: (one: T) => Promise<void>): Promise<void> {
  for (let at = 0; at < all.length; at += atOnce) await Promise.all(all.slice(at, at + atOnce).map(each))
}

const wordsOf = (error: unknown) =>
  (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, 200)

type Counted = 'agree' | 'booked' | 'contradictions' | 'others' | 'failed'

const tries = 4
const pause_ms = 500
const longestPause_ms = 30_000

async function outcomeOf(asked: Reconciling, account: Account, payment_id: string): Promise<Counted> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return counted(await book(asked, account, payment_id))
    } catch (error) {
      if (attempt === tries) return 'failed'
      const wanted_ms = error instanceof NotSent ? error.retry_after_ms : undefined
      await sleep(Math.min(wanted_ms ?? pause_ms * 2 ** attempt, longestPause_ms))
    }
  }
}

function counted({ result, changes, operation, contradictions }: AppliedNews): Counted {
  if (contradictions.length > 0 || result === 'contradicts' || result === 'not_understood') return 'contradictions'
  if (changes > 0) return 'booked'
  return operation ? 'agree' : 'others'
}

/** Asks outside any transaction, and books all that is told. */
async function book(
  { databases, gateways, clock, isDryRun }: Reconciling,
  { merchant, processors }: Account,
  payment_id: string,
): Promise<AppliedNews> {
  const exchanges: Exchange[] = []
  const [asked] = processors
  const note = (exchange: Exchange) => void exchanges.push(exchange)
  const { gateway, connection } = await connect(databases.provider, gateways, merchant, asked, note)
  const said = (await gateway.news?.(lookingUp(connection), payment_id)) ?? 'unseen'
  const told = said === 'unseen' ? [] : said.toSorted((one, other) => rankOf(one) - rankOf(other))
  const notification = { id: `reconcile:${payment_id}`, about: 'payment' as const, payment_id }
  const news = { heard: { merchant, processors, notification }, asked, told, exchanges }
  const house = {
    gateways,
    clock,
    place: placeIn({ provider: databases.provider, tell: { masterKey: gateways.masterKey, wall: systemClock } }),
  }
  const within = <T>(work: (trx: Trx) => Promise<T>) =>
    inTransaction(databases, engineActor(merchant, 'processor'), async (trx) => {
      await sql`select set_config('kontor.recovering', 'on', true)`.execute(trx)
      return work(trx)
    })
  if (!isDryRun) return applyNews(house, news, within)
  return within(async (trx) => {
    throw new Worked(await applyNews(house, news, (work) => work(trx)))
  }).catch((error: unknown) => {
    if (error instanceof Worked) return error.applied
    throw error
  })
}

/** Ends a transaction that is not to be kept. */
class Worked extends Error {
  readonly applied: AppliedNews

  constructor(applied: AppliedNews) {
    super('worked out')
    this.applied = applied
  }
}

/** What follows from something comes after it. */
const rankOf = (told: Told): number =>
  told.about === 'operation' ? ['authorize', 'capture', 'void', 'refund'].indexOf(told.report.operation) : 9

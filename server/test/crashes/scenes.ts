import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import type pg from 'pg'
import { captureTransaction } from '../../src/payments/capture-transaction.ts'
import { createTransaction } from '../../src/payments/create-transaction.ts'
import { refundTransaction } from '../../src/payments/refund-transaction.ts'
import { voidTransaction } from '../../src/payments/void-transaction.ts'
import { type Actor, engineActor } from '../../src/platform/db/actor.ts'
import { type Databases, inTransaction, type Reader, type Trx } from '../../src/platform/db/database.ts'
import type { MadeMerchant } from '../make.ts'

/**
 * Random scenes between a shop, Kontor and the sandbox's rules: payments, captures, voids and refunds whose replies get
 * lost, whose outcomes come later, contradict what was said before, or are undone.
 */

export type Random = () => number

/** Numbers that are the same for the same seed, so that a scene that fails can be played again. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export const anyOf = <T>(random: Random, items: readonly T[]): T => items[Math.floor(random() * items.length)] as T

export interface Stage {
  databases: Databases
  shop: MadeMerchant
  /** The shops of the merchant: each payment is begun in one of them. */
  profiles: readonly string[]
  random: Random
  /** Amounts of which each operation has one. */
  amounts: readonly number[]
}

const AT_ONCE = 6

/** Performs `work` for each item, a few at a time. */
async function forEach<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items]
  const run = async () => {
    for (let item = left.pop(); item !== undefined; item = left.pop()) await work(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, run))
}

/** Runs a command. A refusal is an answer: the scene goes on. */
async function command({ databases, shop }: Stage, run: (trx: Trx, actor: Actor) => Promise<unknown>) {
  const actor = { ...engineActor(shop.merchant, 'system'), kind: 'system' as const }
  await inTransaction(databases, actor, (trx) => run(trx, actor)).catch((error) => {
    if (!(error instanceof Refusal)) throw error
  })
}

/** Begins payments: of amounts with a rule, or large enough for captures and refunds of amounts with a rule. */
export async function beginPayments(stage: Stage, count: number): Promise<void> {
  const { random, profiles, amounts } = stage
  const orders = Array.from({ length: count }, (_, place) => ({
    payment_profile: anyOf(random, profiles),
    amount: random() < 0.5 ? 500_000 : anyOf(random, amounts),
    payment_product: 'card' as const,
    merchant_reference: `scene ${place}`,
    card_token: random() < 0.4 ? 'test_3ds_resume' : 'test_visa',
    capture: random() < 0.5,
    asked: { by: 'shop' as const, return_url: 'https://shop.example' },
  }))
  await forEach(orders, (order) => command(stage, (trx, actor) => createTransaction(trx, actor, order, new Date())))
}

/**
 * Payers decide at their bank and come back to `kontor`, which may be killed meanwhile: once, twice, first with nothing, or
 * never.
 */
export async function comeBack({ databases, shop, random }: Stage, kontor: () => string): Promise<void> {
  const waiting = await databases.provider
    .selectFrom('transaction')
    .select('redirect_url')
    .where('merchant_id', '=', shop.merchant)
    .where('status', 'in', ['INITIATED', 'UNKNOWN'])
    .where('redirect_url', 'is not', null)
    .orderBy('id')
    .execute()
  const ways = waiting.map(({ redirect_url }) => ({
    page: new URL(redirect_url ?? ''),
    chance: random(),
    way: random(),
  }))
  await forEach(ways, async ({ page, chance, way }) => {
    if (way < 0.1) return
    const choice = chance < 0.7 ? 'authenticate' : chance < 0.85 ? 'fail' : 'cancel'
    const decided = await fetch(`${page.origin}${page.pathname}/${choice}${page.search}`, { method: 'POST' })
    const back = new URL(/url=(.*)$/.exec(decided.headers.get('refresh') ?? '')?.[1] ?? '')
    const visits = way < 0.3 ? ['', back.search] : way < 0.5 ? [back.search, back.search] : [back.search]
    for (const query of visits)
      await fetch(`${kontor()}${back.pathname}${query}`, { redirect: 'manual' }).catch(() => undefined)
  })
}

interface Standing {
  id: string
  status: string
}

/** Goes on with every payment, as its status allows: captures, voids, refunds, or nothing. */
export async function goOn(stage: Stage): Promise<void> {
  const { databases, shop, random, amounts } = stage
  const standing: Standing[] = await databases.provider
    .selectFrom('transaction')
    .select(['id', 'status'])
    .where('merchant_id', '=', shop.merchant)
    .where('status', 'in', ['AUTHORIZED', 'SETTLEMENT_REQUESTED', 'SETTLEMENT_COMPLETED'])
    .orderBy('id')
    .execute()
  const steps = standing.map(({ id, status }) => ({ id, status, chance: random(), amount: anyOf(random, amounts) }))
  await forEach(steps, ({ id, status, chance, amount }) =>
    command(stage, async (trx, actor) => {
      const now = new Date()
      if (status !== 'AUTHORIZED') {
        if (chance < 0.7) await refundTransaction(trx, actor, id, { amount }, now)
      } else if (chance < 0.2) await voidTransaction(trx, actor, id, now)
      else if (chance < 0.9) await captureTransaction(trx, actor, id, { amount }, now)
    }),
  )
}

/**
 * How much the two sides still do by themselves. Orders that wait for news count when a try is due. Of the sandbox's pauses, which
 * double while a server is killed and started, those are cut short that are longer than a delivery may take.
 */
export async function underWay({ databases, shop }: Stage, sandbox: pg.Client): Promise<number> {
  await sandbox.query(
    `update notification set next_attempt_at = clock_timestamp() + interval '500 ms'
     where delivered_at is null and given_up_at is null and next_attempt_at > clock_timestamp() + interval '6.1 s'`,
  )
  const ours = await sql<{ n: number }>`
    select (select count(*) from outbox where merchant_id = ${shop.merchant} and done_at is null
        and (next_attempt_at <= now() or leased_until > now()))::int
      + (select count(*) from processor_notification where merchant_id = ${shop.merchant} and worked_at is null)::int
      as n`.execute(databases.provider)
  const theirs = await sandbox.query<{ n: number }>(
    `select ((select count(*) from due_change where due_at < now() + interval '1 hour')
      + (select count(*) from notification where delivered_at is null and given_up_at is null))::int as n`,
  )
  return (ours.rows[0]?.n ?? 0) + (theirs.rows[0]?.n ?? 0)
}

/**
 * Makes the next try of every open order due, also of what is parked: some wait for an hour, and news may have come meanwhile.
 */
export async function hurry({ databases, shop }: Stage): Promise<void> {
  await sql`update outbox set next_attempt_at = now() where merchant_id = ${shop.merchant} and done_at is null`.execute(
    databases.provider,
  )
}

interface Books {
  id: string
  taken: number
  given_back: number
  /** True: the money is held, and may still be taken. */
  held: boolean
}

const nothing = { taken: 0, given_back: 0, held: false }

/** What the shop's payments came to, by Kontor. `is_flagged`: Kontor says that it does not know, or that the processor says otherwise. */
export async function ourBooks(
  db: Reader,
  merchant: string,
): Promise<(Books & { flag: string | null; status: string })[]> {
  const { rows } = await sql<Books & { flag: string | null; status: string }>`
    select t.id, t.status, t.status = 'AUTHORIZED' as held,
      (case when t.status in ('SETTLEMENT_REQUESTED', 'SETTLEMENT_COMPLETED') then t.captured_amount else 0 end)::float8 as taken,
      coalesce(r.made, 0)::float8 as given_back,
      case
        when exists (select from contradiction c where c.merchant_id = t.merchant_id and c.transaction_id = t.id
          and c.state = 'OPEN') then 'contradiction'
        when exists (select from outbox o where o.merchant_id = t.merchant_id and o.transaction_id = t.id
          and o.parked_at is not null and o.done_at is null) then 'parked'
        when t.status = 'UNKNOWN' or r.is_unknown then 'unknown'
      end as flag
    from transaction t left join lateral (
      select sum(amount) filter (where status = 'PROCESSED') as made, bool_or(status = 'UNKNOWN') as is_unknown
      from refund where merchant_id = t.merchant_id and transaction_id = t.id) r on true
    where t.merchant_id = ${merchant} order by t.id`.execute(db)
  return rows
}

/** The sandbox's own books of some accounts, and the references under which more than one operation began. */
export async function theirBooks(url: string, apiKeys: readonly string[]) {
  const books = new Map<string, Omit<Books, 'id'>>()
  const twice: string[] = []
  for (const { payments, references } of await pagesOf(url, apiKeys)) {
    for (const { reference, status, taken, given_back } of payments) {
      const sum = books.get(reference) ?? nothing
      books.set(reference, {
        taken: sum.taken + taken,
        given_back: sum.given_back + given_back,
        held: sum.held || status === 'AUTHORIZED',
      })
    }
    twice.push(...references.filter(({ operations }) => operations > 1).map(({ reference }) => reference))
  }
  return { of: (reference: string) => books.get(reference) ?? nothing, twice }
}

async function pagesOf(url: string, apiKeys: readonly string[]): Promise<BookPage[]> {
  const pages: BookPage[] = []
  for (const apiKey of apiKeys)
    for (let after: string | null = ''; after !== null; after = pages.at(-1)?.next ?? null) {
      const page = await fetch(`${url}/v1/books?after=${after}`, { headers: { authorization: `Bearer ${apiKey}` } })
      pages.push((await page.json()) as BookPage)
    }
  return pages
}

interface BookPage {
  payments: { reference: string; status: string; taken: number; given_back: number }[]
  references: { reference: string; operations: number }[]
  next: string | null
}

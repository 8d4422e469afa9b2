import type { MiddlewareQuestion } from '@kontor/contract/middleware/middleware.message'
import { pause_s, silentUntilPause } from '@kontor/contract/middleware/middleware.rules'
import type { PaymentProduct } from '@kontor/contract/payments/transaction.rules'
import { isOpen } from '@kontor/contract/payments/transaction.rules'
import { type Selectable, sql } from 'kysely'
import type { AskMiddleware, Heard } from '../../middleware/ask-middleware.ts'
import { unpaused } from '../../middleware/unpaused.ts'
import { engineActor } from '../../platform/db/actor.ts'
import { type Databases, inTransaction, type Trx } from '../../platform/db/database.ts'
import { maskedUrl, storableBody } from '../../platform/secrets/mask.ts'
import type { Middleware } from '../../schema.ts'
import { askerOf } from '../outbox/asker-of.ts'
import type { Authorization } from '../outbox/operation.ts'
import { type Asker, finishTry, holdTry, type PaymentJob } from '../outbox/outbox.ts'
import { findSubject, lockSubject } from '../outbox/subject.ts'
import { blockPayment } from '../outcome/block-payment.ts'
import { processorText } from '../outcome/processor-text.ts'
import type { StoredTransaction } from '../records/stored-transaction.ts'
import { payerHasLeft } from './next-step.ts'

interface House {
  databases: Databases
  gateways: { masterKey: string }
  clock: { now: () => Date }
  askMiddleware: AskMiddleware
}

type Screened = Extract<PaymentJob, { topic: 'processor.authorize' }>

/** True: the payment has middleware to pass, and its order has not left yet. */
export const awaitsMiddleware = (job: PaymentJob): job is Screened =>
  job.topic === 'processor.authorize' && (job.payload.middleware?.length ?? 0) > 0 && job.first_sent_at === null

/**
 * Asks the middleware of a payment, one after the other, before its order is made. False: the payment may not go on, or this
 * try is over. No call is made inside of a transaction. What one decided is written down before the next is asked, and is not
 * asked again: a crash in between repeats at most one call, under the same id.
 */
export async function passMiddleware(house: House, job: Screened): Promise<boolean> {
  const asker = askerOf(house.gateways.masterKey, job)
  const isAwaited = (asker?.initiative ?? 'payer') === 'payer'
  // Its order is given up by the next step.
  if (isAwaited && payerHasLeft(new Date(job.created_at), house.clock.now())) return true
  const found = await within(house, job, (trx) => read(trx, job, asker))
  if (!found) return false
  for (const each of found.due) {
    const heard = each.is_paused ? undefined : await house.askMiddleware(each, idOf(each, job), found.question)
    const next = await within(house, job, (trx) => settle(trx, job, each, { question: found.question, heard }))
    if (next === 'ended') return true
    if (next !== 'goes_on') return false
  }
  return true
}

const within = <T>({ databases }: House, { merchant_id }: Screened, work: (trx: Trx) => Promise<T>): Promise<T> =>
  inTransaction(databases, engineActor(merchant_id, 'system'), work)

/** The same for every call about this payment, so that a middleware knows a repetition. */
const idOf = ({ id }: Due, { transaction_id }: Screened) => `${transaction_id}:${id}`

type Due = Selectable<Middleware> & { is_paused: boolean }

/** Undefined: another try has begun since, or the job is over. */
async function read(
  trx: Trx,
  job: Screened,
  asker: Asker | undefined,
): Promise<{ question: MiddlewareQuestion; due: Due[] } | undefined> {
  if (!(await holdTry(trx, job))) return undefined
  const subject = await findSubject(trx, job)
  if (!subject) throw new Error(`job ${job.id} is of something that does not exist`)
  const { transaction } = subject
  const question = questionOf(job, transaction, asker)
  return { question, due: isOpen(transaction.status) ? await undecided(trx, job) : [] }
}

/** The active ones that have decided nothing about the payment yet, in their order. */
async function undecided(trx: Trx, job: Screened): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select m.*, coalesce(m.paused_until > clock_timestamp(), false) as is_paused
    from unnest(${job.payload.middleware}::uuid[]) with ordinality as chosen (id, position)
    join middleware m on m.merchant_id = ${job.merchant_id} and m.id = chosen.id
    where m.active and not exists (select from middleware_call c
      where c.merchant_id = ${job.merchant_id} and c.transaction_created_at = ${job.transaction_created_at}
        and c.transaction_id = ${job.transaction_id} and c.middleware_id = m.id)
    order by chosen.position`.execute(trx)
  return rows
}

function questionOf({ payload }: Screened, payment: StoredTransaction, asker: Asker | undefined): MiddlewareQuestion {
  const { id, created_at, amount, currency_code, merchant_reference } = payment
  return {
    type: 'payment.asked',
    timestamp: created_at,
    data: {
      ...{ id, created_at, amount, currency_code, merchant_reference },
      payment_profile: payment.payment_profile_id,
      organisation: payment.organisation_id,
      // A CHECK allows the contract's products and types only.
      payment_product: payment.payment_product as PaymentProduct,
      recurring_type: payment.recurring_type as 'initial' | 'subsequent' | null,
      payer_present: payload.payer_present === true,
      customer: payment.customer_id,
      country_code: payment.country_code ?? asker?.payer?.country ?? null,
      email: asker?.payer?.email ?? null,
      ip: asker?.payer?.ip ?? null,
      ...{ platform: payment.platform, browser: payment.browser },
      payment_link: payment.payment_link_id,
      subscription: payment.subscription_id,
      terminal: payment.terminal_id,
    },
  }
}

interface Said {
  question: MiddlewareQuestion
  /** Undefined: it is paused, and was not asked. */
  heard: Heard | undefined
}

/**
 * Writes down what a middleware decided, with its effect on the payment. `over`: another try of the job has begun, whose
 * answer counts, or the payment is gone. `ended`: it was decided meanwhile, and what is left is to end its job.
 */
async function settle(trx: Trx, job: Screened, of: Due, said: Said): Promise<'goes_on' | 'refused' | 'over' | 'ended'> {
  const reply = said.heard?.reply
  // A tag is locked before its payment, as its deletion does.
  const tag = reply?.decision === 'tag' ? await knownTag(trx, job, reply.tag) : undefined
  const subject = await lockSubject(trx, job)
  if (subject?.kind !== 'payment' || !(await holdTry(trx, job))) return 'over'
  if (!isOpen(subject.transaction.status)) return 'ended'
  const decision = reply?.decision ?? (said.heard ? 'silent' : 'skipped')
  const isRefused = reply ? reply.decision === 'block' : of.when_silent === 'refuse'
  await record(trx, job, of, { ...said, decision, isRefused })
  await noteHealth(trx, of, said.heard)
  if (tag) await putTag(trx, job, tag)
  if (!isRefused) return 'goes_on'
  const status_reason = reply ? 'middleware' : 'middleware_silent'
  await blockPayment(trx, subject.transaction, status_reason)
  await finishTry(trx, job, { done: true, note: `refused by middleware: ${decision}` })
  return 'refused'
}

type Recorded = Said & { decision: string; isRefused: boolean }

async function record(trx: Trx, job: Screened, of: Due, { question, heard, decision, isRefused }: Recorded) {
  const reply = heard?.reply
  await trx
    .insertInto('middleware_call')
    .values({
      ...ofPayment(job),
      middleware_id: of.id,
      name: of.name,
      decision,
      refused: isRefused,
      reason: storedText(reply?.reason, 200),
      tag: reply?.decision === 'tag' ? storedText(reply.tag, 40) : null,
      problem: heard?.problem ?? null,
      url: maskedUrl(of.url),
      request_body: heard ? storableBody(JSON.stringify(question)) : null,
      response_code: heard?.response_code ?? 0,
      response_body: heard ? storableBody(heard.response_body) : null,
      duration_ms: heard?.duration_ms ?? 0,
    })
    .execute()
}

/** Masked, because a service may repeat what it was told. */
const storedText = (text: string | undefined, most: number): string | null =>
  processorText(text ?? '').slice(0, most) || null

const ofPayment = ({ merchant_id, transaction_created_at, transaction_id }: Authorization) => ({
  ...{ merchant_id, transaction_created_at, transaction_id },
})

/** Counts silence until an answer comes. Enough of it in a row, also of several payments at once, pauses the middleware. */
async function noteHealth(trx: Trx, { merchant_id, id, silent_in_row }: Due, heard: Heard | undefined): Promise<void> {
  if (!heard) return
  const isBack = silent_in_row > 0
  // An answer is noted once a minute: the payments of a busy shop must not queue at one row.
  const answered = sql<string>`clock_timestamp()`
  const update = trx.updateTable('middleware').where('merchant_id', '=', merchant_id).where('id', '=', id)
  if (heard.reply) {
    const recently = sql<boolean>`last_answer_at > clock_timestamp() - interval '1 minute'`
    await update
      .set({ ...unpaused, last_answer_at: answered })
      .$if(!isBack, (each) => each.where(sql<boolean>`${recently} is not true`))
      .execute()
    return
  }
  await update
    .set({
      silent_in_row: sql<number>`silent_in_row + 1`,
      last_silent_at: answered,
      last_problem: heard.problem,
      paused_until: sql<string | null>`case when silent_in_row + 1 >= ${silentUntilPause}
        then clock_timestamp() + make_interval(secs => ${pause_s}) end`,
    })
    .execute()
}

/** The merchant's tag of this text. Undefined: there is none, and the payment goes on without. */
async function knownTag(trx: Trx, { merchant_id }: Screened, text: string): Promise<string | undefined> {
  const found = await trx
    .selectFrom('tag')
    .select('id')
    .where('merchant_id', '=', merchant_id)
    .where('text', '=', text)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .forKeyShare()
    .executeTakeFirst()
  return found?.id
}

async function putTag(trx: Trx, job: Screened, tag_id: string): Promise<void> {
  await trx
    .insertInto('transaction_tag')
    .values({ ...ofPayment(job), tag_id })
    .onConflict((known) => known.doNothing())
    .execute()
}

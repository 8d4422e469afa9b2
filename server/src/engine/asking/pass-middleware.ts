import type { MiddlewareQuestion } from '@kontor/contract/middleware/middleware.message'
import { isOpen } from '@kontor/contract/payments/transaction.rules'
import { sql } from 'kysely'
import type { AskMiddleware } from '../../middleware/ask-middleware.ts'
import { engineActor } from '../../platform/db/actor.ts'
import { type Databases, inTransaction, type Trx } from '../../platform/db/database.ts'
import { askerOf } from '../outbox/asker-of.ts'
import { type Asker, holdTry, type PaymentJob } from '../outbox/outbox.ts'
import { findSubject } from '../outbox/subject.ts'
import { questionOf, type Screened } from './middleware-question.ts'
import { payerHasLeft } from './next-step.ts'
import { type Due, settleDecision } from './settle-decision.ts'

interface House {
  databases: Databases
  gateways: { masterKey: string }
  clock: { now: () => Date }
  askMiddleware: AskMiddleware
}

/** True: the payment has middleware to pass, and its order has not left yet. */
export const awaitsMiddleware = (job: PaymentJob): job is Screened =>
  job.topic === 'processor.authorize' && (job.payload.middleware?.length ?? 0) > 0 && job.first_sent_at === null

/**
 * Asks the middleware of a payment, one after the other, before its order is made. Gives the job as they left it; undefined: the
 * payment may not go on, or this try is over. No call is made inside of a transaction. What one decided is written down before
 * the next is asked, and is not asked again: a crash in between repeats at most one call, under the same id.
 */
export async function passMiddleware(house: House, job: Screened): Promise<Screened | undefined> {
  const asker = askerOf(house.gateways.masterKey, job)
  const isAwaited = (asker?.initiative ?? 'payer') === 'payer'
  // Its order is given up by the next step.
  if (isAwaited && payerHasLeft(new Date(job.created_at), house.clock.now())) return job
  const found = await within(house, job, (trx) => read(trx, job, asker))
  if (!found) return undefined
  let passed = job
  for (const each of found.due) {
    const heard = each.is_paused ? undefined : await house.askMiddleware(each, idOf(each, job), found.question)
    const next = await within(house, job, (trx) => settleDecision(trx, job, each, { question: found.question, heard }))
    if (next === 'ended') return passed
    if (next === 'demands') passed = { ...passed, payload: { ...passed.payload, three_d_secure: 'required' } }
    else if (next !== 'goes_on') return undefined
  }
  return passed
}

const within = <T>({ databases }: House, { merchant_id }: Screened, work: (trx: Trx) => Promise<T>): Promise<T> =>
  inTransaction(databases, engineActor(merchant_id, 'system'), work)

/** The same for every call about this payment, so that a middleware knows a repetition. */
const idOf = ({ id }: Due, { transaction_id }: Screened) => `${transaction_id}:${id}`

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

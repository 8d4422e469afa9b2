import type { MiddlewareQuestion } from '@kontor/contract/middleware/middleware.message'
import type { MiddlewareDecision } from '@kontor/contract/middleware/middleware.rules'
import { isOpen } from '@kontor/contract/payments/transaction.rules'
import type { Selectable } from 'kysely'
import type { Heard } from '../../middleware/ask-middleware.ts'
import { noteHealth } from '../../middleware/note-health.ts'
import type { Trx } from '../../platform/db/database.ts'
import { maskedUrl, storableBody } from '../../platform/secrets/mask.ts'
import type { Middleware } from '../../schema.ts'
import type { Authorization } from '../outbox/operation.ts'
import { demandThreeDSecure, finishTry, holdTry } from '../outbox/outbox.ts'
import { lockSubject } from '../outbox/subject.ts'
import { blockPayment } from '../outcome/block-payment.ts'
import { processorText } from '../records/processor-text.ts'
import type { StoredTransaction } from '../records/stored-transaction.ts'
import type { Screened } from './middleware-question.ts'

/** A middleware that has decided nothing about the payment yet. */
export type Due = Selectable<Middleware> & { is_paused: boolean }

interface Said {
  question: MiddlewareQuestion
  /** Undefined: it is paused, and was not asked. */
  heard: Heard | undefined
}

/**
 * Writes down what a middleware decided, with its effect on the payment. `over`: another try of the job has begun, whose
 * answer counts, or the payment is gone. `ended`: it was decided meanwhile, and what is left is to end its job. `demands`: it
 * goes on, and its order demands 3-D Secure from then on.
 */
export async function settleDecision(
  trx: Trx,
  job: Screened,
  of: Due,
  said: Said,
): Promise<'goes_on' | 'demands' | 'refused' | 'over' | 'ended'> {
  const reply = said.heard?.reply
  // A tag is locked before its payment, as its deletion does.
  const tag = reply?.decision === 'tag' ? await knownTag(trx, job, reply.tag) : undefined
  const subject = await lockSubject(trx, job)
  if (subject?.kind !== 'payment' || !(await holdTry(trx, job))) return 'over'
  if (!isOpen(subject.transaction.status)) return 'ended'
  const demands = reply?.decision === '3dSecure' && canAuthenticate(job, subject.transaction)
  const decision = decided(said, demands)
  const isRefused = reply ? reply.decision === 'block' : of.when_silent === 'refuse'
  await record(trx, job, of, { ...said, decision, isRefused })
  if (said.heard) await noteHealth(trx, of, said.heard.problem)
  if (tag) await putTag(trx, job, tag)
  if (demands) await demandThreeDSecure(trx, job)
  if (!isRefused) return demands ? 'demands' : 'goes_on'
  const status_reason = reply ? 'middleware' : 'middleware_silent'
  await blockPayment(trx, subject.transaction, status_reason)
  await finishTry(trx, job, { done: true, note: `refused by middleware: ${decision}` })
  return 'refused'
}

function decided({ heard }: Said, demands: boolean): MiddlewareDecision {
  const decision = heard?.reply?.decision ?? (heard ? 'silent' : 'skipped')
  return decision === '3dSecure' && !demands ? 'impossible' : decision
}

/** The payer of a card who is there can be sent to the bank: the same condition as for rulesets. */
const canAuthenticate = ({ payload }: Screened, { payment_product }: StoredTransaction): boolean =>
  payment_product === 'card' && payload.payer_present === true

type Recorded = Said & { decision: MiddlewareDecision; isRefused: boolean }

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

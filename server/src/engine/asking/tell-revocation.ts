import { engineActor } from '../../platform/db/actor.ts'
import { inTransaction, type Trx } from '../../platform/db/database.ts'
import { connect } from '../../processors/connections.ts'
import { type Exchange, NotSent, OutcomeUnknown, type RevocationOutcome } from '../../processors/gateway.ts'
import { pauseAfterUnknown } from '../outbox/job-pauses.ts'
import { type CardJob, finishTry } from '../outbox/outbox.ts'
import { recordExchanges, recordingCardCalls } from '../outbox/record-calls.ts'
import { processorText } from '../records/processor-text.ts'
import type { Asking } from './ask-processor.ts'
import { keyedBy } from './order.ts'
import { keptIn } from './write-down.ts'

/**
 * Tells the processor that keeps a card to delete it. A second revocation of the same card changes nothing, so a try whose
 * answer was lost is repeated without asking first.
 */
export async function tryRevocation({ databases, gateways, clock, auditTrail }: Asking, job: CardJob): Promise<void> {
  const engine = engineActor(job.merchant_id, 'processor')
  const exchanges: Exchange[] = []
  const { processor, gateway, connection, token } = await inTransaction(databases, engine, async (trx) => {
    const card = await cardOf(trx, job)
    const keep = (exchange: Exchange) => void exchanges.push(exchange)
    return { token: card.token, ...(await connect(trx, gateways, job.merchant_id, card.processor_id, keep)) }
  })
  const outcome = await gateway
    .revokeCard(connection, { reference: job.id, ...keyedBy(job), card_token: token })
    .catch(unknown)
  await inTransaction(databases, engine, async (trx) => {
    const recording = recordingCardCalls(trx, job, processor, exchanges)
    if (outcome instanceof OutcomeUnknown) {
      const note = `unknown: ${outcome.message}`
      const result = { done: false as const, note, retry_in_ms: pauseAfterUnknown(job), ...keptIn(job, outcome) }
      return finishTry(recording, job, result)
    }
    await writeDown(trx, job, outcome, clock.now())
    return finishTry(recording, job, { done: true, note: outcome.status })
  })
  recordExchanges(auditTrail, clock.now(), job, exchanges)
}

function unknown(error: unknown): OutcomeUnknown {
  if (error instanceof OutcomeUnknown) return error
  if (error instanceof NotSent) return new OutcomeUnknown(error.message, { cause: error })
  throw error
}

const cardOf = (trx: Trx, { merchant_id, card_id }: CardJob) =>
  trx
    .selectFrom('card')
    .select(['token', 'processor_id'])
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', card_id)
    .executeTakeFirstOrThrow()

async function writeDown(
  trx: Trx,
  { merchant_id, card_id }: CardJob,
  outcome: RevocationOutcome,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('card')
    .set(
      outcome.status === 'REVOKED'
        ? { revocation_confirmed_at: now.toISOString(), revocation_problem: null }
        : { revocation_problem: processorText(outcome.reason) },
    )
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', card_id)
    .execute()
}

import {
  cancelScheduledTransactionEndpoint,
  createScheduledTransactionEndpoint,
  retryScheduledTransactionEndpoint,
  runScheduledTransactionEndpoint,
  scheduledAttemptsEndpoint,
  updateScheduledTransactionEndpoint,
} from '@kontor/contract/scheduled/scheduled-transaction.endpoints'
import {
  cancelScheduledTransactionSchemas,
  createScheduledTransactionSchemas,
  retryScheduledTransactionSchemas,
  runScheduledTransactionSchemas,
  type ScheduledAttempt,
  scheduledAttemptsSchemas,
  updateScheduledTransactionSchemas,
} from '@kontor/contract/scheduled/scheduled-transaction.schemas'
import type { FastifyInstance } from 'fastify'
import { atMost, type PaymentServices } from '../engine/outbox/await-outcome.ts'
import type { BegunOperation } from '../engine/outbox/operation.ts'
import { toldName } from '../platform/changes/own-people.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { route } from '../platform/http/endpoint.ts'
import { entityRoutes } from '../platform/http/entity-routes.ts'
import type { Done } from '../platform/http/run-command.ts'
import { type AnyRow, requireRow } from '../platform/rows/list.ts'
import { cancelScheduledTransaction } from './cancel-scheduled-transaction.ts'
import { createScheduledTransaction } from './create-scheduled-transaction.ts'
import { lockScheduled } from './locked-scheduled.ts'
import { retryScheduledTransaction } from './retry-scheduled-transaction.ts'
import { runScheduledTransaction } from './run-scheduled-transaction.ts'
import { concludeAttempt } from './scheduled-attempt.ts'
import { scheduledTransactionSource } from './scheduled-transaction.rows.ts'
import { updateScheduledTransaction } from './update-scheduled-transaction.ts'

/** Registers scheduled payments and their commands. */
export function scheduledRoutes(app: FastifyInstance, services: PaymentServices): void {
  entityRoutes(app, services, scheduledTransactionSource)
  attemptsRoute(app, services)

  route(
    app,
    services,
    createScheduledTransactionEndpoint,
    createScheduledTransactionSchemas,
    async (trx, { actor, body, now }) => {
      const { id } = await createScheduledTransaction(trx, actor, body, now)
      return { answer: await rowOf(trx, actor, id) }
    },
  )
  route(
    app,
    services,
    updateScheduledTransactionEndpoint,
    updateScheduledTransactionSchemas,
    async (trx, { actor, id, body, now }) => {
      await updateScheduledTransaction(trx, actor, id, body, now)
      return { answer: await rowOf(trx, actor, id) }
    },
  )
  route(
    app,
    services,
    cancelScheduledTransactionEndpoint,
    cancelScheduledTransactionSchemas,
    async (trx, { actor, id, now }) => {
      await cancelScheduledTransaction(trx, actor, id, now)
      return { answer: await rowOf(trx, actor, id) }
    },
  )
  route(
    app,
    services,
    runScheduledTransactionEndpoint,
    runScheduledTransactionSchemas,
    async (trx, { actor, id, now }) =>
      tried(services, trx, actor, id, await runScheduledTransaction(trx, actor, id, now)),
  )
  route(
    app,
    services,
    retryScheduledTransactionEndpoint,
    retryScheduledTransactionSchemas,
    async (trx, { actor, id, now }) =>
      tried(services, trx, actor, id, await retryScheduledTransaction(trx, actor, id, now)),
  )
}

/** The present state as the answer, and a better one once the processor has answered. */
async function tried(
  services: PaymentServices,
  trx: Trx,
  actor: Actor,
  id: string,
  begun: BegunOperation | undefined,
): Promise<Done<AnyRow>> {
  const answer = await rowOf(trx, actor, id)
  if (!begun) return { answer }
  const held = await services.worker.hold(trx, begun.merchant, begun.job)
  return {
    answer,
    begin: () => services.worker.perform(held),
    outcome: {
      wait: (asked) => atMost(services.outcomeWait_ms, asked),
      read: async (own) => {
        await concludeAttempt(own, await lockScheduled(own, actor, id), services.clock.now())
        return rowOf(own, actor, id)
      },
    },
  }
}

const rowOf = (trx: Trx, actor: Actor, id: string) => requireRow(scheduledTransactionSource, trx, actor, id)

function attemptsRoute(app: FastifyInstance, services: PaymentServices): void {
  route(app, services, scheduledAttemptsEndpoint, scheduledAttemptsSchemas, async (trx, { actor, id }) => {
    const row = await rowOf(trx, actor, id)
    const attempts = await trx
      .selectFrom('scheduled_attempt')
      .select(['attempt', 'status', 'reason', 'transaction_id as transaction', 'started_at', 'ended_at'])
      .select(toldName(actor, 'scheduled_attempt.started_by').as('started_by'))
      .where('merchant_id', '=', String(row.merchant))
      .where('scheduled_id', '=', row.id)
      .orderBy('attempt')
      .execute()
    // A CHECK allows only these statuses.
    return attempts as ScheduledAttempt[]
  })
}

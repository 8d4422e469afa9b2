import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import type { BegunOperation } from '../../engine/outbox/operation.ts'
import { engineActor } from '../../platform/db/actor.ts'
import { type Databases, inTransaction } from '../../platform/db/database.ts'
import type { EngineJob } from '../../platform/jobs/engine-jobs.ts'
import { captureTransaction } from '../capture-transaction.ts'
import { voidTransaction } from '../void-transaction.ts'

interface Settings {
  databases: Databases
  /** Performs a job of the outbox that was just committed. If this fails, the outbox performs it later by itself. */
  doNow: (merchant: string, job: string) => Promise<void>
}

/** Captures or releases money that has been held for as many days as the provider said of the merchant (docs/adr/0100). */
export const uncapturedJob = ({ databases, doNow }: Settings): EngineJob => ({
  name: 'uncaptured',
  every_ms: 600_000,
  async run(now) {
    const problems: unknown[] = []
    const due = await findDue(databases, now)
    for (let at = 0; at < due.length; at += atOnce) {
      const begun: BegunOperation[] = []
      for (const each of due.slice(at, at + atOnce)) {
        // A payment that cannot even be tried must not stop the others.
        const operation = await order(databases, each, now).catch((error: unknown) => void problems.push(error))
        if (operation) begun.push(operation)
      }
      const asked = Promise.all(begun.map(({ merchant, job }) => doNow(merchant, job)))
      await Promise.race([asked, sleep(patience_ms)])
    }
    if (problems.length > 0) throw new AggregateError(problems, 'authorizations that could not be captured or released')
  },
})

const atOnce = 50
/** Milliseconds to wait for processors; slower ones answer while the next payments are ordered. */
const patience_ms = 2_000

interface Due {
  merchant_id: string
  created_at: string
  id: string
  kind: 'capture' | 'void'
}

/** No money is held for longer, so that only so many days of payments are read. */
const longest_days = 45

/**
 * Authorized payments whose time has come, of merchants that have such a time. Each is captured and released at most once by
 * this job, and released only after a day in which its capture did not succeed, if it was to be captured.
 */
async function findDue({ provider }: Databases, now: Date): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select t.merchant_id, t.created_at, t.id, due.kind
    from merchant m
    cross join lateral (values ('capture', m.capture_after_days), ('void', m.release_after_days)) due (kind, days)
    join transaction t on t.merchant_id = m.id
      and t.created_at <= ${now.toISOString()}::timestamptz - make_interval(hours => due.days * 24)
      and t.created_at > ${now.toISOString()}::timestamptz - make_interval(days => ${longest_days}::int)
    where m.active and due.days is not null and t.status = 'AUTHORIZED' and t.amount > 0
      and not exists (select from uncaptured_order o where o.merchant_id = t.merchant_id
        and o.transaction_created_at = t.created_at and o.transaction_id = t.id and o.kind in (due.kind, 'void'))
      and (due.kind = 'capture' or m.capture_after_days is null
        or exists (select from uncaptured_order o where o.merchant_id = t.merchant_id
          and o.transaction_created_at = t.created_at and o.transaction_id = t.id
          and o.ordered_at <= ${now.toISOString()}::timestamptz - interval '24 hours'))
    order by t.created_at, t.id limit 1000`.execute(provider)
  return rows
}

/** Undefined: somebody has ordered something else of this payment, or it is captured by now. */
function order(databases: Databases, due: Due, now: Date): Promise<BegunOperation | undefined> {
  const engine = engineActor(due.merchant_id, 'system')
  return inTransaction(databases, engine, async (trx) => {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('uncaptured_order')
      .values({
        ...{ merchant_id: due.merchant_id, transaction_created_at: due.created_at, transaction_id: due.id },
        ...{ kind: due.kind, ordered_at: now.toISOString() },
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows === 0n) return undefined
    return due.kind === 'capture'
      ? captureTransaction(trx, engine, due.id, {}, now)
      : voidTransaction(trx, engine, due.id, now)
  }).catch((error: unknown) => {
    // The row of the order is undone with the transaction, and the payment is looked at again.
    if (error instanceof Refusal) return undefined
    throw error
  })
}

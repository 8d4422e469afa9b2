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
    const orderAll = async (due: readonly Due[]) => {
      const begun: BegunOperation[] = []
      for (const each of due) {
        // A payment that cannot even be tried must not stop the others.
        const operation = await order(databases, each, now).catch((error: unknown) => void problems.push(error))
        if (operation) begun.push(operation)
      }
      const asked = Promise.all(begun.map(({ merchant, job }) => doNow(merchant, job)))
      await Promise.race([asked, sleep(patience_ms)])
    }
    let turn = await merchantsWithDays(databases)
    // Each merchant has a page in turn, so that one with many payments does not hold up the others.
    while (turn.length > 0) {
      const more: Place[] = []
      for (const place of turn) {
        const due = await findDue(databases, place, now)
        if (due.length > 0) await orderAll(due)
        const after = due.at(-1)
        if (after && due.length === atOnce) more.push({ id: place.id, after })
      }
      turn = more
    }
    if (problems.length > 0) throw new AggregateError(problems, 'authorizations that could not be captured or released')
  },
})

const atOnce = 50
/** Milliseconds to wait for processors; slower ones answer while the next payments are ordered. */
const patience_ms = 2_000

/** A merchant, and its payment after which the job goes on: those that stay due keep their place, and hold up no others. */
interface Place {
  id: string
  after?: Due
}

interface Due {
  merchant_id: string
  created_at: string
  id: string
  kind: 'capture' | 'void'
}

/** No money is held for longer, so that only so many days of payments are read. */
const longest_days = 45

const merchantsWithDays = ({ provider }: Databases): Promise<Place[]> =>
  provider
    .selectFrom('merchant')
    .select('id')
    .where('active', '=', true)
    .where(({ or, eb }) => or([eb('capture_after_days', 'is not', null), eb('release_after_days', 'is not', null)]))
    .orderBy('id')
    .execute()

/**
 * Authorized payments of a merchant whose time has come, oldest first. Each is captured and released at most once by this job, and released only after a day in which its capture did not succeed, if it was to be captured.
 */
async function findDue({ provider }: Databases, { id, after }: Place, now: Date): Promise<Due[]> {
  const further = after && sql`and (t.created_at, t.id) > (${after.created_at}, ${after.id})`
  const { rows } = await sql<Due>`
    select t.merchant_id, t.created_at, t.id, due.kind
    from merchant m
    cross join lateral (values ('capture', m.capture_after_days), ('void', m.release_after_days)) due (kind, days)
    join transaction t on t.merchant_id = m.id
      and t.created_at <= ${now.toISOString()}::timestamptz - make_interval(hours => due.days * 24)
      and t.created_at > ${now.toISOString()}::timestamptz - make_interval(days => ${longest_days}::int)
    where m.id = ${id} and m.active ${further ?? sql``} and due.days is not null and t.status = 'AUTHORIZED' and t.amount > 0
      and not exists (select from uncaptured_order o where o.merchant_id = t.merchant_id
        and o.transaction_created_at = t.created_at and o.transaction_id = t.id and o.kind in (due.kind, 'void'))
      and (due.kind = 'capture' or m.capture_after_days is null
        or exists (select from uncaptured_order o where o.merchant_id = t.merchant_id
          and o.transaction_created_at = t.created_at and o.transaction_id = t.id
          and o.ordered_at <= ${now.toISOString()}::timestamptz - interval '24 hours'))
    order by t.created_at, t.id limit ${atOnce}`.execute(provider)
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

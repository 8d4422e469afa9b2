import { setTimeout as sleep } from 'node:timers/promises'
import { transactionStatuses } from '@kontor/contract/payments/transaction.rules'
import { sql } from 'kysely'
import { openDoubts } from '../engine/contradictions/doubts.ts'
import type { BegunOperation } from '../engine/outbox/operation.ts'
import { isActiveMerchant } from '../organisations/merchants/active-merchant.ts'
import { outcomeOfCharge } from '../payments/charge-card.ts'
import { type Actor, engineActor } from '../platform/db/actor.ts'
import { type Databases, inTransaction } from '../platform/db/database.ts'
import { fixed } from '../platform/db/kept-plans.ts'
import { literals } from '../platform/db/literals.ts'
import type { EngineJob } from '../platform/jobs/engine-jobs.ts'
import { oneTurn } from '../platform/jobs/one-turn.ts'
import { claimedAttempts, isClaimed, lockScheduled } from './locked-scheduled.ts'
import { beginAttempt, concludeAttempt } from './scheduled-attempt.ts'

interface Settings {
  databases: Databases
  /** Performs a job of the outbox that was just committed. If this fails, the outbox performs it later by itself. */
  doNow: (merchant: string, job: string) => Promise<void>
}

const atOnce = 50
/** Milliseconds to wait for processors; slower outcomes are concluded at a later run. */
const patience_ms = 2_000

/** Begins the payments that are due, in the order in which they fell due, and concludes those with an outcome. */
export function scheduledTransactionsJob({ databases, doNow }: Settings): EngineJob {
  const seen = new Set<string>()
  let problems: unknown[] = []
  return {
    name: 'scheduled transactions',
    every_ms: 1_000,
    async run(now) {
      const isOver = oneTurn()
      await conclude(databases, now, problems)
      for (;;) {
        const due = (await findDue(databases, now, atOnce + seen.size)).filter(({ id }) => !seen.has(id))
        if (due.length === 0) break
        for (const { id } of due) seen.add(id)
        const begun = await takeAll(databases, due, now, problems)
        const asked = Promise.all(begun.map(({ merchant, job }) => doNow(merchant, job)))
        await Promise.race([asked, sleep(patience_ms)])
        await conclude(databases, now, problems)
        if (isOver()) return true
      }
      const told = problems
      problems = []
      seen.clear()
      if (told.length > 0) throw new AggregateError(told, 'scheduled transactions that could not be tried')
      return false
    },
  }
}

/** A payment that cannot even be tried must not stop the others. */
async function takeAll(databases: Databases, due: readonly Key[], now: Date, problems: unknown[]) {
  const begun: BegunOperation[] = []
  for (const key of due) {
    const operation = await takeDue(databases, key, now).catch((error: unknown) => void problems.push(error))
    if (operation) begun.push(operation)
  }
  return begun
}

const undecided = transactionStatuses.filter((status) => outcomeOfCharge(status) === 'open')

interface Key {
  merchant_id: string
  id: string
}

const engineOf = ({ merchant_id }: Key): Actor => engineActor(merchant_id, 'system')

/** Due payments of active merchants. Those of an inactive merchant wait, and those of which a processor reports money. */
const findDue = ({ provider }: Databases, now: Date, limit: number): Promise<Key[]> =>
  provider
    .selectFrom('scheduled_transaction as s')
    .innerJoin('merchant as m', 'm.id', 's.merchant_id')
    .select(['s.merchant_id', 's.id'])
    .where('m.active', '=', true)
    .where('s.next_attempt_at', '<=', now.toISOString())
    .where(({ not, exists, ref }) =>
      not(
        exists(
          claimedAttempts(provider)
            .where('claimed.merchant_id', '=', ref('s.merchant_id'))
            .where('claimed.scheduled_id', '=', ref('s.id')),
        ),
      ),
    )
    .where(({ not, exists, ref }) =>
      not(
        exists(
          openDoubts(provider, 'scheduled payment', ref('s.id')).where('doubt.merchant_id', '=', ref('s.merchant_id')),
        ),
      ),
    )
    .orderBy('s.next_attempt_at')
    .orderBy('s.id')
    .limit(limit)
    .execute()

/**
 * Begins one due payment. It is checked again under the lock, because it may have been begun, changed or cancelled
 * meanwhile.
 */
const takeDue = (databases: Databases, key: Key, now: Date): Promise<BegunOperation | undefined> =>
  inTransaction(databases, engineOf(key), async (trx) => {
    const scheduled = await lockScheduled(trx, engineOf(key), key.id)
    const { next_attempt_at } = scheduled
    if (next_attempt_at === null || next_attempt_at > now.toISOString()) return undefined
    if (!(await isActiveMerchant(trx, key.merchant_id)) || (await isClaimed(trx, scheduled))) return undefined
    return beginAttempt(trx, scheduled, null, now)
  })

async function conclude(databases: Databases, now: Date, problems: unknown[]): Promise<void> {
  const { rows: decided } = await sql<Key>`${fixed}
    select a.merchant_id, a.scheduled_id as id from scheduled_attempt a
    join transaction t on t.merchant_id = a.merchant_id and t.created_at = a.transaction_created_at and t.id = a.transaction_id
    where a.status = 'OPEN' and t.status not in (${literals(undecided)})
    order by a.started_at limit 1000`.execute(databases.provider)
  for (const key of decided) {
    await inTransaction(databases, engineOf(key), async (trx) =>
      concludeAttempt(trx, await lockScheduled(trx, engineOf(key), key.id), now),
    ).catch((error: unknown) => problems.push(error))
  }
}

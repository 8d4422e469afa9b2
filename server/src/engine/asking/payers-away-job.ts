import { sql } from 'kysely'
import type { Databases } from '../../platform/db/database.ts'
import type { EngineJob } from '../../platform/jobs/engine-jobs.ts'
import { never } from '../outbox/outbox.ts'
import { leastAway_ms } from './next-step.ts'

/**
 * Gives a next try to orders of payers who were sent out a day ago and that have none: a server of before docs/adr/0242 leaves them
 * so, and may run beside this one. The try decides, as for every other payer who stays away.
 */
export const payersAwayJob = ({ provider }: Databases): EngineJob => ({
  name: 'payers away',
  every_ms: 600_000,
  async run(now) {
    const before = new Date(now.getTime() - leastAway_ms).toISOString()
    const { numAffectedRows = 0n } = await sql`
      update outbox o set next_attempt_at = clock_timestamp() from (
        select o.merchant_id, o.id from outbox o
        join transaction t on t.merchant_id = o.merchant_id and t.created_at = o.transaction_created_at and t.id = o.transaction_id
        where o.done_at is null and o.next_attempt_at = ${never} and o.topic = 'processor.authorize'
          and o.acknowledged_at <= ${before} and o.parked_at is null and o.leased_until is null
          and t.status in ('INITIATED', 'UNKNOWN') and t.redirect_url is not null
        limit ${atOnce} for update of o skip locked) forgotten
      where o.merchant_id = forgotten.merchant_id and o.id = forgotten.id`.execute(provider)
    return numAffectedRows === BigInt(atOnce)
  },
})

const atOnce = 500

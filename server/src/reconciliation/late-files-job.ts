import { processorSettlement } from '@kontor/contract/processors/processor-settlement.entity'
import { sql } from 'kysely'
import type { Databases, Trx } from '../platform/db/database.ts'
import type { EngineJob } from '../platform/jobs/engine-jobs.ts'
import { enqueueMail } from '../platform/mail/outbox.ts'
import type { Clock } from '../platform/time/clock.ts'
import { lateFileMail } from './late-file-mail.ts'

interface House {
  databases: Databases
  masterKey: string
  wall: Clock
  nudgeMail: () => void
}

const week_ms = 7 * 86_400_000

/** Mails the provider’s people who may change processor settlements about each file that is late, once. */
export const lateFilesJob = ({ databases, masterKey, wall, nudgeMail }: House): EngineJob => ({
  name: 'late files',
  every_ms: 60_000,
  async run() {
    const late = await databases.provider.transaction().execute(async (trx) => {
      const told = await take(trx)
      const users = told.length > 0 ? await staff(trx) : []
      for (const { id: settlement, expected_at } of told)
        for (const user of users)
          await enqueueMail(
            trx,
            masterKey,
            { template: lateFileMail, values: { user, settlement, expected_at }, useful_ms: week_ms },
            wall.now(),
          )
      return told
    })
    if (late.length > 0) nudgeMail()
  },
})

/** Each file is known by the instant at which it was expected: the next one is expected later. */
async function take(trx: Trx): Promise<{ id: string; expected_at: string }[]> {
  const { rows } = await sql<{ id: string; expected_at: string }>`
    with kept as materialized (
      select * from processor_settlement where active and expected_every_days is not null for update skip locked),
    late as (
      select s.merchant_id, s.id, s.told_late_at, coalesce((select max(received_at) from processor_settlement_file f
          where f.merchant_id = s.merchant_id and f.processor_settlement_id = s.id), s.created_at)
        + s.expected_every_days * interval '1 day' as expected_at
      from kept s)
    update processor_settlement s set told_late_at = late.expected_at from late
    where (s.merchant_id, s.id) = (late.merchant_id, late.id) and late.expected_at < engine_now()
      and late.told_late_at is distinct from late.expected_at
    returning s.id, late.expected_at`.execute(trx)
  return rows
}

async function staff(trx: Trx): Promise<string[]> {
  const roles = processorSettlement.roles.update.flat()
  const { rows } = await sql<{ id: string }>`
    select u.id from platform_user u where u.merchant_id is null and u.active
      and exists (select from role_grant g where g.user_id = u.id and g.role = any(${roles}::text[]))
    order by u.id`.execute(trx)
  return rows.map(({ id }) => id)
}

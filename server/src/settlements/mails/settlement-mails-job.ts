import { sql } from 'kysely'
import type { Databases } from '../../platform/db/database.ts'
import { fixed } from '../../platform/db/kept-plans.ts'
import type { PeriodicJob } from '../../platform/jobs/periodic.ts'
import { enqueueMail } from '../../platform/mail/outbox.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { settlementMail } from './settlement-mail.ts'

interface House {
  databases: Databases
  masterKey: string
  /** The wall clock. */
  clock: Clock
  /** Sends mails that wait at once. */
  nudge: () => void
}

const atOnce = 100
const useful_ms = 3 * 86_400_000

/**
 * Makes the mails about settlements, one for each recipient. A settlement waits in its own row, which the transaction that closed
 * it wrote; the mails and the end of the wait are written together.
 */
export const settlementMailsJob = ({ databases, masterKey, clock, nudge }: House): PeriodicJob => ({
  name: 'settlement mails',
  every_ms: 1_000,
  async run() {
    const taken = await databases.provider.transaction().execute(async (trx) => {
      const { rows } = await sql<{ merchant_id: string; id: string; recipients: string[] }>`${fixed}
        with due as materialized (
          select merchant_id, id from settlement where mail_due order by created_at, id limit ${atOnce} for update skip locked)
        update settlement s set mail_due = false from due
          left join settlement_profile p on p.merchant_id = due.merchant_id and p.id = (select x.settlement_profile_id
            from settlement x where x.merchant_id = due.merchant_id and x.id = due.id)
        where s.merchant_id = due.merchant_id and s.id = due.id
        returning s.merchant_id, s.id, coalesce(p.recipients, '{}') as recipients`.execute(trx)
      for (const { merchant_id: merchant, id: settlement, recipients } of rows)
        for (const address of recipients)
          await enqueueMail(
            trx,
            masterKey,
            { template: settlementMail, values: { merchant, settlement, address }, useful_ms },
            clock.now(),
          )
      return rows.length
    })
    if (taken > 0) nudge()
    return taken === atOnce
  },
})

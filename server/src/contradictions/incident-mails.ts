import { settleContradictionRoles } from '@kontor/contract/contradictions/ending.rules'
import { sql } from 'kysely'
import type { Databases, Trx } from '../platform/db/database.ts'
import { fixed } from '../platform/db/kept-plans.ts'
import type { PeriodicJob } from '../platform/jobs/periodic.ts'
import { enqueueMail } from '../platform/mail/outbox.ts'
import type { Clock } from '../platform/time/clock.ts'
import { incidentMail } from './incident-mail.ts'

interface House {
  databases: Databases
  masterKey: string
  /** The wall clock. */
  clock: Clock
  /** Sends mails that wait at once. */
  nudge: () => void
}

/** After a mail, the next one waits so long: a processor that breaks its word does so for many payments. */
const pause_min = 10
const day_ms = 86_400_000

/**
 * Mails the provider's staff when a processor took the money of a payment that had gone on to another one, or that we had given up,
 * or carried out twice what we ordered once. The first is mailed at once; the next ones wait for ten minutes, and their number is in
 * one mail. The mails and the end of the wait are written together.
 */
export const incidentMailsJob = ({ databases, masterKey, clock, nudge }: House): PeriodicJob => ({
  name: 'incident mails',
  every_ms: 1_000,
  async run() {
    const sent = await databases.provider.transaction().execute(async (trx) => {
      const told = await take(trx)
      if (!told) return false
      const values = { contradiction: told.id, number: String(told.number) }
      for (const user of await staff(trx))
        await enqueueMail(
          trx,
          masterKey,
          { template: incidentMail, values: { user, ...values }, useful_ms: day_ms },
          clock.now(),
        )
      return true
    })
    if (sent) nudge()
  },
})

/** Takes what is in no mail yet. Undefined: there is nothing, another process has it, or the last mail was a short while ago. */
async function take(trx: Trx): Promise<{ id: string; number: number } | undefined> {
  const { rows } = await sql<{ id: string; number: number }>`${fixed}
    with due as (
      select merchant_id, created_at, id from contradiction
      where mail_due and not exists (select from contradiction
        where mailed_at > clock_timestamp() - make_interval(mins => ${pause_min}))
      order by created_at, id for update skip locked
    ), taken as (
      update contradiction c set mail_due = false, mailed_at = clock_timestamp() from due
      where (c.merchant_id, c.created_at, c.id) = (due.merchant_id, due.created_at, due.id)
      returning c.id, c.created_at
    )
    select (array_agg(id order by created_at, id))[1] as id, count(*)::int as number from taken having count(*) > 0`.execute(
    trx,
  )
  return rows[0]
}

/** The provider's people who may end a contradiction. */
async function staff(trx: Trx): Promise<string[]> {
  const roles = settleContradictionRoles.flat()
  const { rows } = await sql<{ id: string }>`
    select u.id from platform_user u where u.merchant_id is null and u.active
      and exists (select from role_grant g where g.user_id = u.id and g.role = any(${roles}::text[]))
    order by u.id`.execute(trx)
  return rows.map(({ id }) => id)
}

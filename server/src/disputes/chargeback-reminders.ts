import { chargeback } from '@kontor/contract/disputes/chargeback.entity'
import { reminderDays } from '@kontor/contract/disputes/chargeback.rules'
import { sql } from 'kysely'
import type { Databases, Trx } from '../platform/db/database.ts'
import { organisationsAbove } from '../platform/db/organisations-above.ts'
import type { EngineJob } from '../platform/jobs/engine-jobs.ts'
import { enqueueMail } from '../platform/mail/outbox.ts'
import type { Clock } from '../platform/time/clock.ts'

interface Settings {
  databases: Databases
  masterKey: string
  /** The wall clock: mails use it, even when the engine's clock was moved. */
  wall: Clock
  nudgeMail: () => void
}

/** Mails the users who may answer a chargeback a week, three days and a day before its last day. */
export const chargebackRemindersJob = ({ databases, masterKey, wall, nudgeMail }: Settings): EngineJob => ({
  name: 'chargeback reminders',
  every_ms: 60_000,
  async run(now) {
    for (const due of await findDue(databases, now)) {
      const sent = await databases.provider.transaction().execute((trx) => remind(trx, masterKey, due, now, wall.now()))
      if (sent) nudgeMail()
    }
  },
})

interface Due {
  merchant_id: string
  created_at: string
  id: string
  organisation_id: string
  /** Whole days in the merchant's zone from today to the last day. */
  days: number
}

const earliest = Math.max(...reminderDays)

/** Chargebacks that are undecided, whose last day is near, and whose reminder for that step was not sent. */
async function findDue({ provider }: Databases, now: Date): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select c.merchant_id, c.created_at, c.id, c.organisation_id, c.respond_by - today.day as days
    from chargeback c join merchant m on m.id = c.merchant_id,
      lateral (select (${now.toISOString()}::timestamptz at time zone m.time_zone)::date as day) today
    where c.status = 'OPEN' and c.answer is null and m.active
      and c.respond_by between today.day and today.day + ${earliest}::int
      and not exists (select from chargeback_reminder r where r.merchant_id = c.merchant_id and r.chargeback_id = c.id
        and r.days_left = (select min(step) from unnest(${[...reminderDays]}::int[]) step where step >= c.respond_by - today.day))
    order by c.respond_by, c.id limit 1000`.execute(provider)
  return rows
}

/** Sends only the most urgent reminder; missed earlier ones are skipped. False: another process was faster. */
async function remind(trx: Trx, masterKey: string, due: Due, now: Date, wall: Date): Promise<boolean> {
  const { merchant_id, created_at, id, days } = due
  const step = Math.min(...reminderDays.filter((each) => each >= days))
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('chargeback_reminder')
    .values({
      merchant_id,
      chargeback_created_at: created_at,
      chargeback_id: id,
      days_left: step,
      sent_at: now.toISOString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 0n) return false
  const users = await whoMayAnswer(trx, due)
  for (const user of users) {
    const values = { user, chargeback: id, days: String(days) }
    await enqueueMail(trx, masterKey, { template: 'chargeback_due', values }, wall)
  }
  return users.length > 0
}

/** Users of the merchant with the role whose organisation is the chargeback's or above it. */
async function whoMayAnswer(trx: Trx, { merchant_id, organisation_id }: Due): Promise<string[]> {
  const roles = chargeback.roles.update.flat()
  const { rows } = await sql<{ id: string }>`
    select u.id from platform_user u
    where u.merchant_id = ${merchant_id} and u.active and u.organisation_id in (${organisationsAbove(merchant_id, [organisation_id])})
      and exists (select from role_grant g where g.user_id = u.id and g.role = any(${roles}::text[]))
    order by u.id`.execute(trx)
  return rows.map(({ id }) => id)
}

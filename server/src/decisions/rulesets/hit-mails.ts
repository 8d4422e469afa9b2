import { mailPause_min } from '@kontor/contract/decisions/rulesets/validation-ruleset.rules'
import { sql } from 'kysely'
import type { Databases } from '../../platform/db/database.ts'
import { fixed } from '../../platform/db/kept-plans.ts'
import type { PeriodicJob } from '../../platform/jobs/periodic.ts'
import { enqueueMail } from '../../platform/mail/outbox.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { hitMail } from './hit-mail.ts'

interface House {
  databases: Databases
  masterKey: string
  /** The wall clock. */
  clock: Clock
  /** Sends mails that wait at once. */
  nudge: () => void
}

const day_ms = 86_400_000

/**
 * Makes the mails about hits: the first at once, and then at most one per ruleset in ten minutes, with the number of hits
 * since. A hit waits in its own row, which the payment's transaction wrote; the mail and the end of the wait are written
 * together.
 */
export const hitMailsJob = ({ databases, masterKey, clock, nudge }: House): PeriodicJob => ({
  name: 'ruleset mails',
  every_ms: 1_000,
  async run() {
    for (const ruleset of await due(databases)) {
      await databases.provider.transaction().execute(async (trx) => {
        const told = await take(trx, ruleset)
        if (!told) return
        const { merchant_id: merchant, id } = ruleset
        const values = {
          merchant,
          ruleset: id,
          hits: String(told.hits),
          payment: told.payment,
          address: told.email,
          blocked: String(told.blocked),
        }
        await enqueueMail(trx, masterKey, { template: hitMail, values, useful_ms: day_ms }, clock.now())
      })
      nudge()
    }
  },
})

interface Key {
  merchant_id: string
  id: string
}

const isQuiet = sql`(r.mailed_at is null or r.mailed_at <= clock_timestamp() - make_interval(mins => ${mailPause_min}))`

/** Rulesets with hits that are in no mail, and whose last mail is long enough ago. */
async function due({ provider }: Databases): Promise<Key[]> {
  const { rows } = await sql<Key>`${fixed}
    select r.merchant_id, r.id from validation_ruleset r
    where r.email is not null and ${isQuiet} and exists (select from validation_ruleset_hit h
      where h.merchant_id = r.merchant_id and h.ruleset_id = r.id and h.mail_due)
    order by r.id limit 100`.execute(provider)
  return rows
}

interface Told {
  hits: number
  /** Those of payments that this or another ruleset blocked. */
  blocked: number
  /** The newest payment. */
  payment: string
  email: string
}

/** Takes the hits of a ruleset for a mail. Undefined: another process has, or nobody is to be told any more. */
async function take(trx: Databases['provider'], { merchant_id, id }: Key): Promise<Told | undefined> {
  const { rows } = await sql<Told>`
    with told as (
      update validation_ruleset r set mailed_at = clock_timestamp()
      where r.merchant_id = ${merchant_id} and r.id = ${id} and r.email is not null and ${isQuiet}
      returning r.email
    ), taken as (
      update validation_ruleset_hit h set mail_due = false from told
      where h.merchant_id = ${merchant_id} and h.ruleset_id = ${id} and h.mail_due
      returning h.transaction_id, h.transaction_created_at
    )
    select told.email, count(*)::int as hits, (count(*) filter (where t.blocked))::int as blocked,
      (array_agg(taken.transaction_id order by taken.transaction_created_at desc, taken.transaction_id desc))[1] as payment
    from told join taken on true join transaction t on t.merchant_id = ${merchant_id}
      and t.created_at = taken.transaction_created_at and t.id = taken.transaction_id
    group by told.email`.execute(trx)
  return rows[0]
}

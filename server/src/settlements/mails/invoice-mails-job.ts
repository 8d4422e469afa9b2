import { sql } from 'kysely'
import type { Databases } from '../../platform/db/database.ts'
import { fixed } from '../../platform/db/kept-plans.ts'
import type { PeriodicJob } from '../../platform/jobs/periodic.ts'
import { enqueueMail } from '../../platform/mail/outbox.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { invoiceMail } from './invoice-mail.ts'
import { invoiceRecipients } from './invoice-recipients.ts'

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

interface Due {
  merchant_id: string
  invoice_id: string
  recipients: string[]
}

/**
 * Makes the mails about invoices, one for each recipient. An invoice waits in a row that the transaction which issued it wrote;
 * the mails and the end of the wait are written together.
 */
export const invoiceMailsJob = ({ databases, masterKey, clock, nudge }: House): PeriodicJob => ({
  name: 'invoice mails',
  every_ms: 1_000,
  async run() {
    const taken = await databases.provider.transaction().execute(async (trx) => {
      const now = clock.now()
      const { rows } = await sql<Due>`${fixed}
        with due as materialized (
          select merchant_id, invoice_id from invoice_mail where due order by invoice_id limit ${atOnce} for update skip locked),
        told as (
          select i.merchant_id, i.id as invoice_id, ${invoiceRecipients('i')} as recipients
          from due join invoice i on i.merchant_id = due.merchant_id and i.id = due.invoice_id)
        update invoice_mail m set due = false,
          mailed_at = case when cardinality(recipients) > 0 then ${now.toISOString()}::timestamptz else m.mailed_at end,
          mails = coalesce(nullif(cardinality(recipients), 0), m.mails)
        from told where m.merchant_id = told.merchant_id and m.invoice_id = told.invoice_id
        returning m.merchant_id, m.invoice_id, told.recipients`.execute(trx)
      for (const { merchant_id: merchant, invoice_id: invoice, recipients } of rows)
        for (const address of recipients)
          await enqueueMail(
            trx,
            masterKey,
            { template: invoiceMail, values: { merchant, invoice, address }, useful_ms },
            now,
          )
      return rows.length
    })
    if (taken > 0) nudge()
    return taken === atOnce
  },
})

import { sql } from 'kysely'
import { ledgerDay } from '../../ledger/ledger-day.ts'
import type { Databases, Reader } from '../../platform/db/database.ts'
import type { EngineJob } from '../../platform/jobs/engine-jobs.ts'
import { type InvoiceMonth, lastDay, nextMonth } from './invoice-month.ts'
import { providerParty } from './invoice-parties.ts'
import { issueInvoice } from './issue-invoice.ts'

export interface InvoiceRun {
  databases: Pick<Databases, 'provider'>
  /** The moment at which the invoices of a month are issued. */
  now: (month: string) => Date
  /** Called for an invoice that could not be issued. The next run tries it again. */
  onProblem: (error: unknown, of: InvoiceMonth) => void
}

/**
 * Issues the invoices of every month that is closed and not invoiced, in their order. It may stop anywhere and run at several
 * servers at once: each invoice is a transaction, and a month is invoiced once. Nothing is issued before the provider's own
 * particulars are filled in.
 */
export async function runInvoices({ databases, now, onProblem }: InvoiceRun): Promise<void> {
  const { provider } = databases
  const ledger = await ledgerDay(provider)
  if (!ledger || !(await providerParty(provider))) return
  let isWhole = true
  for (
    let month = await firstMonth(provider, ledger.opened_on);
    lastDay(month) <= ledger.closed_through;
    month = nextMonth(month)
  ) {
    for (const of of await chargedMerchants(provider, month))
      try {
        await provider.transaction().execute((trx) => issueInvoice(trx, of, now(month)))
      } catch (error) {
        isWhole = false
        onProblem(error, of)
      }
    if (isWhole) await invoicedThrough(provider, lastDay(month))
  }
}

export const invoicesJob = (databases: Databases): EngineJob => ({
  name: 'invoices',
  every_ms: 5_000,
  async run(now) {
    const errors: unknown[] = []
    await runInvoices({ databases, now: () => now, onProblem: (error) => errors.push(error) })
    if (errors.length > 0) throw new AggregateError(errors, 'invoices that could not be issued')
  },
})

async function firstMonth(db: Reader, opened_on: string): Promise<string> {
  const progress = await db.selectFrom('invoice_progress').select('invoiced_through').executeTakeFirst()
  return progress ? nextMonth(progress.invoiced_through) : `${opened_on.slice(0, 7)}-01`
}

/** Those who were charged for a service in a closed month and have no invoice of it. */
async function chargedMerchants(db: Reader, month: string): Promise<InvoiceMonth[]> {
  const { rows } = await sql<InvoiceMonth>`
    select merchant_id, currency_code, ${month} as month from (
      select merchant_id, currency_code from ledger_vat where month = ${month}::date
      union
      select merchant_id, currency_code from one_off
      where vat and status = 'BOOKED' and booked_on between ${month}::date and ${lastDay(month)}::date) charged
    where not exists (select from invoice i where i.merchant_id = charged.merchant_id
      and i.currency_code = charged.currency_code and i.month = ${month}::date)
    order by 1, 2`.execute(db)
  return rows
}

const invoicedThrough = (db: Reader, day: string) =>
  sql`insert into invoice_progress as p (invoiced_through) values (${day}::date)
    on conflict (only_one) do update set invoiced_through = greatest(p.invoiced_through, excluded.invoiced_through)`.execute(
    db,
  )

import { firstOfMonth, lastOfMonth, plusDays, plusMonths } from '@kontor/contract/dates'
import { sql } from 'kysely'
import { ledgerDay } from '../../ledger/ledger-day.ts'
import type { Databases, Reader } from '../../platform/db/database.ts'
import type { EngineJob } from '../../platform/jobs/engine-jobs.ts'
import { oneTurn } from '../../platform/jobs/one-turn.ts'
import type { InvoiceMonth } from './invoice-month.ts'
import { providerParty } from './invoice-parties.ts'
import { issueInvoice } from './issue-invoice.ts'

export interface InvoiceRun {
  databases: Pick<Databases, 'provider'>
  masterKey: string
  /** The moment at which the invoices of a month are issued. */
  now: (month: string) => Date
  /** Called for an invoice that could not be issued. The next run tries it again. */
  onProblem: (error: unknown, of: InvoiceMonth) => void
  /** Asked after each invoice: true stops the run. Without it, a run takes as long as it needs. */
  until?: (() => boolean) | undefined
  /** Where the run before was stopped: this one goes on behind it. */
  after?: Stopped | undefined
}

/** The last one that was tried, and whether all were issued until then. */
export interface Stopped extends InvoiceMonth {
  isWhole: boolean
}

/**
 * Issues the invoices of every month that is closed and not invoiced, in their order. It may stop anywhere and run at several
 * servers at once: each invoice is a transaction, and a month is invoiced once. Nothing is issued before the provider's own
 * particulars are filled in. Gives where it was stopped; undefined: it came to the end.
 */
export async function runInvoices(run: InvoiceRun): Promise<Stopped | undefined> {
  const { databases, masterKey, now, onProblem, until, after } = run
  const { provider } = databases
  const ledger = await ledgerDay(provider)
  if (!ledger || !(await providerParty(provider))) return undefined
  let isWhole = after?.isWhole ?? true
  for (
    let month = await firstMonth(provider, ledger.opened_on);
    lastOfMonth(month) <= ledger.closed_through;
    month = plusMonths(month, 1)
  ) {
    const charged = await chargedMerchants(provider, month)
    for (const of of charged.filter((of) => !after || placeOf(of) > placeOf(after))) {
      try {
        await provider.transaction().execute((trx) => issueInvoice(trx, of, { now: now(month), masterKey }))
      } catch (error) {
        isWhole = false
        onProblem(error, of)
      }
      if (until?.()) return { ...of, isWhole }
    }
    if (isWhole) await invoicedThrough(provider, lastOfMonth(month))
  }
  return undefined
}

/** The order in which invoices are issued. */
const placeOf = ({ month, merchant_id, currency_code }: InvoiceMonth) => `${month}/${merchant_id}/${currency_code}`

export function invoicesJob({ databases, masterKey }: { databases: Databases; masterKey: string }): EngineJob {
  let after: Stopped | undefined
  let errors: unknown[] = []
  return {
    name: 'invoices',
    every_ms: 5_000,
    async run(now) {
      const onProblem = (error: unknown) => errors.push(error)
      after = await runInvoices({ databases, masterKey, now: () => now, onProblem, until: oneTurn(), after })
      if (after) return true
      // Told once all were tried, because a failed run would not be followed by the next one at once.
      const failed = errors
      errors = []
      if (failed.length > 0) throw new AggregateError(failed, 'invoices that could not be issued')
      return false
    },
  }
}

async function firstMonth(db: Reader, opened_on: string): Promise<string> {
  const progress = await db.selectFrom('invoice_progress').select('invoiced_through').executeTakeFirst()
  return progress ? plusDays(progress.invoiced_through, 1) : firstOfMonth(opened_on)
}

/** Those who were charged for a service in a closed month and have no invoice of it. */
async function chargedMerchants(db: Reader, month: string): Promise<InvoiceMonth[]> {
  const { rows } = await sql<InvoiceMonth>`
    select merchant_id, currency_code, ${month} as month from (
      select merchant_id, currency_code from ledger_vat where month = ${month}::date
      union
      select merchant_id, currency_code from one_off
      where vat and status = 'BOOKED' and booked_on between ${month}::date and ${lastOfMonth(month)}::date) charged
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

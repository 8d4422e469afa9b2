import { sql } from 'kysely'
import type { Databases, Reader } from '../platform/db/database.ts'
import type { PeriodicJob } from '../platform/jobs/periodic.ts'
import { fetchRates, type RatesSource } from './fetch-rates.ts'

const minute_ms = 60_000
const hour_ms = 60 * minute_ms

interface ExchangeRatesSettings extends Omit<RatesSource, 'url' | 'timeout_ms'> {
  /** Undefined: there are no rates, and nothing is converted. */
  url: string | undefined
  timeout_ms?: number
  onProblem: (problem: unknown) => void
}

/**
 * Keeps the exchange rates up to date: fetches once a day, and an hour after a failure; never on behalf of a request.
 */
export function exchangeRatesJobs(
  { provider }: Databases,
  { url, timeout_ms = 10_000, now, onProblem }: ExchangeRatesSettings,
): PeriodicJob[] {
  if (url === undefined) return []
  const run = async () => {
    if (!(await isFetchDue(provider, now()))) return
    const { problem } = await fetchRates(provider, { url, timeout_ms, now })
    if (problem !== undefined) onProblem(problem)
  }
  return [{ name: 'exchange rates', every_ms: minute_ms, run }]
}

/**
 * True when a fetch is due. The Central Bank publishes at about four in the afternoon, so a fetch after five of the
 * last afternoon has the newest rates.
 */
export async function isFetchDue(db: Reader, now: Date): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select not exists (select from exchange_rate_fetch where problem is null and started_at >= (
        select (date_trunc('day', (at at time zone 'Europe/Berlin') - interval '17 hours') + interval '17 hours')
          at time zone 'Europe/Berlin' from (select ${now.toISOString()}::timestamptz as at) as clock))
      and not exists (select from exchange_rate_fetch where started_at > ${new Date(now.getTime() - hour_ms).toISOString()}) as due`.execute(
    db,
  )
  return rows[0]?.due === true
}

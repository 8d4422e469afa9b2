import { sql } from 'kysely'
import type { Reader } from '../platform/db/database.ts'
import { type PublishedRate, readRatesFile } from './ecb-file.ts'

/** Bytes. The rates of 90 days and 40 currencies take a tenth of it. */
const longestFile = 2_000_000
const longestProblem = 500
const day_ms = 86_400_000

export interface RatesSource {
  url: string
  timeout_ms: number
  /** The wall clock, because publishing follows real days and not those of a moved clock. */
  now: () => Date
}

export interface Fetched {
  /** The number of new and corrected rates. */
  rates: number
  problem: string | undefined
}

/** Fetches the file once and keeps its rates. The result is recorded, success or failure. */
export async function fetchRates(db: Reader, source: RatesSource): Promise<Fetched> {
  const started_at = source.now().toISOString()
  const fetched = await readAndKeep(db, source).then(
    (rates): Fetched => ({ rates, problem: undefined }),
    (error: unknown): Fetched => ({ rates: 0, problem: sayWhy(error) }),
  )
  await db
    .insertInto('exchange_rate_fetch')
    .values({
      started_at,
      finished_at: source.now().toISOString(),
      rates: fetched.rates,
      problem: fetched.problem ?? null,
    })
    .execute()
  return fetched
}

async function readAndKeep(db: Reader, { url, timeout_ms, now }: RatesSource): Promise<number> {
  const file = readRatesFile(await download(url, timeout_ms))
  // A publisher's date is at most a few hours ahead of ours.
  const latest = new Date(now().getTime() + day_ms).toISOString().slice(0, 10)
  const ahead = file.rates.find(({ day }) => day > latest)
  if (ahead) throw new Error(`the rates of ${ahead.day} are still to come`)
  return keep(db, file.rates, file.source ?? new URL(url).hostname.slice(0, 100), now())
}

async function download(url: string, timeout_ms: number): Promise<string> {
  const response = await fetch(url, {
    headers: { accept: 'application/xml, text/xml' },
    redirect: 'error',
    signal: AbortSignal.timeout(timeout_ms),
  })
  if (response.status !== 200) {
    await response.body?.cancel()
    throw new Error(`answered ${response.status}`)
  }
  const decoder = new TextDecoder()
  let [text, bytes] = ['', 0]
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    // Leaving the loop ends the connection.
    if (bytes > longestFile) throw new Error(`the file is longer than ${longestFile} bytes`)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

/** Keeps all rates or none, in one statement. An unchanged rate is left alone. */
async function keep(db: Reader, rates: readonly PublishedRate[], source: string, at: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into exchange_rate as kept (currency_code, day, rate, source, fetched_at)
    select distinct on (currency_code, day) currency_code, day, rate, ${source}, ${at.toISOString()}::timestamptz
    from json_to_recordset(${JSON.stringify(rates)}) as x(currency_code text, day date, rate numeric)
    order by currency_code, day
    on conflict (currency_code, day) do update
      set rate = excluded.rate, source = excluded.source, fetched_at = excluded.fetched_at
      where kept.rate <> excluded.rate or kept.source <> excluded.source`.execute(db)
  return Number(numAffectedRows ?? 0)
}

function sayWhy(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : ''
  return `${error.message}${cause}`.slice(0, longestProblem) || error.name
}

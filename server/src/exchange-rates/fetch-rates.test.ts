import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, until } from '../../test/harness.ts'
import { startPeriodic } from '../platform/jobs/periodic.ts'
import { readRatesFile } from './ecb-file.ts'
import { exchangeRatesJobs, isFetchDue } from './exchange-rates-jobs.ts'
import { fetchRates } from './fetch-rates.ts'
import { ratesOn } from './rates-on.ts'

let kontor: TestApp
let server: Server
let answer: RequestListener
let asked = 0
// The owner of the tables, because the application may not delete rates.
let owner: pg.Client

beforeAll(async () => {
  kontor = await startTestApp()
  owner = new pg.Client(kontor.database.adminUrl)
  await owner.connect()
  server = createServer((request, response) => {
    asked += 1
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await owner.end()
  await kontor.stop()
})
beforeEach(() => {
  asked = 0
})
afterEach(async () => {
  await owner.query('truncate exchange_rate, exchange_rate_fetch')
})

const db = () => kontor.databases.provider
const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/rates.xml`
const noon = new Date('2026-11-20T12:00:00Z')
const fetchAt = (now: Date, timeout_ms = 2_000) => fetchRates(db(), { url: address(), timeout_ms, now: () => now })

/** A file as the European Central Bank writes it. */
const file = (days: Record<string, Record<string, string>>) => `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
	<gesmes:subject>Reference rates</gesmes:subject>
	<gesmes:Sender>
		<gesmes:name>European Central Bank</gesmes:name>
	</gesmes:Sender>
	<Cube>
${Object.entries(days)
  .map(
    ([day, rates]) =>
      `<Cube time='${day}'>${Object.entries(rates)
        .map(([code, rate]) => `<Cube currency="${code}" rate='${rate}'/>`)
        .join('')}</Cube>`,
  )
  .join('\n')}
	</Cube>
</gesmes:Envelope>`
const says =
  (text: string, status = 200): RequestListener =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': 'text/xml' }).end(text)

describe('exchange rates', () => {
  it('are kept digit for digit, with their day and who published them', async () => {
    answer = says(file({ '2026-11-20': { USD: '1.0832', JPY: '163.210' }, '2026-11-19': { USD: '1.08' } }))
    expect(await fetchAt(noon)).toEqual({ rates: 3, problem: undefined })
    const source = 'European Central Bank'
    expect(await ratesOn(db(), ['USD', 'JPY', 'EUR', 'SEK'], '2026-11-25')).toEqual([
      { currency_code: 'JPY', day: '2026-11-20', per_euro: '163.210', source },
      { currency_code: 'USD', day: '2026-11-20', per_euro: '1.0832', source },
    ])
    expect(await ratesOn(db(), ['USD', 'JPY'], '2026-11-19')).toMatchObject([{ day: '2026-11-19', per_euro: '1.08' }])
    expect(await ratesOn(db(), ['USD'], '2026-11-18')).toEqual([])
    // The same file again changes nothing; a corrected rate does.
    expect(await fetchAt(noon)).toMatchObject({ rates: 0 })
    answer = says(file({ '2026-11-20': { USD: '1.0833' } }))
    expect(await fetchAt(noon)).toMatchObject({ rates: 1 })
    expect(await ratesOn(db(), ['USD'], '2026-11-20')).toMatchObject([{ per_euro: '1.0833' }])
  })

  it('come from the sandbox’s own file in a demo, and are the same whenever they are asked for', async () => {
    const url = `${kontor.sandboxUrl}/exchange-rates/90-days.xml`
    const [one, other] = [
      readRatesFile(await (await fetch(url)).text()),
      readRatesFile(await (await fetch(url)).text()),
    ]
    expect(one).toEqual(other)
    expect(one.source).toContain('invented')
    expect(new Set(one.rates.map(({ day }) => day)).size).toBeGreaterThan(60)
    const { rates, problem } = await fetchRates(db(), { url, timeout_ms: 2_000, now: () => new Date() })
    expect([rates, problem]).toEqual([one.rates.length, undefined])
    const daily = readRatesFile(await (await fetch(url.replace('90-days', 'daily'))).text())
    expect(one.rates.slice(0, daily.rates.length)).toEqual(daily.rates)
  })

  it.each([
    ['an error', says('no', 503), 'answered 503'],
    ['a page', says('<html><body>Cube</body></html>'), 'there are no rates in the file'],
    [
      'a redirect',
      ((_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()) as RequestListener,
      'redirect',
    ],
    ['a rate of nothing', says(file({ '2026-11-20': { USD: '0.000' } })), 'is not a rate of USD'],
    ['a negative rate', says(file({ '2026-11-20': { JPY: '160', USD: '-1.08' } })), 'is not a rate of USD'],
    ['a day that is none', says(file({ '2026-02-30': { USD: '1.08' } })), '2026-02-30 is not a day'],
    ['days to come', says(file({ '2026-12-20': { USD: '1.08' } })), 'still to come'],
    ['a rate without a day', says(`<Cube><Cube currency='USD' rate='1.08'/></Cube>`), 'under no day'],
    [
      'no end',
      ((_, response) => {
        response.writeHead(200)
        const more = () => response.write('x'.repeat(65_536), () => response.destroyed || setImmediate(more))
        more()
      }) as RequestListener,
      'longer than 2000000 bytes',
    ],
    ['silence', (() => {}) as RequestListener, 'timeout'],
  ])('are left alone, with a reason written down, when the answer is %s', async (_, listener, reason) => {
    answer = listener
    const { rates, problem } = await fetchAt(noon, 400)
    expect([rates, problem]).toEqual([0, expect.stringContaining(reason)])
    expect(await ratesOn(db(), ['USD', 'JPY'], '2030-01-01')).toEqual([])
    const kept = await db().selectFrom('exchange_rate_fetch').select(['rates', 'problem']).execute()
    expect(kept).toEqual([{ rates: 0, problem }])
  })

  it('are asked for once a day, after a failure again an hour later', async () => {
    const isDue = (at: string) => isFetchDue(db(), new Date(at))
    expect(await isDue('2026-11-20T12:00:00Z')).toBe(true)
    answer = says('no', 500)
    await fetchAt(noon)
    expect([await isDue('2026-11-20T12:59:00Z'), await isDue('2026-11-20T13:01:00Z')]).toEqual([false, true])
    answer = says(file({ '2026-11-20': { USD: '1.08' } }))
    await fetchAt(new Date('2026-11-20T16:05:00Z'))
    // Five in the afternoon in Frankfurt is 16:00 UTC in winter.
    expect([await isDue('2026-11-20T17:30:00Z'), await isDue('2026-11-21T15:59:00Z')]).toEqual([false, false])
    expect(await isDue('2026-11-21T16:01:00Z')).toBe(true)
  })

  it('are asked for by one process only, and by none without an address', async () => {
    answer = says(file({ '2026-11-20': { USD: '1.08' } }))
    const now = () => noon
    const start = (url: string | undefined) =>
      startPeriodic({
        db: db(),
        jobs: exchangeRatesJobs(kontor.databases, { url, now, onProblem: () => {} }),
        now,
        onError: () => {},
      })
    const running = [start(address()), start(address()), start(undefined)]
    await until(
      () => ratesOn(db(), ['USD'], '2026-11-20'),
      (found) => found.length === 1,
    )
    await Promise.all(running.map((each) => each.stop()))
    expect(asked).toBe(1)
  })

  it('cannot be written by a merchant’s request', async () => {
    const write = sql`insert into exchange_rate values ('USD', '2026-11-20', 1, 'x', now())`.execute(
      kontor.databases.merchant,
    )
    await expect(write).rejects.toThrow('permission denied')
  })
})

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildApp } from '../server/src/app.ts'
import { migrate } from '../server/src/migrate.ts'
import { openDatabases } from '../server/src/platform/db/database.ts'
import { freePort } from '../tools/run/processes.ts'
import { median, medianTime, perSecond } from './measure.ts'
import { databaseTime } from './processor-time.ts'
import { type Chapter, type Finding, ms, times } from './report.ts'
import type { World } from './world.ts'

/** Short turns, and many: what else the machine does moves each of them. */
const rounds = 21
const callers = 8
/** Ten for each payment of the demo, and ten million at most. */
const itemsBeside = (rows: number) => Math.min(10 * rows, 10_000_000)

/** Two servers, one with the trail of calls and one without, are measured in turns; then the lists of a long trail. */
export async function trail(world: World): Promise<Chapter> {
  const { masterKey } = world
  const [on, off] = [await serverOf(world, masterKey, true), await serverOf(world, masterKey, false)]
  try {
    const [profile] = await on.get<{ id: string }[]>('/v1/paymentprofile?currency_code=EUR', world.merchant.cookie)
    const one = `/v1/paymentprofile/${profile?.id}`
    const reads = await inTurns(world, (server) => server.get(one, world.merchant.cookie), { on, off })
    const pages = await inTurns(world, (server) => server.get('/v1/transaction', world.merchant.cookie), { on, off })
    const payments = await inTurns(world, (server) => server.pay(String(profile?.id), world.merchant.cookie), {
      on,
      off,
    })
    await fill(world)
    return {
      title: 'The trail of calls',
      text: `The same requests by a server that records them and one that does not, by ${callers} callers in turns; and the first page of each filter of the provider’s list.`,
      findings: [
        ratio('one row by its id', reads, 1.11),
        ratio('a page of 25 payments', pages),
        ratio('a payment by card', payments),
        ...(await filters(world, on)),
      ],
    }
  } finally {
    await Promise.all([on.close(), off.close()])
  }
}

type Server = Awaited<ReturnType<typeof serverOf>>

async function serverOf(world: World, masterKey: string, auditTrail: boolean) {
  const databases = openDatabases(await migrate({ adminUrl: world.adminUrl, masterKey }), () => {})
  const port = await freePort()
  const url = `http://localhost:${port}`
  const app = await buildApp({ databases, masterKey, publicUrl: url, auditTrail })
  await app.listen({ port, host: 'localhost' })
  const read = async (response: Response) => {
    if (!response.ok) throw new Error(`${response.url}: ${await response.text()}`)
    return response.json()
  }
  return {
    get: async <T>(path: string, cookie: string) => (await read(await fetch(url + path, { headers: { cookie } }))) as T,
    pay: async (payment_profile: string, cookie: string) => {
      const headers = { cookie, origin: url, 'content-type': 'application/json' }
      const card = { amount: 1_000, payment_product: 'card', card_token: 'test_visa', merchant_reference: randomUUID() }
      return read(
        await fetch(`${url}/v1/transaction`, {
          method: 'POST',
          headers,
          body: JSON.stringify({ payment_profile, ...card }),
        }),
      )
    },
    close: async () => {
      await app.close()
      await databases.close()
    },
  }
}

interface Turn {
  per_s: number
  /** Processor time of this process, which is server and caller, and of the database, for one request. */
  cpu_ms: number
}

interface Turns {
  on: Turn[]
  off: Turn[]
}

/** The trail writes beside the requests, so the measuring goes on for this time after the last one. */
const afterwards_ms = 500

async function turn(world: World, work: () => Promise<unknown>): Promise<Turn> {
  const [own, database] = [process.cpuUsage(), await databaseTime(world)]
  let done = 0
  const per_s = await perSecond(
    async () => {
      await work()
      done++
    },
    callers,
    700,
  )
  await sleep(afterwards_ms)
  const { user, system } = process.cpuUsage(own)
  const ofDatabase = ((await databaseTime(world)) ?? 0) - (database ?? 0)
  return { per_s, cpu_ms: ((user + system) / 1000 + ofDatabase) / done }
}

async function inTurns(
  world: World,
  work: (server: Server) => Promise<unknown>,
  servers: { on: Server; off: Server },
): Promise<Turns> {
  const seen: Turns = { on: [], off: [] }
  for (const server of Object.values(servers)) await perSecond(() => work(server), callers, 500)
  for (let round = 0; round < rounds; round++)
    for (const way of round % 2 ? (['on', 'off'] as const) : (['off', 'on'] as const))
      seen[way].push(await turn(world, () => work(servers[way])))
  return seen
}

/** A busy machine moves the requests a second from turn to turn, and the processor time hardly: that is judged. */
function ratio(what: string, { on, off }: Turns, most?: number): Finding {
  const ratios = on.map((each, at) => each.cpu_ms / (off[at]?.cpu_ms ?? Number.NaN)).sort((one, other) => one - other)
  const middle = median(ratios)
  const of = (turns: Turn[], name: keyof Turn) => median(turns.map((each) => each[name]))
  const speeds = `${of(on, 'per_s').toFixed(0)} and ${of(off, 'per_s').toFixed(0)} a second`
  return {
    what: `${what}, processor time with the trail against without`,
    budget: most === undefined ? 'within the noise' : `≤ ${most}×`,
    measured: `${times(middle)} (${times(ratios[0] ?? 0)}–${times(ratios.at(-1) ?? 0)}), ${ms(of(on, 'cpu_ms'))} and ${ms(of(off, 'cpu_ms'))}; ${speeds}`,
    met: most === undefined ? undefined : middle <= most,
  }
}

/** Items of a year, as many as are missing. */
async function fill({ sql, rows, merchant }: World): Promise<void> {
  const wanted = itemsBeside(rows)
  const { rows: found } = await sql.query('select count(*)::int as n from audit_trail_item')
  if (found[0].n >= wanted) return
  await sql.query(`select ensure_audit_trail_partitions((now() - interval '${365} days')::date, now()::date)`)
  await sql.query(
    `insert into audit_trail_item (merchant_id, created_at, id, organisation_id, type, route, url, authentication, user_name, psp,
        origin, destination, response_code, duration_ms, transaction_id)
      select case when n % 20 = 0 then $1::uuid else gen_random_uuid() end, at,
        (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 4, 15))::uuid,
        $1, (array['request', 'request', 'request', 'processor_call', 'notification', 'webhook'])[1 + n % 6],
        (array['GET /v1/transaction', 'POST /v1/transaction', 'GET /v1/paymentprofile/:id', 'authorize'])[1 + n % 4],
        '/v1/transaction', (array['api', 'jwt', 'none'])[1 + n % 3], 'till', false, '192.0.2.1',
        case when n % 6 > 2 then 'processor.example' else 'kontor' end,
        case when n % 200 = 0 then 503 when n % 30 = 0 then 404 else 200 end, 12, case when n % 2 = 0 then gen_random_uuid() end
      from (select n, date_trunc('milliseconds', now() - n * (interval '365 days' / $2::int)) as at from generate_series(1, $2::int) n) given`,
    [merchant.id, wanted],
  )
  await sql.query('analyze audit_trail_item')
}

async function filters(world: World, server: Server): Promise<Finding[]> {
  const since = new Date(Date.now() - 30 * 86_400_000).toISOString()
  const { rows } = await world.sql.query(
    'select transaction_id as id from audit_trail_item where transaction_id is not null and created_at > $1 limit 1',
    [since],
  )
  const { rows: counted } = await world.sql.query('select count(*)::int as n from audit_trail_item')
  const asked: [string, string, number][] = [
    ['the last month', '', 300],
    ['one merchant', `&merchant[]=${world.merchant.id}`, 300],
    ['route and type', '&route=GET /v1/transaction&type=request', 300],
    ['codes from 500 to 599', '&response_code>=500&response_code<=599', 300],
    ['authentication none', '&authentication=none', 300],
    ['one destination', '&destination=processor.example', 300],
    ['one payment', `&transaction=${rows[0]?.id}`, 300],
    ['a route that never occurs', '&route=GET /v1/nothing', 1_500],
  ]
  const findings: Finding[] = []
  for (const [what, query, most] of asked) {
    const path = `/v1/psp/audittrail?created_at>=${since}${query}`
    const took = await medianTime(() => server.get(path, world.provider.cookie), 7)
    findings.push({
      what: `the first page of ${what}, of ${counted[0].n.toLocaleString('en')} items`,
      ...{ budget: `≤ ${most} ms`, measured: ms(took), met: took <= most },
    })
  }
  return findings
}

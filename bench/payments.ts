import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { v7 } from 'uuid'
import { median, perSecond } from './measure.ts'
import { type Chapter, type Finding, ms, times } from './report.ts'
import type { World } from './world.ts'

const rounds = 3

/** Card payments over HTTP, from the request to the answer with the outcome, against bare inserts of the same rows. */
export async function payments(world: World): Promise<Chapter> {
  const pay = await payer(world)
  const model = await pay()
  const bare = await bareInserts(world, model)
  const findings: Finding[] = []
  for (const [callers, who] of [
    [1, 'one caller'],
    [8, 'eight callers'],
  ] as const) {
    const seen: { ours: number; bare: number; cpu_ms: number | undefined }[] = []
    for (let round = 0; round < rounds; round++) {
      const before = cpuOf(world.postgresPid())
      let paid = 0
      const ours = await perSecond(async () => {
        await pay()
        paid++
      }, callers)
      const after = cpuOf(world.postgresPid())
      const cpu_ms = before === undefined || after === undefined ? undefined : (after - before) / paid
      seen.push({ ours, bare: await perSecond(bare.insert, callers), cpu_ms })
    }
    const ratios = seen.map((each) => each.ours / each.bare)
    findings.push({
      what: `payments per second, ${who}`,
      budget: '',
      measured: `${times(median(ratios))} (${times(Math.min(...ratios))}–${times(Math.max(...ratios))}) of the bare inserts: ${median(seen.map((each) => each.ours)).toFixed(0)} against ${median(seen.map((each) => each.bare)).toFixed(0)} a second`,
      met: undefined,
    })
    const cpu = seen.flatMap(({ cpu_ms }) => (cpu_ms === undefined ? [] : [cpu_ms]))
    if (cpu.length > 0)
      findings.push({
        what: `processor time of the database for one payment, ${who}`,
        budget: '≤ 5 ms',
        measured: `${ms(median(cpu))} (${ms(Math.min(...cpu))}–${ms(Math.max(...cpu))})`,
        met: median(cpu) <= 5,
      })
  }
  await bare.close()
  return {
    title: 'Payments',
    text: 'Card payments over HTTP through the sandbox, which runs on the same machine: request, order, outcome, answer, with an idempotency key. Beside them the rows that such a payment leaves, inserted bare by the driver in one transaction, with the triggers of their tables. The processor time is that of all processes of PostgreSQL, with the notifications of the processor and the upkeep of the figures.',
    findings,
  }
}

interface Paid {
  merchant: string
  id: string
  key: string
}

/** Makes a payment in the shop of the merchant that takes most cards. */
async function payer({ sql, url, merchant }: World): Promise<() => Promise<Paid>> {
  const { rows } = await sql.query<{ id: string }>(
    `select choice.payment_profile_id as id from payment_profile_processor choice
     join processor on processor.merchant_id = choice.merchant_id and processor.id = choice.processor_id
     where choice.merchant_id = $1 and processor.payment_product = 'card' and processor.active
     order by choice.payment_profile_id limit 1`,
    [merchant.id],
  )
  const payment_profile = rows[0]?.id
  return async () => {
    const key = randomUUID()
    const response = await fetch(`${url}/v1/transaction`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url, cookie: merchant.cookie, 'idempotency-key': key },
      body: JSON.stringify({
        ...{ payment_profile, amount: 1_000, payment_product: 'card', card_token: 'test_visa' },
        ...{ merchant_reference: 'bench', country_code: 'NL' },
      }),
    })
    const body = (await response.json()) as { id: string; status: string }
    if (body.status !== 'SETTLEMENT_REQUESTED') throw new Error(`a payment ended with ${JSON.stringify(body)}`)
    return { merchant: merchant.id, id: body.id, key }
  }
}

/** Inserts the rows of the model once more, under another id. */
async function bareInserts({ adminUrl, sql }: World, model: Paid) {
  const pool = new pg.Pool({ connectionString: adminUrl, max: 8 })
  const of = 'merchant_id = $3 and transaction_id = $4'
  const statements = await Promise.all([
    copy(sql, 'transaction', 'merchant_id = $3 and id = $4'),
    copy(sql, 'transaction_event', `${of} and from_status is not null`),
    copy(sql, 'payment_attempt', of),
    copy(sql, 'outbox', of),
    copy(sql, 'outbox_attempt', 'merchant_id = $3 and outbox_id = $4'),
    copy(sql, 'processor_call', of),
    copy(sql, 'idempotency_key', 'merchant_id = $3 and key = $5'),
    delta,
  ])
  return {
    insert: async () => {
      const now = new Date()
      const id = v7({ msecs: now.getTime() })
      const given = [id, now, model.merchant, model.id, model.key]
      const client = await pool.connect()
      try {
        await client.query('begin')
        for (const { name, text } of statements) {
          const used = given.slice(0, Math.max(...[...text.matchAll(/\$(\d)/g)].map(([, place]) => Number(place))))
          await client.query({ name, text, values: used })
        }
        await client.query('commit')
      } finally {
        client.release()
      }
    },
    close: () => pool.end(),
  }
}

/** The copy of a payment's rows in one table, with $1 as the id of the new payment and $2 as its time. */
async function copy(sql: pg.Client, table: string, which: string) {
  const { rows } = await sql.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped
       and attidentity = '' and attgenerated = '' order by attnum`,
    [table],
  )
  const names = rows.map(({ name }) => name)
  const idOf = table === 'transaction' || table === 'payment_attempt' || table === 'outbox' ? 'id' : ''
  const values = names.map((name) => {
    if (name === idOf || name === 'transaction_id' || name === 'outbox_id') return '$1::uuid'
    if (name === 'key') return '$1::uuid::text'
    if (name === 'transaction_created_at' || (table === 'transaction' && name === 'created_at'))
      return '$2::timestamptz'
    return name
  })
  const types = '$1::uuid is not null and $2::timestamptz is not null and $3::uuid is not null and $4::uuid is not null'
  const text = `insert into ${table} (${names.join(', ')}) select ${values.join(', ')} from ${table} where ${which} and ${types}`
  return { name: `copy ${table}`, text }
}

/** A payment writes three changes of the figures; the later two cancel out here. */
const delta = {
  name: 'delta',
  text: `insert into statistics_delta (merchant_id, entity, organisation_id, created_at, status, visited, payment_product,
      payment_product_type, country_code, payment_profile_id, processor_id, currency_code, n, amount)
    select merchant_id, 'transaction', organisation_id, created_at, status, visited, payment_product,
      payment_product_type, country_code, payment_profile_id, processor_id, currency_code, n, amount
    from transaction, (values (1), (-1), (1)) as change (n)
    where merchant_id = $3 and created_at = $2 and id = $1`,
}

/** Milliseconds of processor time of a process and its children, also those that ended. Undefined outside of Linux. */
function cpuOf(pid: number | undefined): number | undefined {
  if (pid === undefined || !existsSync(`/proc/${pid}/stat`)) return undefined
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? statOf(Number(name)) : []))
  const ticks = all.map((each) => (each.pid === pid ? each.own + each.ended : each.parent === pid ? each.own : 0))
  return ticks.reduce((sum, each) => sum + each, 0) * tick_ms
}

/** The unit of /proc on every usual Linux. */
const tick_ms = 10

function statOf(pid: number) {
  try {
    const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) (?=\S )/)
    const at = (place: number) => Number(fields.split(' ')[place])
    return [{ pid, parent: at(1), own: at(11) + at(12), ended: at(13) + at(14) }]
  } catch {
    // The process ended meanwhile.
    return []
  }
}

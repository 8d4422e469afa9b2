import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { v7 } from 'uuid'
import { median, perSecond } from './measure.ts'
import { databaseTime } from './processor-time.ts'
import { type Chapter, type Finding, ms, times } from './report.ts'
import type { World } from './world.ts'

const rounds = 3
/** The notifications of the last payments of a round, and their webhooks, arrive meanwhile. */
const afterwards_ms = 3_000

/** Card payments over HTTP, from the request to the answer with the outcome, against bare inserts of the same rows. */
export async function payments(world: World): Promise<Chapter> {
  const pay = await payer(world)
  // Each connection of the server plans the statements of payments once.
  await perSecond(pay, 8)
  const model = await pay()
  // Its notification ends its order; copies of an order that is open would be orders that nobody can read.
  await sleep(afterwards_ms)
  const bare = await bareInserts(world, model)
  const findings: Finding[] = []
  for (const [callers, who] of [
    [1, 'one caller'],
    [8, 'eight callers'],
  ] as const) {
    const seen: { ours: Paced; bare: Paced }[] = []
    for (let round = 0; round < rounds; round++) {
      const ours = await paced(world, pay, callers)
      seen.push({ ours, bare: await paced(world, bare.insert, callers) })
    }
    findings.push(throughput(who, seen), ...processorTime(who, seen))
  }
  await bare.close()
  return {
    title: 'Payments',
    text: 'Card payments over HTTP through the sandbox, which runs on the same machine: request, order, outcome, answer, with an idempotency key. Beside them the rows that such a payment leaves, inserted bare by the driver in one transaction, with the triggers of their tables. The processor time is that of all processes of PostgreSQL, with the notifications of the processor, the webhooks to the shop and the upkeep of the figures, and without the database of the sandbox, which stands for the processor.',
    findings,
  }
}

interface Paced {
  per_s: number
  /** Processor time of the database for one of them; undefined where it cannot be read. */
  cpu_ms: number | undefined
}

async function paced(world: World, work: () => Promise<unknown>, callers: number): Promise<Paced> {
  const before = await databaseTime(world)
  let done = 0
  const per_s = await perSecond(async () => {
    await work()
    done++
  }, callers)
  await sleep(afterwards_ms)
  const after = await databaseTime(world)
  return { per_s, cpu_ms: before === undefined || after === undefined ? undefined : (after - before) / done }
}

type Seen = readonly { ours: Paced; bare: Paced }[]

function throughput(who: string, seen: Seen): Finding {
  const ratios = seen.map(({ ours, bare }) => ours.per_s / bare.per_s)
  const each = (side: 'ours' | 'bare') => median(seen.map((round) => round[side].per_s)).toFixed(0)
  return {
    what: `payments per second, ${who}`,
    budget: '',
    measured: `${times(median(ratios))} (${times(Math.min(...ratios))}–${times(Math.max(...ratios))}) of the bare inserts: ${each('ours')} against ${each('bare')} a second`,
    met: undefined,
  }
}

function processorTime(who: string, seen: Seen): Finding[] {
  const of = (side: 'ours' | 'bare') => seen.flatMap((round) => round[side].cpu_ms ?? [])
  const [cpu, bare] = [of('ours'), of('bare')]
  if (cpu.length === 0) return []
  return [
    {
      what: `processor time of the database for one payment, ${who}`,
      budget: '≤ 5 ms',
      measured: `${ms(median(cpu))} (${ms(Math.min(...cpu))}–${ms(Math.max(...cpu))}); ${times(median(cpu) / median(bare))} of the bare inserts, ${ms(median(bare))}`,
      met: median(cpu) <= 5,
    },
  ]
}

interface Paid {
  merchant: string
  id: string
  created_at: string
  key: string
}

/** Makes a payment in the shop of the merchant that takes most cards. */
export async function payer({ sql, url, merchant }: World): Promise<() => Promise<Paid>> {
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
        ...{ merchant_reference: `bench-${key.slice(0, 8)}`, country_code: 'NL' },
      }),
    })
    const body = (await response.json()) as { id: string; created_at: string; status: string }
    if (body.status !== 'SETTLEMENT_REQUESTED') throw new Error(`a payment ended with ${JSON.stringify(body)}`)
    return { merchant: merchant.id, id: body.id, created_at: body.created_at, key }
  }
}

/** Inserts the rows of the model once more, under another id. */
async function bareInserts({ adminUrl, sql }: World, model: Paid) {
  // As the server does it: each statement is planned once.
  const options = '-c timezone=UTC -c plan_cache_mode=force_generic_plan'
  const pool = new pg.Pool({ connectionString: adminUrl, max: 8, options })
  const of = 'merchant_id = $3 and transaction_created_at = $5 and transaction_id = $4'
  const rows: [table: string, which: string][] = [
    ['transaction', 'merchant_id = $3 and created_at = $5 and id = $4'],
    ['transaction_event', `${of} and from_status is not null`],
    ['payment_attempt', of],
    ['outbox', of],
    ['outbox_attempt', 'merchant_id = $3 and outbox_id = $4'],
    ['processor_call', of],
    ['idempotency_key', 'merchant_id = $3 and key = $6'],
  ]
  const statements = [delta]
  for (const [table, which] of rows.reverse()) statements.unshift(await copy(sql, table, which))
  return {
    insert: async () => {
      const now = new Date()
      const id = v7({ msecs: now.getTime() })
      const given = [id, now, model.merchant, model.id, model.created_at, model.key]
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
  const types = ['uuid', 'timestamptz', 'uuid', 'uuid', 'timestamptz']
  const given = types.map((type, index) => `$${index + 1}::${type} is not null`).join(' and ')
  const text = `insert into ${table} (${names.join(', ')}) select ${values.join(', ')} from ${table} where ${which} and ${given}`
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

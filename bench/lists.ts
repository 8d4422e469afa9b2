import pg from 'pg'
import { compare, medianTime, perSecond } from './measure.ts'
import { type Chapter, ms, times } from './report.ts'
import type { World } from './world.ts'

const joined = `
  select t.*, p.name as payment_profile_name, c.first_name, c.last_name
  from (select * from transaction where merchant_id = $1 order by created_at desc, id desc limit 25 offset $2) t
  join payment_profile p on p.merchant_id = t.merchant_id and p.id = t.payment_profile_id
  left join customer c on c.merchant_id = t.merchant_id and c.id = t.customer_id
  order by t.created_at desc, t.id desc`
const plain = `
  select t.*, p.name as payment_profile_name, c.first_name, c.last_name
  from transaction t
  join payment_profile p on p.merchant_id = t.merchant_id and p.id = t.payment_profile_id
  left join customer c on c.merchant_id = t.merchant_id and c.id = t.customer_id
  where t.merchant_id = $1 order by t.created_at desc, t.id desc limit 25 offset $2`

/** Times a page of the merchant's payments over HTTP, against the SQL of the same page through the driver alone. */
export async function lists(world: World): Promise<Chapter> {
  const { sql, adminUrl, merchant, provider } = world
  const raw = (name: string, text: string, skip: number) => () => sql.query({ name, text, values: [merchant.id, skip] })
  const list = '/v1/transaction?_populate=payment_profile,customer'
  const first = await compare(() => merchant.get(list), raw('joined', joined, 0), { times: 40 })
  const both = () => Promise.all([merchant.get(list), merchant.get('/v1/transaction/count')])
  const counted = await compare(both, raw('joined', joined, 0), { times: 25 })

  const confined = await confinedTo(world)
  const secured = await compare(
    () => confined.query({ name: 'joined', text: joined, values: [merchant.id, 0] }),
    raw('joined', joined, 0),
    { times: 40 },
  )
  for (const client of [confined, sql]) await client.query('set plan_cache_mode = force_generic_plan')
  const plannedOnce = await compare(
    () => confined.query({ name: 'joined', text: joined, values: [merchant.id, 0] }),
    raw('joined', joined, 0),
    { times: 40 },
  )
  await sql.query('reset plan_cache_mode')
  await confined.end()

  const { count } = await merchant.get<{ count: number }>('/v1/transaction/count')
  const skip = Math.min(25_000, Math.floor((count - 25) / 25) * 25)
  const far = await compare(() => merchant.get(`/v1/transaction?_skip=${skip}`), raw('plain', plain, skip), {
    times: 5,
  })
  const near = await medianTime(() => merchant.get('/v1/transaction'), 20)

  const pool = new pg.Pool({ connectionString: adminUrl, max: 10 })
  const countAll = () => pool.query('select count(*) from transaction')
  const listAndCount = () => Promise.all([provider.get(list), provider.get('/v1/transaction/count')])
  const listAndScan = () => Promise.all([provider.get(list), countAll()])
  const ours = await perSecond(listAndCount, 10)
  const scanned = await perSecond(listAndScan, 10)
  await pool.end()
  return {
    title: 'Lists',
    text: 'A page of 25 payments with shop and customer, over HTTP with the session looked up, row-level security and all, held against the bare SQL by the driver.',
    findings: [
      {
        what: 'the first page',
        budget: '≤ 3.5× its SQL',
        measured: `${times(first.ratio)} (${times(first.lowest)}–${times(first.highest)}); ${ms(first.ours)} against ${ms(first.peer)}`,
        met: first.ratio <= 3.5,
      },
      {
        what: 'the first page and the exact count',
        budget: '≤ 5× the SQL of the page',
        measured: `${times(counted.ratio)} (${times(counted.lowest)}–${times(counted.highest)}); ${ms(counted.ours)}`,
        met: counted.ratio <= 5,
      },
      {
        what: 'list and count per second, ten callers, everything the provider has',
        budget: '≥ 10× list and count(*) (at 10M)',
        measured: `${times(ours / scanned)}: ${ours.toFixed(0)} against ${scanned.toFixed(0)} a second`,
        met: ours / scanned >= 10,
      },
      {
        what: `the page after ${skip.toLocaleString('en')} rows`,
        budget: 'over HTTP ≤ 1/4 of the plain OFFSET in SQL alone',
        measured: `${times(far.ratio)} (${times(far.lowest)}–${times(far.highest)}); ${ms(far.ours)} against ${ms(far.peer)}; the first page ${ms(near)}`,
        met: far.ratio <= 1 / 4,
      },
      {
        what: 'the SQL of a page under row-level security',
        budget: '≤ 1.15× without',
        measured: `${times(secured.ratio)} (${times(secured.lowest)}–${times(secured.highest)}); planned once, as the server does it: ${times(plannedOnce.ratio)}, ${ms(plannedOnce.ours)} against ${ms(plannedOnce.peer)}`,
        met: secured.ratio <= 1.15,
      },
    ],
  }
}

/** A connection that sees only one merchant. */
async function confinedTo({ adminUrl, merchant }: World): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: adminUrl, options: '-c timezone=UTC' })
  await client.connect()
  await client.query(`select set_config('kontor.merchant', $1, false), set_config('role', 'kontor_merchant', false)`, [
    merchant.id,
  ])
  return client
}

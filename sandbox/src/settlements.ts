import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { accountOf } from './accounts.ts'
import { inTransaction, type Trx } from './database.ts'
import { lockChargeable, openChargeback } from './payments/chargebacks.ts'
import { lockPayment } from './payments/operation.ts'
import { Refused } from './payments/refused.ts'
import type { Services } from './services.ts'
import { chargebackFees, type Mischief, mischiefs, type SettledLine, withMischief } from './settlement-mischief.ts'

/** Operations in one batch. */
const most = 10_000

const range = z.strictObject({ after: z.coerce.number().int().min(0).max(1_000_000_000).default(0) })
const order = z.strictObject({ mischief: z.array(z.enum(mischiefs)).max(20) })
const number = z.coerce.number().int().min(1).max(1_000_000_000)

/**
 * The payouts of the sandbox to an account. A real gateway closes a batch every day; here the caller closes those of the days so far, so
 * that there is something to read at once, and a clock that was moved leaves a batch for each day in between.
 */
export function settlementRoutes(app: FastifyInstance, services: Services) {
  const { db } = services
  app.post('/v1/settlements', async (request) => {
    const { name } = await accountOf(db, request)
    return { batch: await inTransaction(db, (trx) => closeBatches(services, trx, name)) }
  })

  app.put('/v1/settlements/mischief', async (request) => {
    const { name } = await accountOf(db, request)
    const { mischief } = order.parse(request.body)
    await db.query('update account set settlement_mischief = $2 where name = $1', [name, mischief])
    return { mischief }
  })

  app.get('/v1/settlements', async (request) => {
    const { name } = await accountOf(db, request)
    const { after } = range.parse(request.query)
    const { rows } = await db.query<{ batch: number }>(
      'select batch from settlement where account = $1 and batch > $2 order by batch limit 100',
      [name, after],
    )
    return { batches: rows.map(({ batch }) => batch) }
  })

  app.get<{ Params: { batch: string } }>('/v1/settlements/:batch', async (request, reply) => {
    const { name } = await accountOf(db, request)
    const { rows } = await db.query<{ csv: string }>('select csv from settlement where account = $1 and batch = $2', [
      name,
      number.parse(request.params.batch),
    ])
    if (!rows[0]) throw new Refused(404, 'unknown_settlement', 'The account has no such settlement')
    return reply.type('text/csv; charset=utf-8').send(rows[0].csv)
  })
}

interface Moved {
  type: string
  booked_at: Date
  reference: string
  merchant_reference: string
  id: string
  payment_id: string
  currency_code: string
  amount: number
}

/** Closes a batch for each day of everything that is in none, and gives the last; null when there is nothing. */
async function closeBatches(services: Services, trx: Trx, account: string): Promise<number | null> {
  let last: number | null = null
  for (;;) {
    const batch = await closeBatch(services, trx, account)
    if (batch === null) return last
    last = batch
  }
}

/** Closes the batch of the oldest day. */
async function closeBatch(services: Services, trx: Trx, account: string): Promise<number | null> {
  // Two at once would put the same operation into two batches.
  const found = await trx.query<{ mischief: Mischief[]; now: Date }>(
    'select settlement_mischief as mischief, sandbox_now() as now from account where name = $1 for update',
    [account],
  )
  const { mischief = [], now = new Date() } = found.rows[0] ?? {}
  const { rows: moved } = await trx.query<Moved>(unsettled, [account, most])
  const rows = moved.filter(({ booked_at }) => dayOf(booked_at) === dayOf(moved[0]?.booked_at))
  if (rows.length === 0) return null
  const last = await trx.query<{ batch: number }>(
    'select coalesce(max(batch), 0)::int as batch from settlement where account = $1',
    [account],
  )
  const batch = (last.rows[0]?.batch ?? 0) + 1
  // Locked, so that what the file says of them becomes true.
  const payments = mischief.includes('late_chargeback') ? rows.map(({ payment_id }) => payment_id) : []
  const chargeable = await lockChargeable(trx, account, payments)
  const { lines, left } = withMischief(
    rows.map(lineOf),
    mischief,
    ({ payment_id, gross }) => chargeable.get(payment_id) === gross,
  )
  const csv = fileOf(batch, lines, now)
  await trx.query('insert into settlement (account, batch, csv) values ($1, $2, $3)', [account, batch, csv])
  await trx.query('update account set settlement_mischief = $2 where name = $1', [account, left])
  await trx.query(
    'insert into settled (account, id, type, batch) select $1, id, type, $4 from unnest($2::text[], $3::text[]) of(id, type)',
    [account, rows.map(({ id }) => id), rows.map(({ type }) => type), batch],
  )
  for (const line of lines.filter(({ type, id }) => type === 'Chargeback' && !rows.some((row) => row.id === id))) {
    const taken = rows.find(({ type, payment_id }) => type === 'Payment' && payment_id === line.payment_id)
    if (taken) await chargeBackLate(services, trx, { account, id: taken.id }, line)
  }
  return batch
}

const dayOf = (instant: Date | undefined): string | undefined => instant?.toISOString().slice(0, 10)

/** A chargeback that the file has before anybody is told. It is in this batch, and in no later one. */
async function chargeBackLate(
  services: Services,
  trx: Trx,
  operation: { account: string; id: string },
  { id, payment_id }: SettledLine,
) {
  const { account } = operation
  const payment = await lockPayment(trx, { account, payment_id })
  if (!payment) return
  await openChargeback(services, trx, operation, payment, { id, timing: 'late' })
  await trx.query(
    `insert into settled (account, id, type, batch) select $1, $2, 'Chargeback', max(batch) from settlement where account = $1`,
    [account, id],
  )
}

/** Money that was taken, given back and charged back, once for each. */
const unsettled = `
  select moved.* from (
    select case o.kind when 'refund' then 'Refund' else 'Payment' end as type, coalesce(o.happened_at, o.created_at) as booked_at,
      o.reference, coalesce(p.merchant_reference, '') as merchant_reference, o.id, o.payment_id, o.currency_code, o.amount
    from operation o left join payment p on p.account = o.account and p.id = o.payment_id
    where o.account = $1 and o.answer_code = 200
      and (o.kind in ('payment', 'capture') and o.status = 'SETTLEMENT_COMPLETED'
        or o.kind = 'refund' and o.status = 'PROCESSED')
    union all
    select 'Chargeback', coalesce(c.happened_at, sandbox_now()), p.reference, p.merchant_reference, c.id, c.payment_id, c.currency_code,
      c.amount
    from chargeback c join payment p on p.account = c.account and p.id = c.payment_id where c.account = $1
  ) moved
  where not exists (select from settled s where s.account = $1 and s.id = moved.id and s.type = moved.type)
  order by booked_at, id limit $2`

const lineOf = (moved: Moved): SettledLine => ({
  ...moved,
  gross: moved.type === 'Payment' ? moved.amount : -moved.amount,
  fees: feesOf(moved),
})

const header = `Batch,Booked at,Type,Reference,Operation,Payment,Currency,Gross,Interchange,Scheme fees,Markup,Commission,Net`

/** Amounts are minor units. What goes from the account to the caller is negative, and so is the payout, the last line. */
function fileOf(batch: number, settled: readonly SettledLine[], now: Date): string {
  const paid = new Map<string, number>()
  const lines = settled.map(({ type, booked_at, reference, id, payment_id, currency_code, gross, fees }) => {
    const net = gross - fees.reduce((sum, fee) => sum + fee, 0)
    paid.set(currency_code, (paid.get(currency_code) ?? 0) + net)
    return [batch, booked_at.toISOString(), type, quoted(reference), id, payment_id, currency_code, gross, ...fees, net]
  })
  const payouts = [...paid].map(([currency_code, net]) => {
    const id = `payout-${batch}-${currency_code}`
    return [batch, now.toISOString(), 'Payout', '', id, '', currency_code, -net, 0, 0, 0, 0, -net]
  })
  return [header, ...[...lines, ...payouts].map((line) => line.join(','))].join('\n').concat('\n')
}

/** A reference of a merchant may hold anything. */
const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** Interchange, scheme fees, markup and commission: of a payment in parts of its amount, of a chargeback a fixed sum. */
const feesOf = ({ type, amount }: Moved): number[] => {
  if (type === 'Payment') return [part(amount, 20), part(amount, 8), part(amount, 30), 10]
  return type === 'Chargeback' ? [...chargebackFees] : [0, 0, 0, 0]
}
const part = (amount: number, basisPoints: number) => Math.round((amount * basisPoints) / 10_000)

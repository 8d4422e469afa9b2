import { type ChargebackStatus, chargebackStatuses } from '@kontor/contract/disputes/chargeback.rules'
import { isPaid } from '@kontor/contract/payments/transaction.rules'
import { isCanonicalUuid } from '@kontor/contract/uuid'
import { calendarDate, freeText, reference } from '@kontor/contract/wire'
import { z } from 'zod'
import { applyNotification, type Heard } from '../../engine/notifications/apply-notification.ts'
import { leftToChargeBack } from '../../engine/records/stored-chargeback.ts'
import type { StoredTransaction } from '../../engine/records/stored-transaction.ts'
import { type Actor, visibleTo } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { instantOf } from '../../platform/db/ids.ts'
import type { ReportedChargeback } from '../../processors/gateway.ts'
import { type Fault, type ImportHouse, type ImportKind, readRows } from '../batch.ts'
import { type DecimalSign, readAmount } from '../file/amount.ts'
import { formReader } from '../file/form-reader.ts'
import { localTimeReader } from '../file/local-time.ts'
import type { StoredImport } from '../stored-import.ts'
import { actorOf, type Became, byCommand, commandsAtOnce } from './by-command.ts'

const schema = z.object({
  transaction: reference(100),
  processor_id_external: reference(100),
  amount: z.string(),
  currency: z.string().optional(),
  reason: freeText(200).optional(),
  reason_code: freeText(50).optional(),
  status: z.enum(chargebackStatuses, 'invalid_value').optional(),
  created_at: z.string().optional(),
  respond_by: calendarDate.optional(),
})
type Given = z.output<typeof schema>

/**
 * Chargebacks as a processor reports them. Each takes the way of a notification, so that one that comes by both is there
 * once, under the processor's id.
 */
export const chargebackImport: ImportKind = {
  size: commandsAtOnce,
  batches: async (house, of, { readers, decimal }) => {
    const read = formReader<Given>(schema, readers, { main: 'transaction', asWritten })
    const { time_zone } = await house.db
      .selectFrom('merchant')
      .select('time_zone')
      .where('id', '=', of.merchant_id)
      .executeTakeFirstOrThrow()
    const actor = await actorOf(house, of)
    const reading = { house, of, actor, decimal, readInstant: localTimeReader(time_zone) }
    return {
      batchOf: (records) =>
        byCommand(readRows(records, read), {
          turn: `chargebacks of imports ${of.merchant_id}`,
          make: (trx, row) => report(trx, row, reading),
          faultOf: () => undefined,
        }),
    }
  },
}

const asWritten = (target: string, value: string) =>
  target === 'status' || target === 'currency' ? value.toUpperCase() : value

interface Reading {
  house: ImportHouse
  of: StoredImport
  actor: Actor
  decimal: DecimalSign
  readInstant: ReturnType<typeof localTimeReader>
}

type Unread = Omit<Fault, 'line'>

async function report(trx: Trx, row: Given, reading: Reading): Promise<Became> {
  const { of, actor, house } = reading
  const payment = await paymentOf(trx, of, actor, row.transaction)
  if ('code' in payment) return payment
  const known = await knownChargeback(trx, payment, row.processor_id_external)
  if (known) return known
  const chargeback = reported(row, payment, reading)
  if ('code' in chargeback) return chargeback
  const left = await leftToChargeBack(trx, { ...payment, merchant_id: of.merchant_id })
  if (chargeback.money.amount > left) return { code: 'amount_above_payment', target: 'amount' }
  const heard: Heard = {
    merchant: of.merchant_id,
    processors: [payment.processor_id],
    notification: { id: `import ${of.id}`, about: 'chargeback', chargeback },
  }
  const { result } = await applyNotification(trx, heard, house.now)
  return result === 'applied' ? { made: payment.id } : { code: 'not_possible_here', target: 'transaction' }
}

type Payment = Pick<StoredTransaction, 'id' | 'created_at' | 'status' | 'currency_code' | 'captured_amount'> & {
  processor_id: string
  /** The order by which the processor took the money. */
  operation: string
}

/** The payment by our id, or the only one with the merchant's reference, in the organisation of the import or below it. */
async function paymentOf(trx: Trx, of: StoredImport, actor: Actor, named: string): Promise<Payment | Unread> {
  const created_at = isCanonicalUuid(named.toLowerCase()) ? instantOf(named.toLowerCase()) : undefined
  const found = await trx
    .selectFrom('transaction as t')
    // Where it is gone, the payment's only attempt was at its processor, under the payment's own id.
    .leftJoin('payment_attempt as a', (join) =>
      join
        .onRef('a.merchant_id', '=', 't.merchant_id')
        .onRef('a.transaction_created_at', '=', 't.created_at')
        .onRef('a.transaction_id', '=', 't.id')
        .onRef('a.processor_id', '=', 't.processor_id'),
    )
    .select(['t.id', 't.created_at', 't.status', 't.currency_code', 't.captured_amount'])
    .select(({ fn }) => [
      fn.coalesce('a.processor_id', 't.processor_id').as('processor_id'),
      fn.coalesce('a.id', 't.id').as('operation'),
    ])
    .where('t.processor_id', 'is not', null)
    .where('t.merchant_id', '=', of.merchant_id)
    .where(visibleTo(actor, 't'))
    .where(({ and, eb }) =>
      created_at === undefined
        ? eb('t.merchant_reference', '=', named)
        : and([eb('t.created_at', '=', created_at), eb('t.id', '=', named.toLowerCase())]),
    )
    .limit(2)
    .$castTo<Payment>()
    .execute()
  const [payment] = found
  if (!payment) return { code: 'not_found', target: 'transaction' }
  if (found.length > 1) return { code: 'ambiguous', target: 'transaction' }
  return isPaid(payment.status) ? payment : { code: 'payment_not_paid', target: 'transaction' }
}

async function knownChargeback(trx: Trx, payment: Payment, external: string): Promise<Became | undefined> {
  const found = await trx
    .selectFrom('chargeback')
    .select('transaction_id')
    .where('processor_id', '=', payment.processor_id)
    .where('processor_id_external', '=', external)
    .executeTakeFirst()
  if (!found) return undefined
  return found.transaction_id === payment.id ? 'known' : { code: 'of_another_payment', target: 'processor_id_external' }
}

/** What the processor would have reported. */
function reported(row: Given, payment: Payment, { decimal, readInstant, house }: Reading): ReportedChargeback | Unread {
  const { currency_code } = payment
  if (row.currency !== undefined && row.currency !== currency_code)
    return { code: 'currency_differs', target: 'currency' }
  const amount = readAmount(row.amount, decimal, currency_code)
  if (typeof amount === 'string') return { code: amount, target: 'amount' }
  if (amount === 0) return { code: 'amount_above_payment', target: 'amount' }
  const opened = row.created_at === undefined ? house.now.getTime() : readInstant(row.created_at)
  if (typeof opened === 'string') return { code: opened, target: 'created_at' }
  if (opened < Date.parse(payment.created_at) - day_ms || opened > house.now.getTime())
    return { code: 'created_at_out_of_range', target: 'created_at' }
  const status: ChargebackStatus = row.status ?? 'OPEN'
  return {
    ...{ id: row.processor_id_external, reference: payment.operation, money: { amount, currency_code }, status },
    ...{ reason: row.reason ?? '', reason_code: row.reason_code ?? '', opened_at: new Date(opened).toISOString() },
    ...(row.respond_by !== undefined && { respond_by: row.respond_by }),
  }
}

/** The day of a chargeback may begin before the hour of its payment. */
const day_ms = 86_400_000

import { createHash, randomUUID } from 'node:crypto'
import type { PaymentOrderStatus } from '@kontor/contract/payouts/payout.rules'
import { placeOfOrder } from '../../../src/payouts/orders/create-payment-order.ts'
import { newId } from '../../../src/platform/db/ids.ts'
import { sealBytes } from '../../../src/platform/secrets/sealed.ts'
import { pspBankAccount } from '../bank-accounts/psp-bank-account.ts'
import type { Making } from '../making.ts'

/** An order in any state, whose file names no payout. */
export async function paymentOrder(
  making: Making,
  given: {
    account?: string
    created_at?: Date
    execution_day?: string
    sum?: number
    status?: PaymentOrderStatus
  } = {},
): Promise<string> {
  const { db, masterKey, next } = making
  const { status = 'CREATED' } = given
  const { id, created_at } = newId(given.created_at ?? new Date())
  const file = Buffer.from(`<order number="${next()}"/>`)
  const isApproved = ['APPROVED', 'EXPORTED', 'PARTLY_BOOKED', 'BOOKED'].includes(status)
  const isExported = isApproved && status !== 'APPROVED'
  await db
    .insertInto('payment_order')
    .values({
      ...{ id, created_at, provider_bank_account_id: given.account ?? (await pspBankAccount(making)) },
      ...{
        currency_code: 'EUR',
        execution_day: given.execution_day ?? '2026-12-14',
        count: 1,
        sum: given.sum ?? 1_000,
      },
      ...{ sha256: createHash('sha256').update(file).digest('hex'), status },
      ...{ created_by: 'Somebody', created_by_id: randomUUID() },
      ...(isApproved ? { approved_by: 'Another', approved_by_id: randomUUID(), approved_at: created_at } : {}),
      ...(isExported ? { exported_by: 'Another', exported_at: created_at } : {}),
      ...(status === 'WITHDRAWN' ? { withdrawn_by: 'Another', withdrawal_reason: 'The bank was closed' } : {}),
    })
    .execute()
  await db
    .insertInto('payment_order_file')
    .values({ order_id: id, content: sealBytes(masterKey, placeOfOrder(id), file) })
    .execute()
  return id
}

import { describe, expect, it } from 'vitest'
import type { PaymentJob } from '../outbox/outbox.ts'
import type { StoredTransaction } from '../records/stored-transaction.ts'
import { type Order, openOrder, sealOrder } from './order.ts'

const masterKey = Buffer.alloc(32, 7).toString('base64')
// Only what is read of them.
const job = {
  ...{ merchant_id: '0199c0de-0000-7000-8000-000000000001', id: '0199c0de-0000-7000-8000-000000000002' },
  ...{ topic: 'processor.authorize', payload: { capture: true, card_token: 'tok' } },
} as PaymentJob
const transaction = (card_id: string | null) => ({ card_id }) as StoredTransaction
/** As the version before wrote it. */
const before: Order = {
  to: 'authorize',
  request: {
    ...{ reference: job.id, amount: 100, currency_code: 'EUR', payment_product: 'card', card_token: 'tok' },
    ...{ capture: true, merchant_reference: 'Order 1' },
  },
}

describe('an order that an earlier try sent', () => {
  it.each([
    ['one of our cards', 'card-1', true],
    ['a card that the payer typed', null, undefined],
  ])('is sent again as that of %s, also when the version before sent it', (_, card_id, card_is_stored) => {
    const sealed = sealOrder(masterKey, job, before)
    const opened = openOrder(masterKey, job, sealed, { transaction: transaction(card_id), evidence: [] })
    expect(opened.request).toEqual({ ...before.request, ...(card_is_stored && { card_is_stored }) })
  })
})

import { describe, expect, it } from 'vitest'
import { readOperation, type StoredOperation, UnreadableOperation } from './operation.ts'

const row = (given: Partial<StoredOperation>): StoredOperation => ({
  merchant_id: 'm',
  id: 'j',
  topic: 'processor.authorize',
  payload: {},
  transaction_created_at: '2026-01-01T00:00:00.000Z',
  transaction_id: 't',
  ...{ refund_id: null, chargeback_id: null, card_id: null },
  ...given,
})
const ofPayment = {
  ...{ merchant_id: 'm', id: 'j', transaction_id: 't' },
  transaction_created_at: '2026-01-01T00:00:00.000Z',
}
const asked_by = { kind: 'user', id: null, name: 'Zoë' }

describe('a job of the outbox', () => {
  it.each<[Partial<StoredOperation>, object]>([
    [
      { payload: { capture: false, card_token: 'tok', payer_present: true, store_card: true } },
      {
        topic: 'processor.authorize',
        payload: { capture: false, card_token: 'tok', payer_present: true, store_card: true },
      },
    ],
    // Older versions wrote no `asked_by`, and no amount for the capture of the whole amount.
    [{ payload: {} }, { topic: 'processor.authorize', payload: { capture: true } }],
    [
      { topic: 'processor.capture', payload: {} },
      { topic: 'processor.capture', payload: {} },
    ],
    [
      { topic: 'processor.capture', payload: { amount: 5, asked_by } },
      { topic: 'processor.capture', payload: { amount: 5, asked_by } },
    ],
    [{ topic: 'processor.void' }, { topic: 'processor.void', payload: {} }],
    [
      { topic: 'processor.refund', refund_id: 'r' },
      { topic: 'processor.refund', refund_id: 'r', payload: {} },
    ],
    [
      { topic: 'processor.dispute', chargeback_id: 'c', payload: { asked_by } },
      { topic: 'processor.dispute', chargeback_id: 'c', payload: { asked_by } },
    ],
  ])('%j is read with what its topic has', (given, operation) => {
    expect(readOperation(row(given))).toEqual({ ...ofPayment, ...operation })
  })

  it('of a card is of no payment', () => {
    const revocation = { topic: 'processor.revoke_card', card_id: 'c', payload: {} }
    expect(readOperation(row({ ...revocation, transaction_id: null, transaction_created_at: null }))).toEqual({
      ...{ merchant_id: 'm', id: 'j' },
      ...revocation,
    })
  })

  it.each<[string, Partial<StoredOperation>, RegExp]>([
    ['of an unknown topic', { topic: 'processor.nonsense' }, /outbox j, topic processor\.nonsense: topic: /],
    ['with a payload of another kind', { payload: { amount: 5 } }, /payload: .*amount/],
    ['with a value of another type', { payload: { card_token: 4111 } }, /payload\.card_token: /],
    ['without its refund', { topic: 'processor.refund' }, /refund_id: /],
    ['without its payment', { topic: 'processor.void', transaction_id: null }, /of no payment/],
  ])('%s is an error that says which, and repeats no value', (_, given, says) => {
    const read = () => readOperation(row(given))
    expect(read).toThrow(UnreadableOperation)
    expect(read).toThrow(says)
    expect(read).not.toThrow(/4111/)
  })
})

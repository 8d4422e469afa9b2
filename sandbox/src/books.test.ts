import { afterAll, beforeAll, expect, it } from 'vitest'
import { followUp, type Harness, startHarness } from '../test/harness.ts'

let sandbox: Harness
beforeAll(async () => {
  sandbox = await startHarness()
})
afterAll(() => sandbox.stop())

it('tells what was taken and given back, and which operations did it', async () => {
  const paid = await sandbox.pay({ capture: false })
  const captured = await sandbox.post(`/v1/payments/${paid.id}/capture`, followUp({ amount: 4_000 }))
  const refunded = await sandbox.post(`/v1/payments/${paid.id}/refunds`, followUp({ amount: 1_000 }))
  await sandbox.post(`/v1/payments/${paid.id}/refunds`, followUp({ amount: 3_001 }))
  await sandbox.receiver.untilStatus(captured.reference, 'SETTLEMENT_COMPLETED')
  const { payments, references, next } = await sandbox.get('/v1/books')
  expect(payments).toEqual([
    {
      id: paid.id,
      reference: paid.reference,
      currency_code: 'EUR',
      status: 'SETTLEMENT_COMPLETED',
      authorized: 5_000,
      taken: 4_000,
      given_back: 1_000,
      operations: [
        { reference: paid.reference, kind: 'payment', id: paid.id, amount: 5_000, status: 'AUTHORIZED' },
        {
          reference: captured.reference,
          kind: 'capture',
          id: captured.id,
          amount: 4_000,
          status: 'SETTLEMENT_COMPLETED',
        },
        { reference: refunded.reference, kind: 'refund', id: refunded.id, amount: 1_000, status: 'PROCESSED' },
      ],
    },
  ])
  const sorted = [paid, captured, refunded].map(({ reference, kind }) => ({ reference, kind, operations: 1 }))
  expect(references).toEqual(sorted.sort((one, other) => (one.reference < other.reference ? -1 : 1)))
  expect(next).toBeNull()
})

it('come in pages, in the order of ids, and belong to their account', async () => {
  for (let count = 0; count < 5; count += 1) await sandbox.pay({ capture: false })
  const all = (await sandbox.get('/v1/books')).payments
  const pages = []
  let after = ''
  for (let next: string | null = ''; next !== null; after = next ?? '') {
    const page = await sandbox.get(`/v1/books?limit=2&after=${after}`)
    pages.push(...page.payments)
    next = page.next
  }
  expect(pages).toEqual(all)
  await fetch(`${sandbox.url}/v1/accounts/other`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      api_key: 'another-key',
      notification_url: 'http://127.0.0.1:9',
      notification_secret: 'whsec_MTIz',
    }),
  })
  const other = await fetch(`${sandbox.url}/v1/books`, { headers: { authorization: 'Bearer another-key' } })
  expect(await other.json()).toEqual({ payments: [], references: [], next: null })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { followUp, type Harness, laterApiKey, startHarness } from '../../test/harness.ts'
import { until } from '../../test/until.ts'

const day_ms = 86_400_000
let sandbox: Harness
/** Contradicts only when its clock is moved, so that something can happen before. */
let patient: Harness
beforeAll(async () => {
  sandbox = await startHarness({ SANDBOX_ABANDON_AFTER_MS: '50' })
  patient = await startHarness({ SANDBOX_LATE_SUCCESS_AFTER_MS: '3600000', SANDBOX_UNDO_AFTER_MS: '3600000' })
})
afterAll(async () => {
  await sandbox.stop()
  await patient.stop()
})

const capture = (id: string, amount = 5_000) => sandbox.post(`/v1/payments/${id}/capture`, followUp({ amount }))
const refund = (id: string, amount: number) => sandbox.post(`/v1/payments/${id}/refunds`, followUp({ amount }))
const voidIt = (id: string, amount: number) => sandbox.post(`/v1/payments/${id}/void`, followUp({ amount }))
const large = (asked = {}) => sandbox.pay({ amount: 100_000, capture: false, ...asked })
const statusesOf = (reference: string) => sandbox.receiver.of(reference).map((news) => news.data.status)
const bookOf = async (id: string) =>
  (await sandbox.get('/v1/books')).payments.find((payment: { id: string }) => payment.id === id)

describe('a late success', () => {
  it('66630: follows a decline, and is notified, looked up and booked', async () => {
    const declined = await sandbox.pay({ amount: 66_630 })
    expect(declined).toMatchObject({ status: 'DECLINED', reason: 'do_not_honor' })
    await sandbox.receiver.untilStatus(declined.reference, 'SETTLEMENT_COMPLETED')
    expect(statusesOf(declined.reference)).toEqual(['DECLINED', 'SETTLEMENT_REQUESTED', 'SETTLEMENT_COMPLETED'])
    const found = await sandbox.lookUp(declined.reference)
    expect(found).toMatchObject({ status: 'SETTLEMENT_COMPLETED' })
    expect(found.reason).toBeUndefined()
    expect(await bookOf(declined.id)).toMatchObject({ taken: 66_630 })
  })

  it('66630: follows a failed capture, void and refund', async () => {
    const captured = await capture((await large()).id, 66_630)
    const voided = await voidIt((await large()).id, 66_630)
    const refunded = await refund((await large({ capture: true })).id, 66_630)
    expect([captured.status, voided.status, refunded.status]).toEqual(['FAILED', 'FAILED', 'FAILED'])
    await sandbox.receiver.untilStatus(captured.reference, 'SETTLEMENT_COMPLETED')
    await sandbox.receiver.untilStatus(voided.reference, 'AUTHORIZATION_VOIDED')
    await sandbox.receiver.untilStatus(refunded.reference, 'PROCESSED')
    expect(await bookOf(captured.payment_id)).toMatchObject({ taken: 66_630 })
    expect(await bookOf(voided.payment_id)).toMatchObject({ status: 'AUTHORIZATION_VOIDED' })
    expect(await bookOf(refunded.payment_id)).toMatchObject({ taken: 100_000, given_back: 66_630 })
  })

  it('does not come when the money went another way meanwhile', async () => {
    const { id } = await patient.pay({ amount: 100_000 })
    const ask = (amount: number) => patient.post(`/v1/payments/${id}/refunds`, followUp({ amount }))
    const failed = await ask(66_630)
    expect(await ask(100_000)).toMatchObject({ status: 'PROCESSED' })
    await patient.letPass(day_ms)
    expect(await patient.lookUp(failed.reference)).toMatchObject({ status: 'FAILED' })
  })

  it.each([
    ['66631 by PayPal', { amount: 66_631, payment_product: 'paypal', card_token: undefined, payer_present: true }],
    ['test_3ds_late_success', { card_token: 'test_3ds_late_success' }],
  ])('%s: follows a page that the payer let run out', async (_, asked) => {
    const begun = await sandbox.pay({ ...asked, capture: false })
    expect(begun).toMatchObject({ status: 'ACTION_REQUIRED' })
    await sandbox.receiver.untilStatus(begun.reference, 'AUTHORIZED')
    expect(statusesOf(begun.reference)).toEqual(['ACTION_REQUIRED', 'ABANDONED', 'AUTHORIZED'])
  })

  it('66631: is ordinary where nothing fails', async () => {
    expect(await sandbox.pay({ amount: 66_631, capture: false })).toMatchObject({ status: 'AUTHORIZED' })
  })
})

describe('another amount', () => {
  it.each([true, false])('66632: a payment succeeds with less (captured at once: %s)', async (isCaptured) => {
    const asked = await sandbox.pay({ amount: 66_632, capture: isCaptured })
    expect(asked).toMatchObject({ status: 'PENDING', amount: 66_632 })
    const news = await sandbox.receiver.untilStatus(asked.reference, isCaptured ? 'SETTLEMENT_REQUESTED' : 'AUTHORIZED')
    expect(news.data.amount).toBe(66_532)
    expect(await sandbox.lookUp(asked.reference)).toMatchObject({ amount: 66_532 })
    expect(await bookOf(asked.id)).toMatchObject({ authorized: 66_532, taken: isCaptured ? 66_532 : 0 })
  })

  it('66632: a capture and a refund succeed with less', async () => {
    const captured = await capture((await large()).id, 66_632)
    const refunded = await refund((await large({ capture: true })).id, 66_632)
    for (const { reference } of [captured, refunded])
      expect((await sandbox.receiver.untilStatus(reference, 'PENDING')).data.amount).toBe(66_632)
    const settled = await sandbox.receiver.untilStatus(captured.reference, 'SETTLEMENT_COMPLETED')
    const processed = await sandbox.receiver.untilStatus(refunded.reference, 'PROCESSED')
    expect([settled.data.amount, processed.data.amount]).toEqual([66_532, 66_532])
    expect(await bookOf(captured.payment_id)).toMatchObject({ taken: 66_532 })
    expect(await bookOf(refunded.payment_id)).toMatchObject({ given_back: 66_532 })
    expect(await refund(refunded.payment_id, 100_000 - 66_532)).toMatchObject({ status: 'PROCESSED' })
  })
})

describe('a strange notification', () => {
  it('66633: has a type that no caller knows, and names the payment', async () => {
    const { id, reference } = await sandbox.pay({ amount: 66_633, capture: false })
    const news = await sandbox.receiver.untilStatus(reference, 'PAID')
    expect(news).toMatchObject({ type: 'payout', data: { payment_id: id, amount: 66_633 } })
    await sandbox.receiver.untilStatus(reference, 'AUTHORIZED')
  })

  it('66634: has a known type and a status that no caller knows', async () => {
    const refunded = await refund((await large({ capture: true })).id, 66_634)
    const news = await sandbox.receiver.untilStatus(refunded.reference, 'PARTIALLY_AUTHORIZED')
    expect(news).toMatchObject({ type: 'refund', data: { kind: 'refund', id: refunded.id } })
    expect(await sandbox.lookUp(refunded.reference)).toMatchObject({ status: 'PROCESSED' })
  })
})

describe('an undone operation', () => {
  const undone = { status: 'FAILED', reason: 'capture_failed' }

  it('66635: a payment captured at once fails after settlement', async () => {
    const { id, reference } = await sandbox.pay({ amount: 66_635 })
    expect((await sandbox.receiver.untilStatus(reference, 'FAILED')).data).toMatchObject(undone)
    expect(statusesOf(reference)).toEqual(['SETTLEMENT_REQUESTED', 'SETTLEMENT_COMPLETED', 'FAILED'])
    expect(await sandbox.lookUp(reference)).toMatchObject(undone)
    expect(await bookOf(id)).toMatchObject({ taken: 0 })
    expect(await refund(id, 1)).toMatchObject({ http: 422, code: 'not_captured' })
  })

  it('66635: a capture fails after settlement, and its payment with it', async () => {
    const paid = await large()
    const captured = await capture(paid.id, 66_635)
    await sandbox.receiver.untilStatus(captured.reference, 'FAILED')
    expect(await sandbox.lookUp(captured.reference)).toMatchObject(undone)
    expect(await sandbox.lookUp(paid.reference)).toMatchObject({ kind: 'payment', ...undone })
    expect(await bookOf(paid.id)).toMatchObject({ status: 'FAILED', taken: 0 })
  })

  it('66635: a refund that was processed comes back, and can be made again', async () => {
    const { id } = await large({ capture: true })
    const refunded = await refund(id, 66_635)
    expect(refunded).toMatchObject({ status: 'PROCESSED' })
    const news = await sandbox.receiver.untilStatus(refunded.reference, 'FAILED')
    expect(news.data).toMatchObject({ reason: 'refund_returned' })
    expect(await bookOf(id)).toMatchObject({ taken: 100_000, given_back: 0 })
    expect(await refund(id, 100_000)).toMatchObject({ status: 'PROCESSED' })
  })

  it('66635: a capture of which something was given back stays', async () => {
    const paid = await patient.pay({ amount: 66_635 })
    await patient.receiver.untilStatus(paid.reference, 'SETTLEMENT_COMPLETED')
    await patient.post(`/v1/payments/${paid.id}/refunds`, followUp({ amount: 1 }))
    await patient.letPass(day_ms)
    expect(await patient.lookUp(paid.reference)).toMatchObject({ status: 'SETTLEMENT_COMPLETED' })
  })

  it('66636: is undone two days later by the clock of the sandbox', async () => {
    const refunded = await refund((await large({ capture: true })).id, 66_636)
    await sandbox.letPass(day_ms)
    expect(await sandbox.lookUp(refunded.reference)).toMatchObject({ status: 'PROCESSED' })
    await sandbox.letPass(day_ms + 1_000)
    await sandbox.receiver.untilStatus(refunded.reference, 'FAILED')
  })
})

it('an account that is told later hears of contradictions as well', async () => {
  const later = await startHarness({}, laterApiKey)
  const { id } = await later.pay({ amount: 500_000 })
  const ask = (amount: number) => later.post(`/v1/payments/${id}/refunds`, followUp({ amount }))
  const [failed, less, back] = [await ask(66_630), await ask(66_632), await ask(66_635)]
  for (const { status } of [failed, less, back]) expect(status).toBe('PENDING')
  const heard = (reference: string) => later.receiver.of(reference).map(({ data }) => `${data.status} ${data.amount}`)
  await until(() => heard(failed.reference).length + heard(less.reference).length + heard(back.reference).length === 5)
  expect(heard(failed.reference)).toEqual(['FAILED 66630', 'PROCESSED 66630'])
  expect(heard(less.reference)).toEqual(['PROCESSED 66532'])
  expect(heard(back.reference)).toEqual(['PROCESSED 66635', 'FAILED 66635'])
  await later.stop()
})

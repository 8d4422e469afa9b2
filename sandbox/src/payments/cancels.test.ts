import { afterAll, beforeAll, expect, it } from 'vitest'
import { followUp, type Harness, laterApiKey, newReference, payment, startHarness } from '../../test/harness.ts'
import { until } from '../../test/until.ts'

let sandbox: Harness
let later: Harness
beforeAll(async () => {
  // What is pending waits for the clock, so that it can be cancelled before.
  sandbox = await startHarness({ SANDBOX_PENDING_FOR_MS: '60000' })
  later = await startHarness({}, laterApiKey)
})
afterAll(async () => {
  await sandbox.stop()
  await later.stop()
})

const cancel = (payment_reference: string, asked = {}, at = sandbox) =>
  at.post('/v1/cancels', followUp({ payment_reference, ...asked }))
const bookOf = async (id: string) =>
  (await sandbox.get('/v1/books')).payments.find((one: { id: string }) => one.id === id)

it('voids an authorization of which the caller knows only its own reference', async () => {
  const { id, reference } = await sandbox.pay({ capture: false })
  const done = await cancel(reference)
  expect(done).toMatchObject({
    kind: 'cancel',
    status: 'AUTHORIZATION_VOIDED',
    payment_reference: reference,
    payment_id: id,
  })
  await sandbox.receiver.untilStatus(done.reference, 'AUTHORIZATION_VOIDED')
  expect(await sandbox.lookUp(reference)).toMatchObject({ status: 'AUTHORIZATION_VOIDED' })
  expect(await sandbox.post(`/v1/payments/${id}/capture`, followUp())).toMatchObject({ http: 422 })
  expect(await cancel(reference)).toMatchObject({ status: 'FAILED', reason: 'already_voided' })
})

it('takes back a payment that was captured at once, which then is not settled', async () => {
  const { id, reference } = await sandbox.pay()
  expect(await cancel(reference)).toMatchObject({ status: 'AUTHORIZATION_VOIDED' })
  await sandbox.letPass(60_000)
  expect(await bookOf(id)).toMatchObject({ status: 'AUTHORIZATION_VOIDED', taken: 0 })
})

it('ends a payment that waits, and nothing brings it back', async () => {
  const pending = await sandbox.pay({ card_token: 'test_pending_then_approved' })
  const asked = await sandbox.pay({ card_token: 'test_3ds_late_success' })
  for (const { reference } of [pending, asked]) {
    expect(await cancel(reference)).toMatchObject({ status: 'AUTHORIZATION_VOIDED' })
    await sandbox.receiver.untilStatus(reference, 'CANCELLED')
  }
  await sandbox.letPass(60 * 60_000)
  for (const { reference } of [pending, asked])
    expect(await sandbox.lookUp(reference)).toMatchObject({ status: 'CANCELLED', reason: 'cancelled_by_merchant' })
})

it('says why there is nothing to cancel', async () => {
  const captured = await sandbox.pay({ capture: false })
  await sandbox.post(`/v1/payments/${captured.id}/capture`, followUp())
  const refunded = await sandbox.pay()
  await sandbox.post(`/v1/payments/${refunded.id}/refunds`, followUp({ amount: 1 }))
  const declined = await sandbox.pay({ card_token: 'test_declined_stolen_card' })
  expect(await cancel(captured.reference)).toMatchObject({ status: 'FAILED', reason: 'already_captured' })
  expect(await cancel(refunded.reference)).toMatchObject({ status: 'FAILED', reason: 'already_captured' })
  expect(await cancel(declined.reference)).toMatchObject({ status: 'FAILED', reason: 'not_authorized' })
  const unknown = await cancel(newReference())
  expect(unknown).toMatchObject({ http: 200, status: 'FAILED', reason: 'unknown_payment_reference' })
  expect(unknown.payment_id).toBeUndefined()
})

it('is done once under its reference', async () => {
  const { reference } = await sandbox.pay({ capture: false })
  const body = followUp({ payment_reference: reference })
  const first = await sandbox.post('/v1/cancels', body)
  expect(await sandbox.post('/v1/cancels', body)).toEqual(first)
  expect(await sandbox.lookUp(body.reference)).toMatchObject({ kind: 'cancel', status: 'AUTHORIZATION_VOIDED' })
})

it('follows the rules of amounts', async () => {
  const { reference } = await sandbox.pay({ capture: false })
  expect(await cancel(reference, { amount: 66_601 })).toMatchObject({ status: 'FAILED', reason: 'insufficient_funds' })
  const pending = await cancel(reference, { amount: 66_602 })
  expect(pending).toMatchObject({ status: 'PENDING' })
  await sandbox.letPass(60_000)
  await sandbox.receiver.untilStatus(pending.reference, 'AUTHORIZATION_VOIDED')
})

it('is received, and told later, where the account is told later', async () => {
  const paid = await later.pay({ capture: false })
  const received = await cancel(paid.reference, {}, later)
  const unknown = await cancel(newReference(), {}, later)
  expect([received.status, unknown.status]).toEqual(['PENDING', 'PENDING'])
  const news = await later.receiver.untilStatus(received.reference, 'AUTHORIZATION_VOIDED')
  expect(news).toMatchObject({ type: 'payment', data: { kind: 'cancel', payment_id: paid.id } })
  await later.receiver.untilStatus(unknown.reference, 'FAILED')
})

it('cancels every payment of a reference that was charged twice', async () => {
  const body = payment()
  await later.post('/v1/payments', body)
  await later.letPass(3_600_000)
  await later.post('/v1/payments', body)
  const { reference } = await cancel(body.reference, {}, later)
  await later.receiver.untilStatus(reference, 'AUTHORIZATION_VOIDED')
  const taken = await until(async () => {
    const { payments } = await later.get('/v1/books')
    return payments.filter((one: { reference: string }) => one.reference === body.reference)
  })
  expect(taken.map((one: { taken: number }) => one.taken)).toEqual([0, 0])
})

it('bars a reference whose payment has not arrived: its order is refused later, whatever it asks for', async () => {
  const body = payment()
  const asked = { amount: body.amount, currency_code: body.currency_code, bars_later: true }
  expect(await cancel(body.reference, asked)).toMatchObject({ status: 'AUTHORIZATION_VOIDED' })
  for (const late of [body, { ...body, amount: body.amount + 1 }])
    expect(await sandbox.post('/v1/payments', late)).toMatchObject({ http: 422, code: 'cancelled_by_merchant' })
  expect(await sandbox.lookUp(body.reference)).toMatchObject({ status: 'FAILED', reason: 'cancelled_by_merchant' })
})

it('says of a barred reference that nothing is taken under it, and nothing else', async () => {
  const held = await sandbox.pay({ capture: false })
  const declined = await sandbox.pay({ card_token: 'test_declined_stolen_card' })
  for (const { reference } of [held, held, declined])
    expect(await cancel(reference, { bars_later: true })).toMatchObject({ status: 'AUTHORIZATION_VOIDED' })
  const captured = await sandbox.pay({ capture: false })
  await sandbox.post(`/v1/payments/${captured.id}/capture`, followUp())
  const refused = await cancel(captured.reference, { bars_later: true })
  expect(refused).toMatchObject({ status: 'FAILED', reason: 'already_captured' })
})

it('bars a reference and takes its order at the same moment: one of them comes first', async () => {
  for (let round = 0; round < 20; round += 1) {
    const body = payment({ capture: true })
    const asked = { amount: body.amount, currency_code: body.currency_code, bars_later: true }
    const [paid, barred] = await Promise.all([sandbox.post('/v1/payments', body), cancel(body.reference, asked)])
    expect(barred).toMatchObject({ status: 'AUTHORIZATION_VOIDED' })
    if (paid.http === 200) expect(await bookOf(paid.id)).toMatchObject({ status: 'AUTHORIZATION_VOIDED', taken: 0 })
    else expect(paid).toMatchObject({ http: 422, code: 'cancelled_by_merchant' })
  }
})

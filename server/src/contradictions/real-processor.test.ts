import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { wrongAttempts, wrongReserves, wrongSteps, wrongSums } from '../../test/books.ts'
import { startTestApp, type TestApp, until } from '../../test/harness.ts'
import type { MadeMerchant } from '../../test/make.ts'

let kontor: TestApp
let shop: MadeMerchant
let owner: string
let staff: string

beforeAll(async () => {
  const sandbox = { SANDBOX_UNDO_AFTER_MS: '300', SANDBOX_LATE_SUCCESS_AFTER_MS: '300' }
  kontor = await startTestApp({ gatewayTimeout_ms: 2_000, sandbox })
  shop = await kontor.make.merchant()
  owner = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
  staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
  await kontor.connect(shop.merchant)
})
afterAll(() => kontor.stop())
afterEach(async () => {
  const { provider } = kontor.databases
  expect(await wrongSums(provider, shop.merchant)).toEqual([])
  expect(await wrongSteps(provider, shop.merchant)).toEqual([])
  expect(await wrongReserves(provider, shop.merchant)).toEqual([])
  expect(await wrongAttempts(provider, shop.merchant)).toEqual([])
})

const pay = async (asked: Record<string, unknown>): Promise<string> =>
  (
    await kontor.post(owner, '/v1/transaction', {
      ...{ payment_profile: shop.profile, amount: 5_000, payment_product: 'card', merchant_reference: 'Order 1' },
      ...{ card_token: 'test_visa', ...asked },
    })
  ).body.id
const read = async (id: string) => (await kontor.get(owner, `/v1/transaction/${id}`)).body
const contradicted = (id: string) =>
  until(
    async () => (await kontor.get(staff, `/v1/psp/contradiction?transaction=${id}`)).body,
    (rows) => rows.length > 0,
  )

it('a capture that the processor takes back days later makes the payment a failed one', async () => {
  const id = await pay({ amount: 66_635 })
  const row = await until(
    () => read(id),
    ({ status }) => status === 'FAILED',
  )
  expect(row.status_reason).toBe('capture_failed')
})

it('money of a payment that was declined is seen, and is paid back at the processor that has it', async () => {
  const id = await pay({ card_token: 'test_late_success' })
  expect((await read(id)).status).toBe('DECLINED')
  const [{ id: contradiction }] = await contradicted(id)
  expect((await kontor.post(staff, `/v1/psp/contradiction/${contradiction}/pay-back`)).body.state).toBe('PAID_BACK')
  const row = await until(
    () => read(id),
    ({ reversals }) => reversals.includes('REFUNDED'),
  )
  expect(row.refunded_amount).toBe(5_000)
})

it('less money than was asked for is seen, and is taken over', async () => {
  const id = await pay({ amount: 66_632 })
  const [{ id: contradiction, our_amount, their_amount }] = await contradicted(id)
  expect([our_amount, their_amount]).toEqual([66_632, 66_532])
  expect((await kontor.post(staff, `/v1/psp/contradiction/${contradiction}/take-over`)).status).toBe(200)
  expect((await read(id)).captured_amount).toBe(66_532)
})

it('a word that nobody knows is seen at its payment', async () => {
  const id = await pay({ amount: 66_633 })
  expect(await contradicted(id)).toMatchObject([{ kind: 'not_understood', superseded: false }])
})

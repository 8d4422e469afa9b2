import { afterAll, beforeAll, expect, it } from 'vitest'
import { apiKey, type Harness, startHarness } from '../test/harness.ts'

let sandbox: Harness
beforeAll(async () => {
  sandbox = await startHarness()
})
afterAll(() => sandbox.stop())

const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }
const paid = async () => {
  const made = await sandbox.pay()
  await sandbox.receiver.untilStatus(made.reference, 'SETTLEMENT_COMPLETED')
  return made
}
const close = async () => (await sandbox.post('/v1/settlements', {})).batch
/** Type, id and gross amount of each line. */
async function linesOf(batch: number): Promise<string[][]> {
  const csv = await (await fetch(`${sandbox.url}/v1/settlements/${batch}`, { headers })).text()
  const [, ...lines] = csv.trim().split('\n')
  return lines.map((line) => line.split(',')).map((cells) => [2, 4, 7].map((at) => cells[at] ?? ''))
}

it('makes a batch for each day, also of days that a moved clock has passed', async () => {
  const day_ms = 86_400_000
  const before = (await sandbox.get('/v1/settlements')).batches.length
  const first = await paid()
  await sandbox.letPass(day_ms)
  const second = await paid()
  await sandbox.letPass(2 * day_ms)
  const third = await paid()
  const last = await close()
  const { batches } = await sandbox.get('/v1/settlements')
  expect(batches.length - before).toBe(3)
  expect(last).toBe(batches.at(-1))
  const of: string[][][] = await Promise.all(batches.slice(-3).map(linesOf))
  expect(of.map((lines) => lines.filter(([type]) => type === 'Payment').map(([, id]) => id))).toEqual([
    [first.id],
    [second.id],
    [third.id],
  ])
  expect(await close()).toBeNull()
})

const ask = async (...mischief: string[]) => {
  const order = { method: 'PUT', headers, body: JSON.stringify({ mischief }) }
  expect((await fetch(`${sandbox.url}/v1/settlements/mischief`, order)).status).toBe(200)
}

it('charges a payment back in a file before anybody is told, and tells it later under the same id', async () => {
  await ask('late_chargeback')
  const { id, reference } = await paid()
  const lines = await linesOf(await close())
  const chargeback = lines[1]?.[1] ?? ''
  expect(lines).toEqual([
    ['Payment', id, '5000'],
    ['Chargeback', chargeback, '-5000'],
    ['Payout', expect.any(String), expect.any(String)],
  ])
  const told = () => sandbox.receiver.received.filter(({ data }) => data.id === chargeback)
  expect(told()).toEqual([])
  await expect
    .poll(() => told().map(({ data }) => [data.status, data.reference]), { timeout: 5_000 })
    .toEqual([['OPEN', reference]])
  // It was paid out, and is in no later batch.
  expect(await close()).toBeNull()
})

it('charges back only a payment that can be, once, and does what was asked for next to the others', async () => {
  const before = await sandbox.pay({ card_token: 'test_chargeback' })
  const opened = () => sandbox.receiver.received.find(({ data }) => data.payment_id === before.id && data.reason_code)
  await expect.poll(opened, { timeout: 5_000 }).toBeTruthy()
  await ask('late_chargeback', 'amount')
  const own = opened()?.data.id
  expect((await linesOf(await close())).filter(([type]) => type !== 'Payout')).toEqual([
    ['Payment', before.id, '5001'],
    ['Chargeback', own, '-5000'],
  ])
  // It is left for a payment that has none.
  const { id } = await paid()
  const lines = await linesOf(await close())
  expect(lines.map(([type, of]) => [type, type === 'Payment' ? of : ''])).toEqual([
    ['Payment', id],
    ['Chargeback', ''],
    ['Payout', ''],
  ])
  const told = () => sandbox.receiver.received.filter(({ data }) => data.id === lines[1]?.[1])
  await expect.poll(() => told().map(({ data }) => data.payment_id), { timeout: 5_000 }).toEqual([id])
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Harness, startHarness } from '../test/harness.ts'
import { scoreLimit, scoreRules } from './score.ts'

let sandbox: Harness
beforeAll(async () => {
  sandbox = await startHarness()
})
afterAll(() => sandbox.stop())

const ask = async (merchant_reference: string, amount = 1_000) => {
  const response = await fetch(`${sandbox.url}/score`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'payment.asked', data: { amount, merchant_reference } }),
  })
  return response.json()
}

it.each(scoreRules)('the score of an order with $word $says', async ({ word, answer }) => {
  expect(await ask(`Order ${word.toLowerCase()} 1`)).toEqual(answer)
})

it('the score blocks a very large amount, and says nothing of any other payment', async () => {
  expect(await ask('Order 1', scoreLimit)).toMatchObject({ decision: 'block' })
  expect(await ask('Order 1', scoreLimit - 1)).toEqual({ decision: 'none' })
})

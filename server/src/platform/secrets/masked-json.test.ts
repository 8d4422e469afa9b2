import { expect, it } from 'vitest'
import { maskedJson } from './masked-json.ts'

const pair = { name: 'api_key', value: 'canary' }
const details = [pair, { name: 'merchant_account', value: 'canary' }]

it.each([
  ['as they belong', { details }],
  ['in an object', { credential: { processor: 'adyen', details } }],
  ['in a list', [{ details }]],
  ['under another name', { credentials: [pair] }],
  ['alone', pair],
  ['far inside', { a: [{ b: { c: [pair] } }] }],
])('the values of a credential are masked wherever a program sends them: %s', (_, body) => {
  const masked = maskedJson(body, 10_000)
  expect(masked).toContain('api_key')
  expect(masked).not.toContain('canary')
})

it('a condition and a figure keep their values', () => {
  const body = { if: [{ name: 'currency', operator: '=', value: 'EUR' }], counts: [{ name: 'card', value: 12 }] }
  expect(JSON.parse(maskedJson(body, 10_000))).toEqual(body)
})

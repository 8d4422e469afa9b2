import { randomBytes, randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { openPayer, sealPayer } from './asking-payer.ts'

const masterKey = randomBytes(32).toString('base64')
const place = { merchant: randomUUID(), record: randomUUID() }
const payer = { name: 'A. Klaassen', iban: 'NL91ABNA0417164300', blik_code: '777123' }

it('what a payer typed waits sealed, and is there for the first try', () => {
  const waiting = sealPayer(masterKey, place, payer)
  expect(JSON.stringify(waiting)).not.toMatch(/NL91|777123/)
  expect(openPayer(masterKey, place.merchant, waiting)).toEqual(payer)
  expect(sealPayer(masterKey, place, { name: 'A. Klaassen' })).toEqual({ name: 'A. Klaassen' })
})

it('what was moved to another merchant, or is of another key, is left out, so that nothing is debited', () => {
  const waiting = sealPayer(masterKey, place, payer)
  expect(openPayer(masterKey, randomUUID(), waiting)).toEqual({ name: 'A. Klaassen' })
  expect(openPayer(randomBytes(32).toString('base64'), place.merchant, waiting)).toEqual({ name: 'A. Klaassen' })
})

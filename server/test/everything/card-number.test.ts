import { randomUUID } from 'node:crypto'
import { containsCardNumber, replaceCardNumbers } from '@kontor/contract/texts/card-number'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../database.ts'

let database: TestDatabase
let client: pg.Client

beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client(database.adminUrl)
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

const inDatabase = async (text: string): Promise<boolean> =>
  (await client.query('select contains_card_number($1) as found', [text])).rows[0].found

it('no random UUID looks like a card number, with hyphens or without', () => {
  const ids = Array.from({ length: 20_000 }, () => randomUUID())
  expect(ids.filter((id) => containsCardNumber(id) || containsCardNumber(id.replaceAll('-', '')))).toEqual([])
})

describe('a card number in a free text', () => {
  it.each([
    '4111111111111111',
    'paid with 4111 1111 1111 1111',
    '4111-1111-1111-1111',
    '4111111111111111 12/30',
    '12 4111111111111111',
    '378282246310005',
    '6304 0000 0000 0000',
    'ﬁ ½ 😀 4111 1111 1111 1111',
    // Neither has the form of a UUID, and the last one has no letter.
    'cead5054-0128-4585-8608-47b9bec6cd15x4111111111111111',
    'order cead5054 5054-0128-4585-8608',
    '4111111111111111-4111-4111-8111-411111111111',
    '4111111111111111abcdef',
    '4111111111111111D25122011234567890',
    '4111111111111111d251220112345678901234567F',
  ])('is found in "%s" by the contract and by the database', async (text) => {
    expect([containsCardNumber(text), await inDatabase(text)]).toEqual([true, true])
  })

  // Rows of before must stay as they may be changed, so the checks of the database do not know them.
  it.each([
    '4111.1111.1111.1111',
    '4111\u00a01111\u00a01111\u00a01111',
    '4111\u202f1111\u202f1111\u202f1111',
    '4111  1111  1111  1111',
    '4111\u20131111\u20131111\u20131111',
    '4111- 1111 1111 1111',
    '4111\u200b1111\u200b1111\u200b1111',
    '３７８２８２２４６３１０００５',
    '\u0664\u0661\u0661\u0661\u0661\u0661\u0661\u0661\u0661\u0661\u0661\u0661\u0661\u0661\u0661\u0661',
    '\u06604111111111111111',
  ])('is found in "%s", whatever is written between its groups', (text) => {
    expect(containsCardNumber(text)).toBe(true)
  })

  it.each([
    '',
    '00123',
    'ORDER-2026-000123',
    '4111111111111112',
    '1111111111111117',
    '41111111111111111111',
    '2026-11-21-000123',
    '2026112100001235',
    '06-12345678',
    '12.345.678.901.234,00',
    '2411/2026/0000/0005',
    '6001_2026_1128_0007',
    '28-11-2026 10.15.30 4111',
    '4111\n1111\n1111\n1111',
    '😀😀 4111 ½',
    'cead5054-0128-4585-8608-47b9bec6cd15',
    'order-CEAD5054-0128-4585-8608-47B9BEC6CD15/2',
    'b5a06fa56d4843308461291ea78a132e',
  ])('is not seen in "%s" by either', async (text) => {
    expect([containsCardNumber(text), await inDatabase(text)]).toEqual([false, false])
  })
})

it('what is around a card number stays as it was written when it is masked', () => {
  const mask = (text: string) => replaceCardNumbers(text, (digits) => `[${digits.slice(-4)}]`)
  expect(mask('ﬁ 😀 a.b/c 4111.1111.1111.1111, ½ and ３７８２８２２４６３１０００５_x')).toBe(
    'ﬁ 😀 a.b/c [1111], ½ and [0005]_x',
  )
  expect(mask('1234 4111\u00a01111\u00a01111\u00a01111 5500 0000 0000 0004')).toBe('1234 [1111] [0004]')
})

import { containsCardNumber } from '@kontor/contract/card-number'
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

describe('a card number in a free text', () => {
  it.each([
    '4111111111111111',
    'paid with 4111 1111 1111 1111',
    '4111-1111-1111-1111',
    '4111111111111111 12/30',
    '12 4111111111111111',
    '378282246310005',
    '6304 0000 0000 0000',
  ])('is found in "%s" by the contract and by the database', async (text) => {
    expect([containsCardNumber(text), await inDatabase(text)]).toEqual([true, true])
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
  ])('is not seen in "%s" by either', async (text) => {
    expect([containsCardNumber(text), await inDatabase(text)]).toEqual([false, false])
  })
})

import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { linkIn, type Mailbox, openMailbox } from '../../../test/mails/mailbox.ts'
import type { MadeMerchant } from '../../../test/make.ts'
import { inventedIban as invented } from '../../demo/money/invented-iban.ts'
import { bookInTurn } from '../../platform/db/book-in-turn.ts'
import { newId } from '../../platform/db/ids.ts'
import { inTurn } from '../../platform/db/locked.ts'

let kontor: TestApp
let mailbox: Mailbox
let staff: string
// Not in the past: housekeeping removes what is expired by the database's own time.
const clock = { time: Date.now(), now: () => new Date(clock.time) }
const days = (count: number) => {
  clock.time += count * 86_400_000
}

beforeAll(async () => {
  mailbox = await openMailbox()
  kontor = await startTestApp({ clock, mail: { smtpUrl: mailbox.url, poll_ms: 30 } })
  staff = (await kontor.make.user({ roles: ['PSP_ALL'], email: 'staff@test.example' })).email
})
beforeEach(() => {
  clock.time = Date.now()
})
afterAll(async () => {
  await kontor.stop()
  await mailbox.down()
})

let number = 0
const typed = () => ({ holder: 'Bloom B.V.', iban: invented(++number), currency_code: 'EUR' })

/** A merchant with an owner, somebody for accounts, somebody without, and addresses of its organisation. */
async function newShop() {
  const shop = await kontor.make.merchant()
  const { merchant } = shop
  const at = `${++number}@bloom.example`
  const email = (name: string) => `${name}${at}`
  const roles = { owner: ['USER_ALL'], accounts: ['BANK_ACCOUNT_ALL'], seller: ['TRANSACTION_ALL'] } as const
  for (const [name, of] of Object.entries(roles))
    await kontor.make.user({ merchant, email: email(name), roles: [...of] })
  await kontor.databases.provider
    .updateTable('organisation')
    .set({ email: email('old') })
    .where('id', '=', merchant)
    .execute()
  const who = await kontor.make.cookie({ merchant, roles: ['USER_ALL'], factor_at: clock.now().toISOString() })
  return { ...shop, email, who }
}

async function settled({ merchant }: MadeMerchant): Promise<string> {
  const account = await kontor.make.bankAccount(merchant)
  const db = kontor.databases.provider
  const book = newId(clock.now()).id
  const { id } = newId(clock.now())
  await db.insertInto('ledger_book').values({ merchant_id: merchant, id: book, bank_account_id: account }).execute()
  await db
    .insertInto('settlement_profile')
    .values({
      ...{ merchant_id: merchant, id, organisation_id: merchant, name: 'EUR', book_id: book },
      ...{ currency_code: 'EUR', bank_account_id: account },
    })
    .execute()
  return account
}

const profileOf = ({ merchant }: MadeMerchant) =>
  kontor.databases.provider
    .selectFrom('settlement_profile')
    .select(['status', 'hold_reason', 'bank_account_id', 'book_id'])
    .where('merchant_id', '=', merchant)
    .executeTakeFirstOrThrow()
const profileRow = ({ merchant }: MadeMerchant) =>
  kontor.databases.provider
    .selectFrom('settlement_profile')
    .select(['merchant_id', 'id', 'book_id', 'currency_code'])
    .where('merchant_id', '=', merchant)
    .executeTakeFirstOrThrow()
/** How many transactions of this database wait for their turn. */
const waits = sql<{ count: number }>`select count(*)::int as count from pg_locks
  where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`
const see = (token: string) => kontor.get('', `/v1/bankaccountalarm/${token}`)
const raise = (token: string) => kontor.post('', `/v1/bankaccountalarm/${token}`)
const tokenIn = async (address: string) =>
  linkIn(await mailbox.to(address, /bank account|bankrekening/)).searchParams.get('token') ?? ''

describe('a new bank account', () => {
  it('is told to everybody who may add one, to the old addresses, and to the provider (money check 20)', async () => {
    const { who, email, merchant } = await newShop()
    const db = kontor.databases.provider
    // Whoever takes a merchant over changes its address first.
    await db
      .updateTable('organisation')
      .set({ email: email('new') })
      .where('id', '=', merchant)
      .execute()
    const { body } = await kontor.post(who, '/v1/bankaccount', typed())
    for (const name of ['owner', 'accounts', 'old', 'new']) {
      const mail = await mailbox.to(email(name))
      expect(mail.text).toContain(body.iban)
      expect(linkIn(mail).pathname).toBe('/bank-account-alarm')
    }
    const toStaff = await mailbox.to(staff)
    expect(linkIn(toStaff).pathname).toBe(`/psp/bank-accounts/${body.id}`)
    expect(mailbox.count(email('seller'))).toBe(0)
    expect(mailbox.mails.every(({ text, html }) => !`${text}${html}`.includes(invented(number)))).toBe(true)
  })
})

describe('the link that says “this was not us”', () => {
  it('shows what it is about, and stops all payouts only by a second step (money check 20)', async () => {
    const shop = await newShop()
    const account = await settled(shop)
    const { body } = await kontor.post(shop.who, `/v1/bankaccount/${account}/replace`, typed())
    expect(await profileOf(shop)).toMatchObject({ status: 'ACTIVE', bank_account_id: body.id })
    const token = await tokenIn(shop.email('old'))
    for (let reading = 0; reading < 3; reading += 1)
      expect((await see(token)).body).toMatchObject({ holder: 'Bloom B.V.', iban: body.iban, is_used: false })
    expect((await profileOf(shop)).status).toBe('ACTIVE')

    expect((await raise(token)).status).toBe(204)
    expect(await profileOf(shop)).toMatchObject({ status: 'ON_HOLD', hold_reason: expect.stringContaining('bank') })
    expect((await mailbox.to(staff, /on hold|staan stil/)).text).toContain(body.iban)
    expect((await see(token)).body.is_used).toBe(true)
    // Each link opens once; that of another mail still works.
    expect((await raise(token)).body.code).toBe('alarm_over')
    expect((await raise(await tokenIn(shop.email('owner')))).status).toBe(204)
  })

  it('is used once when it is opened twice at the same moment, and says so in the history', async () => {
    const shop = await newShop()
    const account = await settled(shop)
    await kontor.post(shop.who, `/v1/bankaccount/${account}/replace`, typed())
    const token = await tokenIn(shop.email('accounts'))
    const replies = await Promise.all([raise(token), raise(token)])
    expect(replies.map(({ status }) => status).sort()).toEqual([204, 409])
    const change = await kontor.databases.provider
      .selectFrom('change')
      .select(['entity', 'command', 'actor_kind'])
      .where('merchant_id', '=', shop.merchant)
      .where('command', '=', 'raise-bank-account-alarm')
      .execute()
    expect(change).toEqual([
      { entity: 'settlement_profile', command: 'raise-bank-account-alarm', actor_kind: 'system' },
    ])
  })

  it('stops what already waits to be paid, with a settlement profile and without, and an approval is taken back', async () => {
    const shop = await newShop()
    const { merchant } = shop
    const db = kontor.databases.provider
    await settled(shop)
    const { id: profile } = await profileRow(shop)
    const waiting = await kontor.make.settlement(merchant, { profile })
    const bank_account = await kontor.make.bankAccount(merchant, { created_at: new Date('2026-01-01T00:00:00Z') })
    const bare = await kontor.make.settlement(merchant)
    const approved = await kontor.make.settlement(merchant, { bank_account })
    await db
      .updateTable('payout')
      .set({
        ...{
          status: 'APPROVED',
          bank_account_id: bank_account,
          approved_by: 'Ada',
          approved_by_id: newId(clock.now()).id,
        },
        approved_at: clock.now().toISOString(),
      })
      .where('id', '=', approved)
      .execute()
    await db.updateTable('settlement').set({ status: 'APPROVED' }).where('id', '=', approved).execute()
    await kontor.post(shop.who, '/v1/bankaccount', typed())
    expect((await raise(await tokenIn(shop.email('owner')))).status).toBe(204)
    const held = await db
      .selectFrom('settlement as s')
      .innerJoin('payout as p', 'p.id', 's.id')
      .select(['s.id', 's.status', 's.held_with_profile', 'p.status as payout', 'p.bank_account_id'])
      .where('s.merchant_id', '=', merchant)
      .orderBy('s.id')
      .execute()
    const on_hold = { status: 'ON_HOLD', payout: 'CREATED', bank_account_id: null }
    expect(held).toEqual([
      { id: waiting, ...on_hold, held_with_profile: true },
      { id: bare, ...on_hold, held_with_profile: false },
      { id: approved, ...on_hold, held_with_profile: false },
    ])
  })

  it('waits for a settlement that is closing at that moment, and stops it too', async () => {
    const shop = await newShop()
    const db = kontor.databases.provider
    await settled(shop)
    const profile = await profileRow(shop)
    const closing = await kontor.make.settlement(shop.merchant, { profile: profile.id, status: 'ON_HOLD' })
    await kontor.post(shop.who, '/v1/bankaccount', typed())
    const token = await tokenIn(shop.email('owner'))
    const raised = await db.transaction().execute(async (trx) => {
      await inTurn(trx, bookInTurn(profile))
      await trx
        .updateTable('settlement')
        .set({ status: 'CLOSED', hold_reason: null })
        .where('id', '=', closing)
        .execute()
      const reply = raise(token)
      await expect.poll(async () => (await waits.execute(db)).rows, { interval: 20 }).toEqual([{ count: 1 }])
      return { reply }
    })
    expect((await raised.reply).status).toBe(204)
    const { status } = await db
      .selectFrom('settlement')
      .select('status')
      .where('id', '=', closing)
      .executeTakeFirstOrThrow()
    expect(status).toBe('ON_HOLD')
  })

  it('ends after 14 days, and a wrong one opens nothing', async () => {
    const shop = await newShop()
    await kontor.post(shop.who, '/v1/bankaccount', typed())
    const token = await tokenIn(shop.email('owner'))
    for (const wrong of ['x', 'a'.repeat(43), `${token}a`]) expect((await see(wrong)).body.code).toBe('alarm_over')
    days(14)
    expect([(await see(token)).body.code, (await raise(token)).body.code]).toEqual(['alarm_over', 'alarm_over'])
  })
})

describe('what follows an account that is replaced', () => {
  it('is its book and its settlement profile too', async () => {
    const shop = await newShop()
    const account = await settled(shop)
    const who = await kontor.make.cookie({
      merchant: shop.merchant,
      roles: ['USER_ALL'],
      factor_at: clock.now().toISOString(),
    })
    const refused = await kontor.post(who, `/v1/bankaccount/${account}/disable`)
    expect([refused.body.code, refused.body.details]).toEqual(['bank_account_in_use', { settlement_profile: 1 }])
    const { body } = await kontor.post(who, `/v1/bankaccount/${account}/replace`, typed())
    const { bank_account_id, book_id } = await profileOf(shop)
    const books = await kontor.databases.provider
      .selectFrom('ledger_book')
      .select(['id', 'bank_account_id'])
      .where('merchant_id', '=', shop.merchant)
      .execute()
    expect(bank_account_id).toBe(body.id)
    expect(books).toContainEqual({ id: book_id, bank_account_id: body.id })
  })
})

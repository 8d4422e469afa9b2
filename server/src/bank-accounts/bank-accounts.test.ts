import { coolOff_hours } from '@kontor/contract/bank-accounts/bank-account.rules'
import type { Role } from '@kontor/contract/roles'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Reply, startTestApp, type TestApp } from '../../test/harness.ts'
import type { MadeMerchant } from '../../test/make.ts'
import { type Attempts, openAttempts } from '../../test/signing-in/attempts.ts'
import { inventedIban as invented } from '../demo/money/invented-iban.ts'
import { payingTables } from './uses-of-account.ts'

let kontor: TestApp
let shop: MadeMerchant
let owner: string
let staff: string
let db: Attempts
let number = 0

beforeAll(async () => {
  kontor = await startTestApp({ payeeTimeout_ms: 300 })
  shop = await kontor.make.merchant()
  owner = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
  staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
  db = await openAttempts(kontor, shop.merchant)
})
afterAll(async () => {
  await db.close()
  await kontor.stop()
})

// A merchant adds few accounts within a day; each test has a day of its own.
beforeEach(() =>
  db.rows(`begin; set local session_replication_role = replica;
    update bank_account set created_at = created_at - interval '2 days'; commit`),
)

const newIban = () => invented(++number)
const typed = (given: object = {}) => ({ holder: 'Bloom B.V.', iban: newIban(), currency_code: 'EUR', ...given })
const add = (given: object = {}, who = owner) => kontor.post(who, '/v1/bankaccount', typed(given))
const at = (id: string, rest = '') => `/v1/bankaccount/${id}${rest}`
const read = async (id: string, who = owner) => (await kontor.get(who, at(id))).body
const replace = (id: string, given: object = {}, who = owner) => kontor.post(who, at(id, '/replace'), typed(given))
const disable = (id: string, who = owner) => kontor.post(who, at(id, '/disable'))
const documentsOf = async (id: string): Promise<string[]> =>
  (await kontor.get(staff, at(id, '/document'))).body.map((document: { id: string }) => document.id)
const verify = async (id: string, body: object = {}, who = staff) =>
  kontor.post(who, at(id, '/verify'), { documents: await documentsOf(id), ...body })
const reject = (id: string, body: object, who = staff) => kontor.post(who, at(id, '/reject'), body)
const pdf = (text = 'statement') => `%PDF-1.7 ${text}\n%%EOF`
async function upload(id: string, who = owner, content = pdf()): Promise<Reply> {
  const response = await fetch(kontor.url + at(id, '/document'), {
    method: 'POST',
    headers: { cookie: who, 'content-type': 'application/pdf', 'x-file-name': 'statement.pdf' },
    body: content,
  })
  return { status: response.status, body: await response.json(), headers: response.headers }
}
const refusal = ({ status, body }: Reply) => [status, body.code, body.details ?? {}]
/** An account that waits for the provider. */
async function waiting(given: object = {}): Promise<string> {
  const { id } = (await add(given)).body
  expect((await upload(id)).status).toBe(201)
  return id
}
const cookie = (given: { roles: Role[]; merchant?: string; factor_at?: string | null; organisation?: string }) =>
  kontor.make.cookie(given)

describe('adding a bank account', () => {
  it('keeps it masked, asks the bank for the name, and is not usable for 72 hours (money check 20)', async () => {
    const before = Date.now()
    const { status, body } = await add({ iban: 'nl91 abna 0417 1643 00', bic: 'abnanl2a' })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      ...{ holder: 'Bloom B.V.', iban: 'NL•• •••• 4300', bic: 'ABNANL2A', country_code: 'NL', currency_code: 'EUR' },
      ...{ status: 'UNVERIFIED', name_check: 'MATCH', name_suggested: null, replaces: null, profiles: 0, documents: 0 },
      ...{ organisation: shop.merchant, merchant: shop.merchant, decided_at: null },
    })
    const hours = (Date.parse(body.usable_from) - before) / 3_600_000
    expect(hours).toBeGreaterThanOrEqual(coolOff_hours)
    expect(hours).toBeLessThan(coolOff_hours + 0.1)
  })

  it.each([
    ['NL91ABNA0417164301', 'iban_checksum'],
    ['NL91ABNA041716430', 'iban_length'],
    ['XX91ABNA0417164300', 'iban_country'],
    ['NL9112340417164300', 'iban_format'],
    ['', 'required'],
  ])('refuses the IBAN %s: %s (money check 20)', async (iban, reason) => {
    expect(refusal(await add({ iban }))).toEqual([400, 'invalid_request', { 'body.iban': reason }])
  })

  it('refuses a BIC that is none, a name with a card number and an unknown currency', async () => {
    expect((await add({ bic: 'ABNA' })).body.details).toEqual({ 'body.bic': 'bic_format' })
    expect((await add({ holder: 'Card 4111111111111111' })).body.details).toEqual({
      'body.holder': 'contains_card_number',
    })
    expect((await add({ currency_code: 'XXY' })).body.details).toEqual({ 'body.currency_code': 'invalid_currency' })
    expect((await add({ holder: '  ' })).body.details).toEqual({ 'body.holder': 'required' })
  })

  it('is limited to ten within a day, also when many are added or replaced at once, and no bank is asked beyond', async () => {
    const { merchant } = await kontor.make.merchant()
    const who = await cookie({ merchant, roles: ['USER_ALL'] })
    const old = await kontor.make.bankAccount(merchant, { created_at: new Date(Date.now() - 48 * 3_600_000) })
    for (let n = 0; n < 8; n += 1) await kontor.make.bankAccount(merchant, { status: n % 2 ? 'DISABLED' : 'VERIFIED' })
    const replies = await Promise.all([add({}, who), add({}, who), replace(old, {}, who), add({}, who)])
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 429, 429])
    const refused = await add({}, who)
    const retry_after = expect.any(Number)
    expect(refusal(refused)).toEqual([429, 'too_many_bank_accounts', { most: 10, retry_after }])
    // All ten were entered just now, so there is room again in a day.
    const wait_s = Number(refused.headers.get('retry-after'))
    expect([wait_s > 86_000, wait_s <= 86_400]).toEqual([true, true])
    const asked = await db.column(
      `select count(*)::int from audit_trail_item a join audit_trail_content c using (id)
        where a.route = 'payee check' and a.merchant_id = $1`,
      [merchant],
    )
    // Those four that came at once, at most.
    expect(asked[0]).toBeLessThanOrEqual(4)
  })

  it('is limited to fifty that are neither rejected nor disabled', async () => {
    const { merchant } = await kontor.make.merchant()
    const who = await cookie({ merchant, roles: ['USER_ALL'] })
    const created_at = new Date(Date.now() - 48 * 3_600_000)
    const accounts = []
    for (let n = 0; n < 50; n += 1) accounts.push(await kontor.make.bankAccount(merchant, { created_at }))
    expect(refusal(await add({}, who))).toEqual([409, 'limit_reached', { most: 50 }])
    expect((await replace(accounts[0] ?? '', {}, who)).status).toBe(201)
    await disable(accounts[1] ?? '', who)
    expect((await add({}, who)).status).toBe(201)
  })

  it('is refused without a fresh second factor, and lets nothing else through (money check 20)', async () => {
    const { merchant } = shop
    const stale = new Date(Date.now() - 5 * 60_000 - 1_000).toISOString()
    for (const factor_at of [null, stale]) {
      const who = await cookie({ merchant, roles: ['USER_ALL'], factor_at })
      const account = await kontor.make.bankAccount(merchant)
      expect(refusal(await add({}, who))).toEqual([403, 'fresh_factor_needed', {}])
      expect(refusal(await replace(account, {}, who))).toEqual([403, 'fresh_factor_needed', {}])
      // What was typed wrong is said first.
      expect((await add({ iban: 'NL00' }, who)).status).toBe(400)
    }
  })

  it('is for people alone: an API key with all roles may not add, change or read', async () => {
    const key = await kontor.make.apiKey(shop.merchant)
    const account = await kontor.make.bankAccount(shop.merchant)
    const replies = [
      await add({}, key),
      await replace(account, {}, key),
      await disable(account, key),
      await kontor.post(key, at(account, '/reveal')),
      await kontor.post(key, `/v1/paymentprofile/${shop.profile}`, { bank_account: account }),
    ]
    expect(replies.map(({ status, body }) => [status, body.code])).toEqual(replies.map(() => [403, 'forbidden']))
    expect((await kontor.get(key, at(account))).status).toBe(200)
  })

  it('refuses an account of the provider itself, and the same account twice in one organisation', async () => {
    const iban = newIban()
    await kontor.make.pspBankAccount({ iban })
    expect(refusal(await add({ iban }))).toEqual([400, 'invalid_request', { 'body.iban': 'iban_of_provider' }])
    const again = newIban()
    const [one, two] = await Promise.all([add({ iban: again }), add({ iban: again })])
    expect([one.status, two.status].sort()).toEqual([201, 409])
    expect(refusal(one.status === 409 ? one : two)).toEqual([409, 'bank_account_exists', { 'body.iban': 'taken' }])
    expect((await add({ iban: again, currency_code: 'USD' })).status).toBe(201)
  })

  it('needs its role, and an organisation that the person sees', async () => {
    const { merchant } = shop
    const north = await kontor.make.organisation(merchant)
    const reader = await cookie({ merchant, roles: ['BANK_ACCOUNT_LIST'] })
    expect((await add({}, reader)).status).toBe(403)
    const inNorth = await cookie({ merchant, organisation: north, roles: ['BANK_ACCOUNT_CREATE', 'BANK_ACCOUNT_LIST'] })
    const made = await add({}, inNorth)
    expect([made.status, made.body.organisation]).toEqual([201, north])
    expect((await add({ organisation: merchant }, inNorth)).body.details).toEqual({ 'body.organisation': 'not_found' })
    const above = await kontor.make.bankAccount(merchant)
    expect((await kontor.get(inNorth, at(above))).status).toBe(404)
  })
})

describe('the check of the name', () => {
  it.each([
    ['Bloom NOMATCH', 'NO_MATCH'],
    ['Bloom SILENT', 'UNAVAILABLE'],
    ['Bloom LIE', 'UNAVAILABLE'],
    ['Bloom SLOW', 'UNAVAILABLE'],
    ['Bloom B.V. close', 'CLOSE'],
  ])('of %s is %s', async (holder, name_check) => {
    const { status, body } = await add({ holder })
    expect([status, body.name_check]).toEqual([201, name_check])
    // Whoever types any IBAN must not learn whose it is.
    expect(body.name_suggested).toBeNull()
    expect((await read(body.id, staff)).name_suggested).toBe(name_check === 'CLOSE' ? 'Bloom B.V.' : null)
  })

  it('is on record among the calls, below the call that asked, without the IBAN', async () => {
    const iban = newIban()
    const { body } = await add({ iban, holder: 'Recorded close' })
    await expect
      .poll(async () => {
        const { rows } = {
          rows: await db.rows(`select a.id, a.parent_id, c.request_body, c.response_body
          from audit_trail_item a join audit_trail_content c using (id) where a.route = 'payee check'`),
        }
        return rows.some((row) => String(row.response_body).includes('CMTC') && row.parent_id !== null)
      })
      .toBe(true)
    expect(body.name_check).toBe('CLOSE')
  })

  it('forbids a verification when the name is another one, and wants a reason when it is close or silent', async () => {
    const other = await waiting({ holder: 'NOMATCH B.V.' })
    expect(refusal(await verify(other, { reason: 'Looks fine' }))).toEqual([409, 'name_check_failed', {}])
    for (const holder of ['Close B.V.', 'SILENT B.V.']) {
      const id = await waiting({ holder })
      expect(refusal(await verify(id))).toEqual([400, 'invalid_request', { 'body.reason': 'required' }])
      expect(refusal(await verify(id, { reason: ' ' }))).toEqual([
        400,
        'invalid_request',
        { 'body.reason': 'required' },
      ])
      expect((await verify(id, { reason: 'The chamber of commerce has both' })).body).toMatchObject({
        status: 'VERIFIED',
        reason: 'The chamber of commerce has both',
      })
    }
  })

  it('is asked again by the provider alone, and a silent bank leaves what it had said', async () => {
    const id = await kontor.make.bankAccount(shop.merchant, { status: 'PENDING', holder: 'SILENT', name_check: null })
    const check = (who = staff) => kontor.post(who, at(id, '/namecheck'))
    expect((await check(owner)).status).toBe(403)
    expect((await check()).body.name_check).toBe('UNAVAILABLE')
    await db.rows(`update bank_account set name_check = 'NO_MATCH' where id = $1`, [id])
    expect((await check()).body.name_check).toBe('NO_MATCH')
    expect(
      (await kontor.post(staff, at(await kontor.make.bankAccount(shop.merchant, { status: 'DISABLED' }), '/namecheck')))
        .body.code,
    ).toBe('bank_account_over')
  })
})

describe('verifying a bank account', () => {
  it('is done by another person than the one who added it, when a document is there', async () => {
    const id = (await add()).body.id
    const none = { documents: [id] }
    expect(refusal(await verify(id, none))).toEqual([409, 'bank_account_not_pending', { status: 'UNVERIFIED' }])
    await upload(id)
    expect((await read(id)).status).toBe('PENDING')
    expect((await verify(id, {}, owner)).status).toBe(403)
    const done = await verify(id)
    expect([done.status, done.body.status, done.body.decided_by]).toEqual([200, 'VERIFIED', null])

    const [added] = [await kontor.post(staff, `/v1/bankaccount?merchant=${shop.merchant}`, typed())]
    expect(added.status).toBe(201)
    await upload(added.body.id)
    expect(refusal(await verify(added.body.id))).toEqual([403, 'same_person', {}])
    const second = await cookie({ roles: ['PSP_BANK_ACCOUNT_UPDATE', 'PSP_BANK_ACCOUNT_LIST'] })
    expect((await verify(added.body.id, {}, second)).body.status).toBe('VERIFIED')
  })

  it('names the documents that were looked at, which are put on record', async () => {
    const id = await waiting()
    const [first = ''] = await documentsOf(id)
    await upload(id, owner, pdf('another one'))
    const [elsewhere = ''] = await documentsOf(await waiting())
    expect((await kontor.post(staff, at(id, '/verify'))).body.details).toEqual({ 'body.documents': 'required' })
    expect((await verify(id, { documents: [] })).body.details).toEqual({ 'body.documents': 'required' })
    for (const documents of [[elsewhere], [first, elsewhere]])
      expect((await verify(id, { documents })).body.details).toEqual({ 'body.documents': 'not_found' })
    expect((await verify(id, { documents: [first] })).body.status).toBe('VERIFIED')
    const { body } = await kontor.get(owner, at(id, '/reading'))
    expect(body).toMatchObject([{ what: 'verified', document: 'statement.pdf', by: null }])
  })

  it('is not done by whoever handed in one of its documents', async () => {
    const id = await waiting()
    await upload(id, staff, pdf('by the provider'))
    const [first = ''] = await documentsOf(id)
    expect(refusal(await verify(id))).toEqual([403, 'same_person', {}])
    expect(refusal(await verify(id, { documents: [first] }))).toEqual([403, 'same_person', {}])
    const second = await cookie({ roles: ['PSP_ALL'] })
    expect((await verify(id, {}, second)).body.status).toBe('VERIFIED')
  })

  it('also works in the view of the merchant, where the connection to the database is the merchant’s', async () => {
    const id = await waiting()
    const body = { documents: await documentsOf(id) }
    const done = await kontor.post(staff, `${at(id, '/verify')}?merchant=${shop.merchant}`, body)
    expect([done.status, done.body.status]).toEqual([200, 'VERIFIED'])
  })

  it('is out of reach of a merchant’s connection, whatever the code says', async () => {
    const id = await waiting()
    for (const status of ['VERIFIED', 'REJECTED'])
      expect(await db.attempt('merchant', `update bank_account set status = '${status}' where id = '${id}'`)).toMatch(
        /^42501/,
      )
    expect(await db.attempt('merchant', `update bank_account set usable_from = now() where id = '${id}'`)).toMatch(
      /^42501/,
    )
    expect(await db.attempt('merchant', 'select from provider_bank_account')).toMatch(/^42501/)
    expect(await db.attempt('provider', `update bank_account set iban = '\\x00' where id = '${id}'`)).toMatch(/^42501/)
  })

  it('and two decisions at once leave one', async () => {
    const id = await waiting()
    const other = await cookie({ roles: ['PSP_ALL'] })
    const [one, two] = await Promise.all([verify(id), verify(id, {}, other)])
    expect([one.status, two.status].sort()).toEqual([200, 409])
  })

  it('can be rejected with a reason that the merchant reads, and another document asks again', async () => {
    const id = await waiting()
    expect((await reject(id, {})).body.details).toEqual({ 'body.reason': 'required' })
    expect((await reject(id, { reason: 'Card 4111111111111111' })).status).toBe(400)
    expect((await reject(id, { reason: 'The statement is too old' })).body.status).toBe('REJECTED')
    expect(await read(id)).toMatchObject({ status: 'REJECTED', reason: 'The statement is too old' })
    expect(refusal(await reject(id, { reason: 'Again' }))).toEqual([409, 'bank_account_over', { status: 'REJECTED' }])
    expect((await upload(id, owner, pdf('a new one'))).status).toBe(201)
    expect((await read(id)).status).toBe('PENDING')
  })
})

describe('a bank account', () => {
  it('is usable from its moment of the engine’s clock on, once it is verified', async () => {
    const usable = async (id: string, at: string) =>
      (await db.column('select bank_account_usable($1, $2, $3)', [shop.merchant, id, at]))[0]
    const id = await waiting()
    const { usable_from } = await read(id)
    const before = new Date(Date.parse(usable_from) - 1).toISOString()
    expect(await usable(id, usable_from)).toBe(false)
    await verify(id)
    expect([await usable(id, before), await usable(id, usable_from)]).toEqual([false, true])
    await reject(id, { reason: 'A mistake' })
    expect(await usable(id, usable_from)).toBe(false)
    expect(await usable(shop.merchant, usable_from)).toBe(false)
  })

  it('is replaced by a new one, which the shops that use it follow, and is then disabled', async () => {
    const old = await kontor.make.bankAccount(shop.merchant)
    const profile = await kontor.make.profile(shop.merchant)
    const choose = (bank_account: string | null) =>
      kontor.post(owner, `/v1/paymentprofile/${profile}`, { bank_account })
    expect((await choose(old)).body.bank_account).toBe(old)
    const made = await replace(old)
    expect([made.status, made.body.replaces, made.body.status, made.body.profiles]).toEqual([201, old, 'UNVERIFIED', 1])
    expect(await read(old)).toMatchObject({ status: 'DISABLED', profiles: 0 })
    expect((await kontor.get(owner, `/v1/paymentprofile/${profile}`)).body.bank_account).toBe(made.body.id)
    expect(refusal(await replace(old))).toEqual([409, 'bank_account_over', { status: 'DISABLED' }])
  })

  it('is replaced by one of the same currency alone', async () => {
    const old = await kontor.make.bankAccount(shop.merchant)
    const [status, code, details] = refusal(await replace(old, { currency_code: 'USD' }))
    expect([status, code]).toEqual([422, 'currency_mismatch'])
    expect(details).toMatchObject({ 'body.currency_code': 'currency_mismatch', expected: 'EUR' })
    expect((await read(old)).status).toBe('VERIFIED')
  })

  it('keeps its IBAN under another name when the holder changes', async () => {
    const iban = newIban()
    const old = await kontor.make.bankAccount(shop.merchant, { iban })
    expect((await replace(old, { iban, holder: 'Bloom Holding' })).body).toMatchObject({ holder: 'Bloom Holding' })
  })

  it('is replaced once when two people do it at the same moment', async () => {
    const old = await kontor.make.bankAccount(shop.merchant)
    const profile = await kontor.make.profile(shop.merchant)
    await kontor.post(owner, `/v1/paymentprofile/${profile}`, { bank_account: old })
    const [one, two] = await Promise.all([replace(old), replace(old)])
    expect([one.status, two.status].sort()).toEqual([201, 409])
    const made = one.status === 201 ? one : two
    expect((await kontor.get(owner, `/v1/paymentprofile/${profile}`)).body.bank_account).toBe(made.body.id)
  })

  it('is disabled only when nothing is paid to it, and the refusal says what is', async () => {
    const id = await kontor.make.bankAccount(shop.merchant)
    const profile = await kontor.make.profile(shop.merchant)
    const choose = (bank_account: string | null) =>
      kontor.post(owner, `/v1/paymentprofile/${profile}`, { bank_account })
    await choose(id)
    expect(refusal(await disable(id))).toEqual([409, 'bank_account_in_use', { payment_profile: 1 }])
    await choose(null)
    expect((await disable(id)).body.status).toBe('DISABLED')
    expect(refusal(await disable(id))).toEqual([409, 'bank_account_over', { status: 'DISABLED' }])
  })

  it('chosen and disabled at the same moment is either in use or not chosen', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await kontor.make.bankAccount(shop.merchant)
      const profile = await kontor.make.profile(shop.merchant)
      const [chosen, disabled] = await Promise.all([
        kontor.post(owner, `/v1/paymentprofile/${profile}`, { bank_account: id }),
        disable(id),
      ])
      expect([
        [200, 409],
        [409, 200],
      ]).toContainEqual([chosen.status, disabled.status])
    }
  })

  it('asks every table whose rows are paid to bank accounts', async () => {
    const referring = await db.column(`select distinct c.conrelid::regclass::text from pg_constraint c
      join pg_class t on t.oid = c.conrelid join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
      where c.contype = 'f' and c.confrelid = 'bank_account'::regclass and a.attname = 'bank_account_id'
      -- What proves an account is a part of it, and a settlement says where it was paid.
      and c.conrelid::regclass::text not like 'bank_account%' and c.conrelid <> 'payout'::regclass and c.conrelid <> 'settlement'::regclass order by 1`)
    expect(Object.values(payingTables).sort()).toEqual(referring)
  })

  it('of another merchant is not found by anything', async () => {
    const foreign = await kontor.make.merchant()
    const id = await kontor.make.bankAccount(foreign.merchant)
    const replies = [
      await kontor.get(owner, at(id)),
      await replace(id),
      await disable(id),
      await kontor.post(owner, at(id, '/reveal')),
      await upload(id),
      await kontor.get(owner, at(id, '/document')),
      await kontor.get(owner, at(id, '/reading')),
    ]
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 404))
    for (const who of [owner, staff]) {
      const chosen = await kontor.post(who, `/v1/paymentprofile/${shop.profile}`, { bank_account: id })
      expect(chosen.body.details).toEqual({ 'body.bank_account': 'not_found' })
    }
  })
})

describe('a shop', () => {
  it('is paid to a verified account, chosen by somebody with a fresh second factor', async () => {
    const { merchant } = shop
    const profile = await kontor.make.profile(merchant)
    const choose = (bank_account: string | null, who = owner) =>
      kontor.post(who, `/v1/paymentprofile/${profile}`, { bank_account })
    for (const status of ['UNVERIFIED', 'PENDING', 'REJECTED', 'DISABLED'] as const) {
      const id = await kontor.make.bankAccount(merchant, { status })
      expect(refusal(await choose(id))).toEqual([
        409,
        'bank_account_not_verified',
        { 'body.bank_account': 'not_verified' },
      ])
    }
    const id = await kontor.make.bankAccount(merchant)
    const stale = await cookie({ merchant, roles: ['USER_ALL'], factor_at: null })
    expect((await choose(id, stale)).body.code).toBe('fresh_factor_needed')
    expect((await choose(id)).body.bank_account).toBe(id)
    // Everything sent back as it was changes nothing, so it needs no factor; taking the account away does.
    expect((await choose(id, stale)).status).toBe(200)
    expect((await choose(null, stale)).body.code).toBe('fresh_factor_needed')
    expect((await choose(null)).body.bank_account).toBeNull()
    const body = { name: 'New', display_name: 'New', organisation: merchant, currency_code: 'EUR', bank_account: id }
    expect((await kontor.post(owner, '/v1/paymentprofile', body)).body.bank_account).toBe(id)
  })
})

describe('a document', () => {
  it('is sealed at rest, given back as it was, and its reading is on record', async () => {
    const id = (await add()).body.id
    const { body: document } = await upload(id, owner, pdf('a canary in the statement'))
    expect(document).toMatchObject({ name: 'statement.pdf', content_type: 'application/pdf' })
    const [{ content }] = (await db.rows('select content from bank_account_file where document_id = $1', [
      document.id,
    ])) as [{ content: Buffer }]
    expect(content.includes('canary')).toBe(false)
    const response = await fetch(kontor.url + at(id, `/document/${document.id}`), { headers: { cookie: staff } })
    expect(await response.text()).toBe(pdf('a canary in the statement'))
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="statement.pdf"/)
    const { body: readings } = await kontor.get(owner, at(id, '/reading'))
    // The merchant learns that its provider read it, and not who.
    expect(readings).toMatchObject([{ what: 'document', document: 'statement.pdf', by: null }])
  })

  it('is refused when it is none, too many, or late', async () => {
    const id = (await add()).body.id
    expect((await upload(id, owner, 'MZ an executable')).body).toMatchObject({ code: 'document_refused' })
    for (let n = 0; n < 5; n += 1) expect((await upload(id, owner, pdf(String(n)))).status).toBe(201)
    expect((await upload(id, owner, pdf('0'))).status).toBe(201)
    expect(refusal(await upload(id, owner, pdf('6')))).toEqual([409, 'documents_full', { most: 5 }])
    await verify(id)
    expect((await upload(id, owner, pdf('7'))).body.code).toBe('bank_account_decided')
    const [first] = (await kontor.get(owner, at(id, '/document'))).body
    expect((await kontor.call(owner, 'DELETE', at(id, `/document/${first.id}`))).body.code).toBe('bank_account_decided')
  })

  it('is added to, read from and removed from an account of another merchant as if that did not exist', async () => {
    const id = await waiting()
    const { merchant } = await kontor.make.merchant()
    const other = await kontor.make.cookie({ merchant, roles: ['USER_ALL'] })
    const [document] = (await kontor.get(owner, at(id, '/document'))).body
    const place = at(id, `/document/${document.id}`)
    const answers = [await upload(id, other), await kontor.get(other, place), await kontor.call(other, 'DELETE', place)]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    expect(await read(id)).toMatchObject({ status: 'PENDING', documents: 1 })
  })

  it('that is removed last leaves the account unverified', async () => {
    const id = await waiting()
    const [document] = (await kontor.get(owner, at(id, '/document'))).body
    expect((await kontor.call(owner, 'DELETE', at(id, `/document/${document.id}`))).status).toBe(204)
    expect(await read(id)).toMatchObject({ status: 'UNVERIFIED', documents: 0 })
  })
})

describe('a whole IBAN', () => {
  it('is read on record, by those who may change accounts or decide about them', async () => {
    const iban = newIban()
    const id = (await add({ iban })).body.id
    const reveal = (who: string) => kontor.post(who, at(id, '/reveal'))
    expect((await reveal(owner)).body).toEqual({ iban })
    expect((await reveal(staff)).body).toEqual({ iban })
    const reader = await cookie({ merchant: shop.merchant, roles: ['BANK_ACCOUNT_LIST'] })
    expect((await reveal(reader)).status).toBe(403)
    const { body } = await kontor.get(owner, at(id, '/reading'))
    expect(body.map(({ what, by }: { what: string; by: string | null }) => [what, by === null])).toEqual([
      ['iban', true],
      ['iban', false],
    ])
  })

  it('is nowhere else: not in a list, export, history, mail or log, nor in the database', async () => {
    const iban = newIban()
    const { body } = await add({ iban, holder: 'Canary close' })
    await replace(body.id, { iban, holder: 'Canary again' })
    await kontor.post(owner, at(body.id, '/reveal'))
    const seen = await Promise.all(
      ['', '?_search=Canary', '/export', `/${body.id}/history`].map(async (rest) =>
        JSON.stringify((await kontor.get(staff, `/v1/bankaccount${rest}`)).body),
      ),
    )
    for (const text of seen) {
      expect(text).toContain('Canary')
      expect(text).not.toContain(iban)
    }
    const tables = await db.column(`select relname from pg_class c where relkind in ('r', 'p')
      and relnamespace = 'public'::regnamespace and not relispartition`)
    for (const table of tables)
      expect([
        table,
        await db.column(`select 1 from "${table}" t where t::text like $1 limit 1`, [`%${iban}%`]),
      ]).toEqual([table, []])
  })
})

describe('the provider’s own bank accounts', () => {
  const own = (given: object = {}) => ({
    name: 'Client money',
    kind: 'CLIENT_MONEY',
    ...typed({ currency_code: 'SEK' }),
    ...given,
  })
  const create = (given: object = {}, who = staff) => kontor.post(who, '/v1/psp/bankaccount', own(given))

  it('are added, one of each kind and currency as the default, and changed', async () => {
    const first = (await create()).body
    expect(first).toMatchObject({ default: true, kind: 'CLIENT_MONEY', iban: expect.stringMatching(/^NL•• •••• /) })
    const second = (await create({ name: 'Second' })).body
    expect(second.default).toBe(false)
    const change = (id: string, body: object) => kontor.post(staff, `/v1/psp/bankaccount/${id}`, body)
    expect((await change(first.id, { default: false })).body.details).toEqual({
      'body.default': 'choose_another_default',
    })
    expect((await kontor.call(staff, 'DELETE', `/v1/psp/bankaccount/${first.id}`)).body.code).toBe(
      'bank_account_is_default',
    )
    expect((await change(second.id, { default: true, name: 'Main' })).body).toMatchObject({
      default: true,
      name: 'Main',
    })
    expect((await kontor.get(staff, `/v1/psp/bankaccount/${first.id}`)).body.default).toBe(false)
    expect((await kontor.call(staff, 'DELETE', `/v1/psp/bankaccount/${first.id}`)).status).toBe(204)
  })

  it('are refused twice, without a factor, and to everybody else', async () => {
    const iban = newIban()
    expect((await create({ iban })).status).toBe(201)
    expect(refusal(await create({ iban }))).toEqual([409, 'bank_account_exists', { 'body.iban': 'taken' }])
    const stale = await cookie({ roles: ['PSP_ALL'], factor_at: null })
    expect((await create({}, stale)).body.code).toBe('fresh_factor_needed')
    expect((await create({}, owner)).status).toBe(403)
    expect((await kontor.get(owner, '/v1/psp/bankaccount')).status).toBe(403)
  })

  it('two that become the default at once leave one', async () => {
    const ids = await Promise.all([0, 1, 2].map(async () => (await create({ currency_code: 'NOK' })).body.id))
    await Promise.all(ids.map((id) => kontor.post(staff, `/v1/psp/bankaccount/${id}`, { default: true })))
    const { body } = await kontor.get(staff, '/v1/psp/bankaccount?currency_code=NOK&default=true')
    expect(body).toHaveLength(1)
  })
})

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, until } from '../../../test/harness.ts'
import { importing } from '../../../test/importing.ts'
import { linkIn, type Mailbox, openMailbox } from '../../../test/mails/mailbox.ts'
import type { MadeMerchant } from '../../../test/make.ts'
import { visitor } from '../../../test/signing-in/visitor.ts'

const clock = { ahead_ms: 0, now: () => new Date(Date.now() + clock.ahead_ms) }
let kontor: TestApp
let mailbox: Mailbox
let staff: string
let files: ReturnType<typeof importing>

beforeAll(async () => {
  mailbox = await openMailbox()
  const mail = { smtpUrl: mailbox.url, from: 'Kontor <kontor@test.example>', poll_ms: 100 }
  kontor = await startTestApp({ clock, imports: { poll_ms: 50 }, mail })
  staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
  files = importing(kontor, staff)
})
afterAll(async () => {
  await kontor.stop()
  await mailbox.down()
})

const db = () => kontor.databases.provider
/** A day of the installation's zone. */
const dayAhead = (days: number) =>
  new Date(clock.now().getTime() + days * 86_400_000).toLocaleDateString('sv-SE', { timeZone: 'Europe/Amsterdam' })

describe('a file of chargebacks', () => {
  const given = (of: MadeMerchant, content: string) => ({
    ...{ type: 'chargeback' as const, place: { into: of.merchant }, content },
  })
  const chargebacksOf = async (merchant: string) =>
    (await kontor.get(staff, `/v1/chargeback?merchant=${merchant}`)).body

  it('opens each of them as a notification of its processor does, once, by the processor’s id', async () => {
    const own = await kontor.make.merchant()
    const payment = await kontor.make.transaction(own, { merchant_reference: 'ORDER-1', amount: 5_000 })
    const other = await kontor.make.transaction(own, { amount: 2_000 })
    const content =
      'order,chargeback id,amount,currency,reason,opened,due date,status\n' +
      `ORDER-1,CB-1,25.00,eur,Goods not received,${dayAhead(0)},${dayAhead(20)},\n` +
      `${other.id},CB-2,20.00,EUR,,,,lost\n`
    const checked = await files.checked(given(own, content))
    expect(checked).toMatchObject({ status: 'VALIDATED', rows_ok: 2, rows_known: 0 })
    expect(await chargebacksOf(own.merchant)).toEqual([])

    expect(await files.start(checked.id)).toMatchObject({ status: 'DONE', rows_ok: 2 })
    const made = await chargebacksOf(own.merchant)
    expect(made).toHaveLength(2)
    expect(made).toContainEqual(
      expect.objectContaining({
        ...{ transaction: payment.id, amount: 2_500, status: 'OPEN', reason: 'Goods not received' },
        ...{ processor_id_external: 'CB-1', respond_by: dayAhead(20) },
      }),
    )
    expect(made).toContainEqual(expect.objectContaining({ transaction: other.id, amount: 2_000, status: 'LOST' }))
    const paid = (await kontor.get(staff, `/v1/transaction/${payment.id}`)).body
    expect(paid.reversals).toContain('DISPUTED')
    const { rows: events } = await sql`select actor_kind from transaction_event
      where transaction_id = ${payment.id} and entity = 'chargeback'`.execute(db())
    expect(events).toEqual([{ actor_kind: 'import' }])

    expect(await files.imported(given(own, content))).toMatchObject({ status: 'DONE', rows_ok: 2, rows_known: 2 })
    expect(await chargebacksOf(own.merchant)).toHaveLength(2)
    expect(await kontor.post(staff, `/v1/psp/import/${checked.id}/revert`)).toMatchObject({ status: 409 })
  })

  it('rejects what cannot be of a payment here, and writes nothing of it', async () => {
    const [own, stranger] = [await kontor.make.merchant(), await kontor.make.merchant()]
    const below = await kontor.make.organisation(own.merchant, { name: 'Below' })
    await kontor.make.transaction(own, { merchant_reference: 'TWICE' })
    await kontor.make.transaction(own, { merchant_reference: 'TWICE' })
    await kontor.make.transaction(own, { merchant_reference: 'NOT-PAID', status: 'DECLINED' })
    await kontor.make.transaction(own, { merchant_reference: 'PAID', amount: 1_000 })
    const theirs = await kontor.make.transaction(stranger)
    const head = 'order,chargeback id,amount,currency,date,status\n'
    const content =
      `${head}TWICE,A,1.00,,,\nNOT-PAID,B,1.00,,,\n${theirs.id},C,1.00,,,\nPAID,D,10.01,,,\nPAID,E,1.00,USD,,\n` +
      `PAID,F,1.00,,2001-01-01,\nPAID,,1.00,,,\nPAID,G,1.00,,,CLOSED\nPAID,H,0,,,\n`
    const row = await files.imported(given(own, content))
    expect(row).toMatchObject({ status: 'FAILED', rows_ok: 0, rows_rejected: 9 })
    expect(await files.rejectionsOf(row.id)).toEqual([
      '2 order ambiguous',
      '3 order payment_not_paid',
      '4 order not_found',
      '5 amount amount_above_payment',
      '6 currency currency_differs',
      '7 date created_at_out_of_range',
      '8 chargeback id required',
      '9 status invalid_value',
      '10 amount amount_above_payment',
    ])
    const ofBelow = { ...given(own, `${head}PAID,Z,1.00,,,\n`), place: { into: below } }
    expect(await files.checked(ofBelow)).toMatchObject({ rows_ok: 0, rows_rejected: 1 })
    expect(await chargebacksOf(own.merchant)).toEqual([])
  })

  it('takes no more of a payment than was paid, with what its other chargebacks took and did not give back', async () => {
    const own = await kontor.make.merchant()
    for (const merchant_reference of ['PAID', 'WON'])
      await kontor.make.transaction(own, { merchant_reference, amount: 1_000 })
    const head = 'order,chargeback id,amount,currency,date,status\n'
    const rows = 'PAID,A,6.00,,,lost\nPAID,B,4.01,,,lost\nPAID,C,4.00,,,\nWON,D,10.00,,,won\nWON,E,10.00,,,\n'
    const row = await files.imported(given(own, head + rows))
    expect(row).toMatchObject({ status: 'PARTLY_DONE', rows_ok: 4 })
    expect(await files.rejectionsOf(row.id)).toEqual(['3 amount amount_above_payment'])
    const later = await files.imported(given(own, `${head}PAID,F,0.01,,,lost\n`))
    expect(await files.rejectionsOf(later.id)).toEqual(['2 amount amount_above_payment'])
  })
})

describe('a file of subscriptions', () => {
  const given = (of: MadeMerchant, content: string) => ({
    ...{ type: 'subscription' as const, place: { into: of.merchant }, content },
  })

  it('begins them by customer, plan, start and stored card; the card pays at the start; the file adds none twice', async () => {
    const own = await kontor.make.merchant()
    await kontor.connect(own.merchant)
    const customer = await kontor.make.customer(own.merchant, { reference: 'K-1' })
    await kontor.make.customer(own.merchant, { reference: 'K-2' })
    const card = await kontor.make.card(own, customer, { last_four: '4242' })
    const plan = await kontor.make.plan(own, { name: 'Flowers weekly', amount: 1_500 })
    const content = `klantnummer,plan,start,card\nK-1,Flowers weekly,${dayAhead(2)},4242\nK-2,${plan},,\n`
    const row = await files.imported(given(own, content))
    expect(row).toMatchObject({ status: 'DONE', rows_ok: 2, rows_known: 0 })
    const { body: made } = await kontor.get(staff, `/v1/subscription?merchant=${own.merchant}`)
    const withCard = made.find((each: { customer: string }) => each.customer === customer)
    expect(withCard).toMatchObject({
      status: 'ACTIVE',
      due_date: dayAhead(2),
      billing_cycle: 1,
      card_last_four: '4242',
    })
    expect(made.find((each: { customer: string }) => each.customer !== customer)).toMatchObject({ status: 'CREATED' })

    // A key, because sessions end while time passes.
    const key = await kontor.make.apiKey(own.merchant)
    clock.ahead_ms = 3 * 86_400_000
    const paid = await until(
      async () => (await kontor.get(key, `/v1/subscription/${withCard.id}`)).body,
      ({ last_paid_cycle }) => last_paid_cycle === 1,
      20_000,
    )
    clock.ahead_ms = 0
    expect(paid).toMatchObject({ status: 'ACTIVE', billing_cycle: 2 })
    const { rows: payments } = await sql`select amount::int, customer_id, card_id from transaction
      where merchant_id = ${own.merchant}`.execute(db())
    expect(payments).toEqual([{ amount: 1_500, customer_id: customer, card_id: card }])

    await kontor.post(staff, `/v1/subscription/${withCard.id}/cancel`)
    const again = content.replace(dayAhead(2), dayAhead(9))
    expect(await files.imported(given(own, again))).toMatchObject({ status: 'DONE', rows_known: 2 })
    expect((await kontor.get(staff, `/v1/subscription/count?merchant=${own.merchant}`)).body).toMatchObject({
      count: 2,
    })
  })

  it('rejects a customer, plan or card that is not there, a card that cannot be charged, and a start that has been', async () => {
    const own = await kontor.make.merchant()
    const [one, two] = [{ reference: 'S-1' }, { reference: 'S-2' }].map((of) => kontor.make.customer(own.merchant, of))
    const customer = await one
    await two
    await kontor.make.card(own, String(customer), { last_four: '1111' })
    await kontor.make.card(own, String(customer), { last_four: '1111', token: 'test_mastercard' })
    await kontor.make.card(own, String(customer), { last_four: '2222', revoked: true })
    const elsewhere = { ...own, processor: await kontor.make.processor(own.merchant) }
    await kontor.make.card(elsewhere, String(customer), { last_four: '3333' })
    await kontor.make.card(own, String(customer), { last_four: '4444' })
    await kontor.make.plan(own, { name: 'Basic' })
    const ahead = dayAhead(5)
    const content =
      `customer,plan,start,card\nS-9,Basic,${ahead},\nS-1,None,${ahead},\nS-1,Basic,${ahead},9999\nS-1,Basic,${ahead},1111\n` +
      `S-1,Basic,${ahead},2222\nS-1,Basic,${ahead},3333\nS-1,Basic,${dayAhead(-5)},\nS-1,Basic,,4444\nS-2,Basic,${ahead},\nS-2,Basic,${ahead},\n`
    const row = await files.imported(given(own, content))
    expect(row).toMatchObject({ status: 'PARTLY_DONE', rows_ok: 1, rows_rejected: 9 })
    expect(await files.rejectionsOf(row.id)).toEqual([
      '2 customer not_found',
      '3 plan not_found',
      '4 card not_found',
      '5 card ambiguous',
      '6 card not_found',
      '7 card card_unusable',
      '8 start in_the_past',
      '9 start start_ahead_needed',
      '11 plan twice',
    ])
  })
})

describe('a file of cards that a gateway keeps', () => {
  const given = (of: MadeMerchant, content: string) => ({
    ...{ type: 'card' as const, place: { into: of.merchant }, content },
  })
  const cardsOf = async (of: MadeMerchant) => (await kontor.get(staff, `/v1/card?merchant=${of.merchant}`)).body
  const head = 'klantnummer,payment method,customer id,brand,last4,exp month,exp year,gateway\n'

  it('stores them by token for customers by number; they are charged; the file adds none twice', async () => {
    const own = await kontor.make.merchant()
    await kontor.connect(own.merchant)
    const customer = await kontor.make.customer(own.merchant, { reference: 'K-1' })
    const content = `${head}K-1,test_visa,,Visa,1111,4,31,\n`
    const checked = await files.checked(given(own, content))
    expect([checked.status, await cardsOf(own)]).toMatchObject(['VALIDATED', []])
    expect(await files.start(checked.id)).toMatchObject({ status: 'DONE', rows_ok: 1 })
    const [card, ...more] = await cardsOf(own)
    expect([card, more]).toMatchObject([
      { customer, brand: 'visa', last_four: '1111', expiry_year: 2031, bin: null },
      [],
    ])
    const payment = {
      payment_profile: own.profile,
      amount: 500,
      payment_product: 'card',
      merchant_reference: 'By card',
    }
    const paid = await kontor.post(staff, `/v1/transaction?merchant=${own.merchant}`, {
      ...payment,
      customer,
      card: card.id,
    })
    const { rows } = await sql`select card_id, status from transaction where id = ${paid.body.id}`.execute(db())
    expect(rows).toEqual([{ card_id: card.id, status: expect.stringMatching(/^SETTLEMENT_/) }])
    expect(await files.imported(given(own, content))).toMatchObject({ status: 'DONE', rows_ok: 1, rows_known: 1 })
    expect(await cardsOf(own)).toHaveLength(1)
    expect(await files.reverted(checked.id)).toMatchObject({ status: 'REVERTED' })
    // It was charged, so it stays.
    expect(await cardsOf(own)).toHaveLength(1)
  })

  it('takes the names of a card and its holder as each gateway has them, and takes back what nobody used', async () => {
    const own = await kontor.make.merchant()
    for (const [name, gateway] of [
      ['Stripe NL', 'stripe'],
      ['Adyen NL', 'adyen'],
      ['Mollie NL', 'mollie'],
    ] as const)
      await kontor.make.processor(own.merchant, { name, gateway, account: `Account of ${own.merchant}` })
    await kontor.make.customer(own.merchant, { reference: 'K-1' })
    await kontor.make.customer(own.merchant, { reference: 'K-2' })
    const content =
      `${head}K-1,pm_1Abc,cus_9,visa,4242,12,2031,Stripe NL\nK-1,8416038790273850,shopper-7,mc,4444,1,31,Adyen NL\n` +
      'K-1,mdt_h3gAaD5zP,cst_8wmqcHMN4U,American Express,0005,2,2032,Mollie NL\n' +
      'K-1,pm_1Abc,,visa,4242,12,2031,Stripe NL\nK-2,pm_1Abc,cus_9,visa,4242,12,2031,Stripe NL\n' +
      'K-3,pm_2,cus_9,visa,4242,12,2031,Stripe NL\nK-1,pm_3,cus_9,visa,4242,12,2020,Stripe NL\n' +
      'K-1,pm_4,cus_9,visa,4242,12,2031,\nK-1,pm_5,cus_9,visa,4242,13,2031,Stripe NL\n'
    const row = await files.imported(given(own, content))
    expect(await files.rejectionsOf(row.id)).toEqual([
      '5 payment method invalid_value',
      '6 payment method taken',
      '7 klantnummer not_found',
      '8 exp year card_unusable',
      '9 gateway ambiguous',
      '10 exp month invalid_value',
    ])
    const { rows } = await sql<{ token: string }>`select token from card where merchant_id = ${own.merchant}
      order by brand`.execute(db())
    expect(rows.map(({ token }) => token)).toEqual([
      'cst_8wmqcHMN4U.mdt_h3gAaD5zP',
      Buffer.from('["8416038790273850","shopper-7"]').toString('base64url'),
      'cus_9/pm_1Abc',
    ])
    expect(await files.reverted(row.id)).toMatchObject({ status: 'REVERTED' })
    expect(await cardsOf(own)).toEqual([])
  })
})

describe('a card', () => {
  /** The month of a day, or one some months from it, as cards have it. */
  const expiring = (day: string, months: number) => {
    const of = new Date(`${day.slice(0, 7)}-01T00:00:00Z`)
    of.setUTCMonth(of.getUTCMonth() + months)
    return { month: of.getUTCMonth() + 1, year: of.getUTCFullYear() }
  }

  it('is taken from a gateway until the end of the month in which it expires', async () => {
    const own = await kontor.make.merchant()
    await kontor.make.customer(own.merchant, { reference: 'K-1' })
    const cards = [0, -1].map((months) => expiring(clock.now().toISOString(), months))
    const rows = cards.map(({ month, year }, n) => `K-1,test_${n ? 'mastercard' : 'visa'},visa,1111,${month},${year}\n`)
    const content = `klantnummer,payment method,brand,last4,exp month,exp year\n${rows.join('')}`
    const row = await files.imported({ type: 'card', place: { into: own.merchant }, content })
    expect([row.rows_ok, await files.rejectionsOf(row.id)]).toEqual([1, ['3 exp year card_unusable']])
    const { body } = await kontor.get(staff, `/v1/card?merchant=${own.merchant}`)
    expect(body).toMatchObject([{ expiry_month: cards[0]?.month, expiry_year: cards[0]?.year }])
  })

  it('pays an imported subscription when it expires this month, and not when it expired last month', async () => {
    const own = await kontor.make.merchant()
    await kontor.make.plan(own, { name: 'Basic' })
    for (const [n, months] of [0, -1].entries()) {
      const customer = await kontor.make.customer(own.merchant, { reference: `K-${n}` })
      const { month, year } = expiring(dayAhead(0), months)
      await kontor.make.card(own, customer, { last_four: '4242', expiry_month: month, expiry_year: year })
    }
    const content = `customer,plan,start,card\nK-0,Basic,${dayAhead(5)},4242\nK-1,Basic,${dayAhead(5)},4242\n`
    const row = await files.imported({ type: 'subscription', place: { into: own.merchant }, content })
    expect([row.rows_ok, await files.rejectionsOf(row.id)]).toEqual([1, ['3 card card_unusable']])
  })
})

describe('an account of a gateway that two merchants have', () => {
  const head = 'klantnummer,payment method,customer id,brand,last4,exp month,exp year,gateway\n'
  async function merchantAt(account?: string) {
    const own = await kontor.make.merchant()
    await kontor.make.processor(own.merchant, { name: 'Stripe', gateway: 'stripe', ...(account && { account }) })
    await kontor.make.customer(own.merchant, { reference: 'K-1' })
    return own
  }
  const outcome = async ({ merchant }: MadeMerchant, card: string) => {
    const content = `${head}K-1,${card},cus_9,visa,4242,12,2031,Stripe\n`
    const row = await files.checked({ type: 'card', place: { into: merchant }, content })
    if (row.rows_ok > 0) await files.start(row.id)
    return [row.rows_ok, ...(await files.rejectionsOf(row.id))]
  }

  it('gives no merchant the cards of the other', async () => {
    const [one, other, elsewhere] = await Promise.all([
      merchantAt('acct_1'),
      merchantAt('acct_1'),
      merchantAt('acct_2'),
    ])
    expect(await outcome(one, 'pm_shared')).toEqual([1])
    expect(await outcome(other, 'pm_shared')).toEqual([0, '2 payment method taken'])
    expect(await outcome(elsewhere, 'pm_shared')).toEqual([1])
  })

  it('counts as this one while a gateway has not named it', async () => {
    const early = await kontor.make.merchant()
    const processor = await kontor.make.processor(early.merchant, { name: 'Stripe', gateway: 'stripe' })
    const customer = await kontor.make.customer(early.merchant)
    await kontor.make.card({ ...early, processor }, customer, { token: 'cus_9/pm_unnamed' })
    const later = await merchantAt('acct_1')
    expect(await outcome(later, 'pm_unnamed')).toEqual([0, '2 payment method taken'])
  })

  it('is known before cards of it come', async () => {
    expect(await outcome(await merchantAt(), 'pm_early')).toEqual([0, '2 gateway account_unknown'])
  })
})

describe('a file of merchants', () => {
  const head = 'number,name,country,language,time zone,currency,mcc,straat,house number,contact,contact email\n'
  const line = (number: string, name: string, user = '') =>
    `${number},${name},nl,nl,Europe/Amsterdam,eur,5451,Waagplein,2,${user}\n`
  const given = (content: string) => ({ type: 'merchant' as const, content })
  const named = async (name: string) =>
    (await kontor.get(staff, `/v1/psp/merchant?name=${encodeURIComponent(name)}`)).body

  it('adds each as the form does: its user is invited and signs in, and its shop takes a payment', async () => {
    const content = head + line('M-1', 'Kaas een', 'Wil,wil@kaas-een.example') + line('M-2', 'Kaas twee', ',')
    const checked = await files.checked(given(content))
    expect(checked).toMatchObject({ status: 'VALIDATED', rows_ok: 2, merchant: null, organisation: null })
    expect(await named('Kaas een')).toEqual([])
    const row = await files.start(checked.id)
    expect(row).toMatchObject({ status: 'DONE', rows_ok: 2, rows_known: 0 })
    const [one] = await named('Kaas een')
    expect(one).toMatchObject({ external_id: 'M-1', country_code: 'NL', base_currency: 'EUR', mcc: '5451' })
    const { rows } = await sql<{ kind: string; name: string }>`select actor_kind as kind, actor_name as name from change
      where merchant_id = ${one.id} and entity = 'merchant'`.execute(db())
    expect(rows).toEqual([{ kind: 'import', name: 'file.csv' }])

    const token = linkIn(await mailbox.to('wil@kaas-een.example', /Welkom/)).searchParams.get('token')
    const browser = visitor(kontor)
    const password = 'Oude-kaas-1811'
    expect((await browser.post('/v1/auth/update-password', { token, password })).status).toBe(204)
    expect((await browser.login('wil@kaas-een.example', password)).body.user).toMatchObject({ merchant: one.id })
    const [shop] = (await browser.get('/v1/paymentprofile')).body
    const order = { payment_profile: shop.id, amount: 2_500, merchant_reference: 'Invoice 1' }
    const payment = { ...order, payment_product: 'card', card_token: 'test_visa' }
    expect(await kontor.post(staff, `/v1/transaction?merchant=${one.id}`, payment)).toMatchObject({ status: 201 })

    // The same file, with another line, adds that one alone.
    const more = await files.imported(given(content + line('M-3', 'Kaas een', ',')))
    expect(more).toMatchObject({ status: 'DONE', rows_ok: 3, rows_known: 2 })
    // Taken back where nothing happened; the merchant with a user and a payment stays.
    expect(await files.reverted(row.id)).toMatchObject({ status: 'REVERTED', rows_reverted: 1 })
    expect(await named('Kaas twee')).toEqual([])
    expect(await named('Kaas een')).toHaveLength(2)
  })

  it('knows one by its name where the file has no numbers, and rejects rows that say the same or lack something', async () => {
    await files.imported(given(head + line('', 'Slager', ',')))
    const content =
      head +
      line('', 'SLAGER', ',') +
      line('', 'Bakker', ',') +
      line('', 'bakker', ',') +
      line('N-1', 'Visser', 'Piet,') +
      line('N-2', 'Kok', 'Kim,wil@kaas-een.example') +
      'N-3,Kapper,nl,nl,Europe/Amsterdam,eur,9999,,,,\nN-4,Kapper,xx,nl,Europe/Amsterdam,eur,5451,,,,\nN-5,Kapper,nl,nl,,eur,5451,,,,\n'
    const row = await files.imported(given(content))
    expect(row).toMatchObject({ status: 'PARTLY_DONE', rows_ok: 2, rows_known: 1, rows_rejected: 6 })
    expect(await files.rejectionsOf(row.id)).toEqual([
      '4 name twice',
      '5 contact email required',
      '6 contact email taken',
      '7 mcc not_found',
      '8 country country_unknown',
      '9 time zone required',
    ])
    expect(await named('Kok')).toEqual([])
  })

  it('has what stands on invoices: the legal name, the VAT number and that of the chamber of commerce', async () => {
    const wide = 'name,country,language,time zone,currency,mcc,Juridische naam,Btw-nummer,KvK-nummer\n'
    const shop = (name: string, vat: string) =>
      `${name},nl,nl,Europe/Amsterdam,eur,5451,Kaashuis B.V.,${vat},37001234\n`
    const row = await files.imported(given(wide + shop('Kaas wettig', 'nl 1234.56.789.b01') + shop('Kaas fout', '123')))
    expect(await files.rejectionsOf(row.id)).toEqual(['3 Btw-nummer invalid_value'])
    expect(await named('Kaas wettig')).toMatchObject([
      { legal_name: 'Kaashuis B.V.', vat_number: 'NL123456789B01', chamber_of_commerce: '37001234' },
    ])
  })

  it('is for those who may add merchants, and deletes them for those who may delete them', async () => {
    const importer = await kontor.make.cookie({ roles: ['PSP_IMPORT_ALL'] })
    expect(await files.upload(given(head), importer)).toMatchObject({ status: 403 })
    const { id } = await files.checked(given(head + line('', 'Rollen', ',')))
    expect(await kontor.post(importer, `/v1/psp/import/${id}/start`)).toMatchObject({ status: 403 })
    await files.start(id)
    const adder = await kontor.make.cookie({ roles: ['PSP_IMPORT_ALL', 'PSP_MERCHANT_CREATE'] })
    expect(await kontor.post(adder, `/v1/psp/import/${id}/revert`)).toMatchObject({ status: 403 })
  })

  it('is refused for one merchant, and its number is that of one merchant', async () => {
    const own = await kontor.make.merchant()
    expect(await files.upload({ ...given(head), place: { into: own.merchant } })).toMatchObject({
      status: 400,
      body: { details: { 'query.into': 'unknown' } },
    })
    await kontor.post(staff, `/v1/psp/merchant/${own.merchant}`, { external_id: 'X-1' })
    const other = await kontor.make.merchant()
    expect(await kontor.post(staff, `/v1/psp/merchant/${other.merchant}`, { external_id: 'X-1' })).toMatchObject({
      status: 409,
      body: { code: 'external_id_taken' },
    })
  })
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, until } from '../../../test/harness.ts'
import { type Mailbox, openMailbox } from '../../../test/mails/mailbox.ts'
import type { MadeMerchant } from '../../../test/make.ts'
import { type LedgerHouse, openLedgerHouse, workedPrices } from '../../../test/money/ledger-house.ts'
import { closeDays } from '../../ledger/closing/close-days.ts'
import { type Actor, engineActor } from '../../platform/db/actor.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { creditInvoice } from '../invoices/credit-invoice.ts'
import { runInvoices } from '../invoices/run-invoices.ts'
import { setInvoiceParticulars } from '../invoices/set-invoice-particulars.ts'
import { invoiceMailsJob } from './invoice-mails-job.ts'

const now = new Date('2055-01-01T06:00:00Z')
const staff: Actor = { ...engineActor('', 'system'), kind: 'user', name: 'Pim', psp: true, scope: { merchant: null } }

describe('an invoice that is issued', () => {
  let house: LedgerHouse
  let bloom: MadeMerchant
  beforeAll(async () => {
    house = await openLedgerHouse()
    bloom = await house.make.merchant({ currency_code: 'EUR' })
    const silent = await house.make.merchant({ currency_code: 'EUR' })
    await workedPrices(house.make, [bloom.merchant, silent.merchant])
    const shop = await house.make.organisation(bloom.merchant)
    const profile = (given: object) => house.make.settlementProfile(bloom.merchant, given)
    await profile({ isDefault: true, recipients: ['a@bloom.example', 'b@bloom.example'] })
    await profile({ recipients: ['b@bloom.example'] })
    await profile({ recipients: ['shop@bloom.example'], organisation: shop })
    await profile({ recipients: ['dollars@bloom.example'], currency_code: 'USD' })
    await house.clockTo('2054-12-07T09:00:00Z')
    await house.open()
    for (const each of [bloom, silent]) await house.make.transaction(each, { amount: 4_995, payment_product: 'ideal' })
    await house.post()
    await house.clockTo('2055-01-01T05:00:00Z')
    await closeDays(house.databases.provider)
    await inTransaction(house.databases, staff, (trx) =>
      setInvoiceParticulars(trx, {
        ...{ legal_name: 'Kontor B.V.', address: 'Keizersgracht 1', postal_code: '1015 CJ', locality: 'Amsterdam' },
        ...{ chamber_of_commerce: '12345678', vat_number: 'NL123456789B01' },
      }),
    )
  })
  afterAll(() => house.stop())

  const at = () => ({ databases: house.databases, masterKey: house.database.masterKey })
  const run = () => runInvoices({ ...at(), now: () => now, onProblem: console.error })
  const job = () =>
    invoiceMailsJob({
      ...{ databases: house.databases, masterKey: house.database.masterKey, nudge: () => {} },
      clock: { now: () => now },
    })
  const mails = async () => (await house.rows(`select from mail where template = 'invoice_issued'`)).length

  it('is mailed once to each recipient of the whole merchant in its currency, however often it is run', async () => {
    await Promise.all([run(), run()])
    const waiting = job()
    await Promise.all([waiting.run(now), waiting.run(now)])
    await run()
    await job().run(now)
    expect(await mails()).toBe(2)
    expect(
      await house.rows(
        'select merchant_id = $1 as theirs, due, mails, mailed_at is not null as at from invoice_mail order by 1',
        [bloom.merchant],
      ),
    ).toEqual([
      { theirs: false, due: false, mails: null, at: false },
      { theirs: true, due: false, mails: 2, at: true },
    ])
  })

  it('that is credited is mailed as a credit note, with the invoice that takes its place', async () => {
    const [{ id } = { id: '' }] = await house.rows<{ id: string }>('select id from invoice where merchant_id = $1', [
      bloom.merchant,
    ])
    await inTransaction(house.databases, staff, (trx) =>
      creditInvoice(trx, staff, id, { reason: 'No' }, now, house.database.masterKey),
    )
    await job().run(now)
    expect(await mails()).toBe(6)
  })
})

describe('the mail about an invoice', () => {
  let kontor: TestApp
  let mailbox: Mailbox
  let shop: MadeMerchant
  let staffCookie: string
  const address = `books-${randomUUID()}@test.example`
  beforeAll(async () => {
    mailbox = await openMailbox()
    kontor = await startTestApp({ mail: { smtpUrl: mailbox.url, poll_ms: 50 } })
    shop = await kontor.make.merchant()
    staffCookie = await kontor.make.cookie({ roles: ['PSP_SETTLEMENT_ALL'] })
  })
  afterAll(async () => {
    await kontor.stop()
    await mailbox.down()
  })

  const mail = (id: string, cookie = staffCookie) => kontor.post(cookie, `/v1/psp/invoice/${id}/mail`, {})

  it('goes to nobody without a recipient, which is said', async () => {
    const id = await kontor.make.invoice(shop.merchant)
    expect((await mail(id)).body.code).toBe('invoice_without_recipients')
  })

  it('has the sums and a link, in the language of the profile, once more when staff ask, and not twice in ten minutes', async () => {
    await kontor.make.settlementProfile(shop.merchant, { recipients: [address], language: 'en-US' })
    const id = await kontor.make.invoice(shop.merchant, { net: 1_000, month: '2020-03-01' })
    const [first, second] = await Promise.all([mail(id), mail(id)])
    expect([first, second].map(({ status }) => status).sort()).toEqual([200, 429])
    const { subject, text } = await mailbox.to(address)
    expect(subject).toMatch(/^Invoice KF-2020-\d{6}: €12\.10$/)
    expect(text).toContain('for March 2020. The total is €12.10, of which €2.10 is VAT.')
    expect(text).toContain(`/report/invoices/${id}`)
    expect((await mail(id)).body).toMatchObject({ code: 'too_many_attempts' })
    const told = await until(
      () => kontor.get(staffCookie, `/v1/invoice/${id}`),
      ({ body }) => body.mailed_at !== null,
    )
    expect(told.body.mails).toBe(1)
    expect(mailbox.count(address)).toBe(1)
  })

  it('is asked for by the provider’s people with the role alone', async () => {
    const id = await kontor.make.invoice(shop.merchant)
    const owner = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL', 'SETTLEMENT_ALL'] })
    const reader = await kontor.make.cookie({ roles: ['PSP_SETTLEMENT_LIST'] })
    expect([(await mail(id, owner)).status, (await mail(id, reader)).status]).toEqual([403, 403])
  })
})

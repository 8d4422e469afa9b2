import { randomUUID } from 'node:crypto'
import { parseListQuery } from '@kontor/contract/lists/list-query'
import { newLine } from '@kontor/contract/pricing/new-line'
import type { InvoiceDocument } from '@kontor/contract/settlements/invoices/invoice.schemas'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { waitsHere } from '../../../test/database.ts'
import { until } from '../../../test/harness.ts'
import type { MadeMerchant } from '../../../test/make.ts'
import { camtOf } from '../../../test/money/camt.ts'
import { type LedgerHouse, openLedgerHouse } from '../../../test/money/ledger-house.ts'
import { deletePspBankAccount } from '../../bank-accounts/provider/delete-psp-bank-account.ts'
import { updatePspBankAccount } from '../../bank-accounts/provider/update-psp-bank-account.ts'
import { verifyLedger } from '../../ledger/checking/verify-ledger.ts'
import { closeDays } from '../../ledger/closing/close-days.ts'
import { decideBankEntry } from '../../payouts/entries/decide-bank-entry.ts'
import { getReceipts } from '../../payouts/entries/get-receipts.ts'
import { addBankStatement } from '../../payouts/statements/add-bank-statement.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { inTransaction, type Trx } from '../../platform/db/database.ts'
import { listRows, requireRow } from '../../platform/rows/list.ts'
import { ageingSource } from '../../reports/booked/ageing.rows.ts'
import { invoiceMail, makeInvoiceMail } from '../mails/invoice-mail.ts'
import { oneOffsJob } from '../one-offs/one-offs-job.ts'
import { updateSettlementProfile } from '../profiles/update-settlement-profile.ts'
import { runSettlements } from '../runs/run-settlements.ts'
import { verifySettlements } from '../runs/verify-settlements.ts'
import { pspSettlementSource } from '../settlement.rows.ts'
import { creditInvoice } from './credit-invoice.ts'
import { invoiceUbl } from './files/invoice-ubl.ts'
import { invoiceWords } from './files/invoice-words.ts'
import { invoiceSource } from './invoice.rows.ts'
import { runInvoices } from './run-invoices.ts'
import { setInvoiceParticulars } from './set-invoice-particulars.ts'
import { takeInvoice } from './take-invoice.ts'

const ada: Actor = {
  ...{ kind: 'user', id: randomUUID(), name: 'Ada', psp: true, roles: ['PSP_SUPER'] },
  ...{ scope: { merchant: null }, time_zone: 'UTC' },
}
const iban = 'NL91ABNA0417164300'
const address = 'books@bloom.example'
const now = new Date()
let house: LedgerHouse
let bloom: MadeMerchant
/** Settled in the ordinary way, beside it. */
let net: MadeMerchant
let profile: string
let bank: string
let say: ReturnType<typeof camtOf>

const by = <T>(run: (trx: Trx) => Promise<T>): Promise<T> => house.by(ada, run)
const particulars = {
  ...{ legal_name: 'Kontor B.V.', address: 'Keizersgracht 1', postal_code: '1015 CJ', locality: 'Amsterdam' },
  ...{ chamber_of_commerce: '12345678', vat_number: 'NL123456789B01' },
}
const choose = (method: 'NET' | 'GROSS') => by((trx) => updateSettlementProfile(trx, ada, profile, { method }))
const at = () => ({ databases: house.databases, masterKey: house.database.masterKey })
/** The engine's clock goes to a morning: days close, settlements and invoices of before follow. */
async function morningOf(day: string) {
  await house.post()
  await house.clockTo(`${day}T09:00:00Z`)
  await closeDays(house.databases.provider)
  const problems: unknown[] = []
  const run = { ...at(), now: () => new Date(`${day}T09:00:00Z`) }
  await runSettlements({ ...run, onProblem: (error) => problems.push(error) })
  await runInvoices({ ...run, onProblem: (error) => problems.push(error) })
  expect(problems).toEqual([])
}
const settlements = async (of: MadeMerchant) => {
  const rows = await house.rows<{ id: string }>(
    'select id from settlement where merchant_id = $1 order by upper(covers)',
    [of.merchant],
  )
  const read = rows.map(({ id }) => by((trx) => requireRow(pspSettlementSource, trx, ada, id)))
  return (await Promise.all(read)) as unknown as Record<string, number>[]
}
const invoices = async (of: MadeMerchant) => {
  const rows = await house.rows<{ id: string; content: string }>(
    'select id, content from invoice where merchant_id = $1 order by number',
    [of.merchant],
  )
  return rows.map(({ id, content }) => ({ id, document: JSON.parse(content) as InvoiceDocument }))
}
const rowOf = (id: string) => by((trx) => requireRow(invoiceSource, trx, ada, id))
const lastInvoice = async () => {
  const last = (await invoices(bloom)).at(-1)
  if (!last) throw new Error('no invoice')
  return last
}
/** What account 32 says that the merchant owes. */
const asked = async () =>
  Number(
    (
      await house.rows<{ owed: string }>(
        'select coalesce(sum(debit - credit), 0)::text as owed from ledger_balance where merchant_id = $1 and code = 32',
        [bloom.merchant],
      )
    )[0]?.owed,
  )
async function credited(...amounts: { amount: bigint; remittance?: string }[]): Promise<string[]> {
  await by((trx) =>
    addBankStatement(trx, ada, bank, say(amounts), now, {
      masterKey: house.database.masterKey,
      wall: { now: () => now },
    }),
  )
  const rows = await house.rows<{ id: string }>(
    `select e.id from bank_entry e join bank_statement s on s.id = e.statement_id
      where s.number = (select max(number) from bank_statement) order by e.number`,
  )
  return rows.map(({ id }) => id)
}
const creditedOn = (id: string, day: string) =>
  by((trx) =>
    creditInvoice(trx, ada, id, { reason: 'Another address' }, new Date(`${day}T09:00:00Z`), house.database.masterKey),
  )
/** What a mail that is made now says of an invoice. */
const mailOf = async (invoice: string) => {
  const make = makeInvoiceMail({ ...at(), publicUrl: 'https://kontor.example' })
  const { content } = (await make(invoiceMail, { merchant: bloom.merchant, invoice, address }, now)) ?? {}
  return content?.blocks
    .filter((block) => typeof block === 'string')
    .join(' ')
    .replaceAll('\u00a0', ' ')
}
const ublOf = (of: InvoiceDocument) => invoiceUbl({ of, buyer: 'Bloom', language: 'en-US' })
/** The unpaid invoices in the report of what merchants owe and are owed. */
async function openItems(currency_code: string) {
  const parsed = parseListQuery(ageingSource.entity, { open_item: 'INVOICE', currency_code })
  if ('details' in parsed) throw new Error(JSON.stringify(parsed.details))
  return by((trx) => listRows(ageingSource, trx, ada, parsed.query))
}
const paysInvoice = (entry: string, invoice: string) =>
  by((trx) => decideBankEntry(trx, ada, entry, { state: 'DEBT', invoice, reason: 'Paid by bank' }, now))
const sound = async () => [
  (await verifyLedger(house.databases.provider, () => now))?.examples,
  await verifySettlements(house.databases.provider),
]

beforeAll(async () => {
  house = await openLedgerHouse()
  await house.clockTo('2054-12-07T09:00:00Z')
  await house.open()
  bloom = await house.make.merchant({ name: 'Bloom', currency_code: 'EUR' })
  net = await house.make.merchant({ name: 'Net', currency_code: 'EUR' })
  profile = await house.make.settlementProfile(bloom.merchant, { isDefault: true, recipients: [address] })
  const lines = [newLine({ ppm: 10_000 }), newLine({ event: 'refund', fixed: 25 })]
  await house.make.scheme({ lines, merchants: [bloom.merchant, net.merchant] })
  bank = await house.make.pspBankAccount({ iban })
  say = camtOf(iban, { day: '2054-12-07' })
})
afterAll(() => house.stop())

describe('fees that are invoiced apart (money check 27)', () => {
  it("need the provider's default account of client money in their currency, which stays then", async () => {
    await by((trx) => setInvoiceParticulars(trx, particulars))
    await house.make.pspBankAccount({ currency_code: 'USD', default: true })
    await house.make.pspBankAccount({ kind: 'OWN', default: true })
    await expect(choose('GROSS')).rejects.toMatchObject({
      ...{ code: 'invoice_payment_account_missing', details: { currency_code: 'EUR' } },
    })
    await by((trx) => updatePspBankAccount(trx, bank, { default: true }))
    await choose('GROSS')
    const remove = () => by((trx) => deletePspBankAccount(trx, bank))
    await expect(remove()).rejects.toMatchObject({ code: 'bank_account_of_invoices' })
  })

  it('are left out of the payout, with their VAT and taxed one-offs, and each step says so', async () => {
    for (const of of [bloom, net]) {
      const paid = await house.make.transaction(of, { amount: 100_000, payment_product: 'ideal' })
      await house.make.refund(of, paid, { amount: 10_000, status: 'PROCESSED' })
      const taxed = { vat: true, date: '2054-12-07', status: 'APPROVED', transaction: paid } as const
      await house.make.oneOff(of.merchant, { ...taxed, amount: -5_000 })
      await house.make.oneOff(of.merchant, { amount: -995, vat: false, date: '2054-12-07', status: 'APPROVED' })
    }
    await oneOffsJob(house.databases).run(new Date('2054-12-07T10:00:00Z'))
    await morningOf('2054-12-14')
    const steps = { captured: 100_000, refunds: -10_000, fees: -1_025, one_offs: -5_995, vat: -1_265 }
    expect(await settlements(net)).toMatchObject([{ ...steps, invoiced: 0, paid: 81_715 }])
    // A one-off without VAT is no service: no invoice has it.
    expect(await settlements(bloom)).toMatchObject([{ ...steps, invoiced: 7_290, paid: 89_005, carried: 0 }])
    expect(await asked()).toBe(7_290)
    expect(await sound()).toEqual([[], []])
  })

  it('are asked for by the invoice of the month, with where and by when it is paid', async () => {
    await morningOf('2055-01-01')
    const { id, document } = await lastInvoice()
    expect(document).toMatchObject({ net: 6_025, vat_total: 1_265, total: 7_290, due: 7_290, settlements: [] })
    expect(document.payment).toEqual({ iban, due_on: '2055-01-15' })
    expect(await rowOf(id)).toMatchObject({ status: 'ISSUED', due: 7_290, outstanding: 7_290, due_on: '2055-01-15' })
    const ordinary = (await invoices(net))[0]
    expect(ordinary?.document).toMatchObject({ total: 7_290, due: 0, payment: null, is_settled: true })
    expect(await rowOf(ordinary?.id ?? '')).toMatchObject({ status: 'SETTLED', outstanding: 0, due_on: null })
    expect(invoiceWords(document, 'en-US').settled()).toBe(
      `Pay €72.90 to NL91 ABNA 0417 1643 00 by January 15, 2055, with ${document.number} as the reference.`,
    )
    expect(await mailOf(id)).toContain('Maak dat uiterlijk 15 januari 2055 over naar NL91 ABNA 0417 1643 00')
    const ubl = ublOf(document)
    for (const part of [
      '<cbc:DueDate>2055-01-15</cbc:DueDate>',
      '<cbc:PrepaidAmount currencyID="EUR">0.00</cbc:PrepaidAmount>',
      '<cbc:PayableAmount currencyID="EUR">72.90</cbc:PayableAmount>',
      `<cac:PayeeFinancialAccount><cbc:ID>${iban}</cbc:ID></cac:PayeeFinancialAccount>`,
    ])
      expect(ubl).toContain(part)
  })

  it('are paid at the bank, once with two at once, and by no more than is asked for', async () => {
    const { id, document } = await lastInvoice()
    const [more = '', one = '', two = '', debit = ''] = await credited(
      { amount: 7_291n },
      { amount: 4_000n, remittance: `Invoice ${document.number}` },
      { amount: 4_000n },
      { amount: -4_000n },
    )
    await expect(paysInvoice(more, id)).rejects.toMatchObject({ code: 'more_than_debt', details: { owed: '7290' } })
    await expect(paysInvoice(debit, id)).rejects.toMatchObject({ code: 'entry_other_side' })
    expect((await by((trx) => getReceipts(trx, one))).invoices).toMatchObject([{ invoice: id, outstanding: '7290' }])
    const outcomes = await Promise.allSettled([paysInvoice(one, id), paysInvoice(two, id)])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await rowOf(id)).toMatchObject({ status: 'ISSUED', outstanding: 3_290 })
    expect(await asked()).toBe(3_290)
    expect(await sound()).toEqual([[], []])
  })

  it('are asked for once more by the invoice that follows a credit note, less what was paid', async () => {
    const { id } = await lastInvoice()
    expect(await mailOf(id)).toContain('€ 32,90 gaat niet van je afrekeningen af')
    await creditedOn(id, '2055-01-02')
    const again = await lastInvoice()
    expect(await rowOf(id)).toMatchObject({ status: 'CREDITED', outstanding: 0 })
    expect(await mailOf(id)).toContain('Je hoeft niets meer te betalen.')
    expect(await rowOf(again.id)).toMatchObject({ status: 'ISSUED', due: 3_290, outstanding: 3_290 })
    expect(again.document).toMatchObject({ total: 7_290, due: 3_290, paid: 4_000 })
    expect(invoiceWords(again.document, 'en-US').settled()).toMatch(/^Paid or taken already: €40\.00\. Pay €32\.90 to /)
    expect(ublOf(again.document)).toContain('<cbc:PrepaidAmount currencyID="EUR">40.00</cbc:PrepaidAmount>')
    expect(ublOf(again.document)).toContain('<cbc:PayableAmount currencyID="EUR">32.90</cbc:PayableAmount>')
    const note = (await invoices(bloom)).find(({ document }) => document.kind === 'CREDIT_NOTE')
    expect(await rowOf(note?.id ?? '')).toMatchObject({ due: 0, outstanding: 0, due_on: null })
    expect(await asked()).toBe(3_290)
  })

  it('are taken from the next settlement where nobody pays, once', async () => {
    const { id } = await lastInvoice()
    const take = () => by((trx) => takeInvoice(trx, ada, id, { reason: 'Not paid after two reminders' }))
    const outcomes = await Promise.allSettled([take(), take()])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await expect(take()).rejects.toMatchObject({ code: 'invoice_nothing_due' })
    expect(await rowOf(id)).toMatchObject({ status: 'SETTLED', outstanding: 0 })
    await morningOf('2055-01-04')
    // Nothing else happened: it is a negative closing as any other.
    expect((await settlements(bloom)).at(-1)).toMatchObject({ invoiced: -3_290, paid: 0, carried: -3_290 })
    expect(await asked()).toBe(0)
    await creditedOn(id, '2055-01-04')
    const again = await lastInvoice()
    expect(again.document).toMatchObject({ total: 7_290, due: 0, paid: 7_290, payment: null })
    expect(await rowOf(again.id)).toMatchObject({ status: 'SETTLED', outstanding: 0, due_on: null })
    expect(invoiceWords(again.document, 'en-US').settled()).toBe('Paid or taken already: €72.90.')
    expect(ublOf(again.document)).not.toContain('PaymentMeans')
    expect(await mailOf(again.id)).toContain('Je hoeft niets meer te betalen.')
    expect(await sound()).toEqual([[], []])
  })

  it('are less than nothing in no month: what was given back beyond them stays with the settlement', async () => {
    await house.rows(`update merchant set country_code = 'US' where id = $1`, [bloom.merchant])
    await house.make.oneOff(bloom.merchant, { amount: 5_000, vat: true, date: '2055-01-04', status: 'APPROVED' })
    await oneOffsJob(house.databases).run(new Date('2055-01-04T10:00:00Z'))
    await house.make.transaction(bloom, { amount: 300_000, payment_product: 'ideal' })
    await morningOf('2055-01-05')
    await house.make.transaction(bloom, { amount: 400_000, payment_product: 'ideal' })
    await morningOf('2055-02-01')
    // 50.00 back, then 30.00 and 40.00: the month asks for 20.00.
    const { document } = await lastInvoice()
    expect(document).toMatchObject({ total: 2_000, due: 2_000 })
    expect(await asked()).toBe(2_000)
    const rows = await settlements(bloom)
    expect(rows.reduce((all, { paid = 0 }) => all + paid, 0)).toBe(89_005 + 700_000 - 3_290)
    expect(await sound()).toEqual([[], []])
  })

  it('go back to the settlement from the open day on when the profile says NET again', async () => {
    await house.make.transaction(bloom, { amount: 100_000, payment_product: 'ideal' })
    await morningOf('2055-02-02')
    await choose('NET')
    await house.make.transaction(bloom, { amount: 200_000, payment_product: 'ideal' })
    await morningOf('2055-03-02')
    const { id, document } = await lastInvoice()
    expect(document).toMatchObject({ total: 3_000, due: 1_000, is_settled: true })
    expect(document.settlements).toHaveLength(1)
    expect(await rowOf(id)).toMatchObject({ status: 'ISSUED', outstanding: 1_000 })
    expect(await sound()).toEqual([[], []])
  })

  it.each([
    ['March', '2055-03', ['GROSS', 'NET']],
    ['April', '2055-04', ['NET', 'GROSS']],
  ] as const)('ask for no more than the total of %s, whichever method gave fees back', async (_, month, order) => {
    const before = await asked()
    await morningOf(`${month}-02`)
    for (const [index, method] of order.entries()) {
      const date = `${month}-0${index + 2}`
      await choose(method)
      if (method === 'GROSS') await house.make.transaction(bloom, { amount: 100_000, payment_product: 'ideal' })
      else await house.make.oneOff(bloom.merchant, { amount: 600, vat: true, date, status: 'APPROVED' })
      await oneOffsJob(house.databases).run(new Date(`${date}T10:00:00Z`))
      await morningOf(`${month}-0${index + 3}`)
    }
    await choose('NET')
    await morningOf(`2055-0${Number(month.slice(-1)) + 1}-01`)
    expect((await lastInvoice()).document).toMatchObject({ total: 400, due: 400 })
    expect(await asked()).toBe(before + 400)
    expect(await sound()).toEqual([[], []])
  })

  it('are compared with what their invoices charge', async () => {
    const change = (by: number) =>
      house.rows(`update ledger_invoiced set total = total + ${by} where month = '2055-02-01'`)
    await change(1)
    expect((await sound())[0]).toMatchObject([{ check: 'charged by month', said: '3001', found: '3000' }])
    await change(-1)
  })

  it('keep the account that their invoices ask to be paid to, also where no profile is GROSS any more', async () => {
    const currency_code = 'USD'
    const dollars = await house.make.merchant({ name: 'Dollars', currency_code })
    await house.make.scheme({ currency_code, lines: [newLine({ ppm: 10_000 })], merchants: [dollars.merchant] })
    const id = await house.make.settlementProfile(dollars.merchant, { isDefault: true, currency_code })
    const set = (method: 'NET' | 'GROSS') => by((trx) => updateSettlementProfile(trx, ada, id, { method }))
    const [account] = await house.rows<{ id: string }>(
      `select id from provider_bank_account where currency_code = 'USD' and kind = 'CLIENT_MONEY'`,
    )
    const remove = () => by((trx) => deletePspBankAccount(trx, account?.id ?? ''))
    await morningOf('2055-05-02')
    await set('GROSS')
    await house.make.transaction(dollars, { amount: 100_000, payment_product: 'ideal' })
    await morningOf('2055-05-03')
    await set('NET')
    await expect(remove()).rejects.toMatchObject({ code: 'bank_account_of_invoices' })
    await morningOf('2055-06-01')
    const [invoice] = await invoices(dollars)
    expect(invoice?.document).toMatchObject({ due: 1_210 })
    const open = { open_item: 'INVOICE', amount: -1_210, since: '2055-06-15', days: 0, invoice: invoice?.id }
    expect(await openItems(currency_code)).toMatchObject([open])
    await expect(remove()).rejects.toMatchObject({ code: 'bank_account_of_invoices' })
    const other = await house.make.pspBankAccount({ currency_code })
    await by((trx) => updatePspBankAccount(trx, other, { default: true }))
    await expect(remove()).rejects.toMatchObject({ code: 'bank_account_of_invoices' })
    await by((trx) => takeInvoice(trx, ada, invoice?.id ?? '', { reason: 'Not paid after two reminders' }))
    expect(await openItems(currency_code)).toEqual([])
    await remove()
    expect(await sound()).toEqual([[], []])
  })

  it('keep that account also where it is deleted, beside another method, while a day of theirs is being closed', async () => {
    const currency_code = 'GBP'
    const pounds = await house.make.merchant({ name: 'Pounds', currency_code })
    await house.make.scheme({ currency_code, lines: [newLine({ ppm: 10_000 })], merchants: [pounds.merchant] })
    const account = await house.make.pspBankAccount({ currency_code, default: true })
    const id = await house.make.settlementProfile(pounds.merchant, { isDefault: true, currency_code })
    const set = (method: 'NET' | 'GROSS') => by((trx) => updateSettlementProfile(trx, ada, id, { method }))
    await morningOf('2055-06-02')
    await set('GROSS')
    await house.make.transaction(pounds, { amount: 100_000, payment_product: 'ideal' })
    await house.post()
    await house.clockTo('2055-06-03T09:00:00Z')
    // The closing waits for this table, after it has left the fees of the day to the invoice.
    await house.rows('begin')
    await house.rows('lock table ledger_day_sum in exclusive mode')
    const waiting = async () => (await house.rows(waitsHere)).length
    const closing = closeDays(house.databases.provider)
    await until(waiting, (count) => count > 0)
    await set('NET')
    const deleting = by((trx) => deletePspBankAccount(trx, account)).then(
      () => 'deleted',
      ({ code }) => code,
    )
    await Promise.race([deleting, until(waiting, (count) => count > 1)])
    await house.rows('commit')
    await closing
    expect(await deleting).toBe('bank_account_of_invoices')
    await morningOf('2055-07-01')
    expect((await invoices(pounds))[0]?.document).toMatchObject({ due: 1_210 })
    expect(await sound()).toEqual([[], []])
  })

  it('show the merchant its own account of invoices, and no other', async () => {
    const person: Actor = {
      ...ada,
      psp: false,
      roles: ['SETTLEMENT_LIST'],
      scope: { merchant: bloom.merchant, organisations: null, below: [] },
    }
    const seen = await inTransaction(house.databases, person, (trx) =>
      trx.selectFrom('ledger_balance').select('code').distinct().orderBy('code').execute(),
    )
    expect(seen.map(({ code }) => code)).toEqual([30, 32])
  })
})

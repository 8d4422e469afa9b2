import { readFileSync } from 'node:fs'
import { languages } from '@kontor/contract/codes/languages'
import { newLine } from '@kontor/contract/pricing/new-line'
import { dimensionValues, isWithoutPayment, type Line, priceEvents } from '@kontor/contract/pricing/price.rules'
import type { InvoiceDocument } from '@kontor/contract/settlements/invoices/invoice.schemas'
import { describe, expect, it } from 'vitest'
import { invoiceUbl } from './invoice-ubl.ts'
import { invoiceWords } from './invoice-words.ts'

const ofLine = (given: Partial<Line>) => ({
  ...{ kind: 'fee' as const, text_nl: null, text_en: null, count: 3, base: 10_000, amount: 200 },
  price: {
    ...{ scheme: 'Standaard & <meer>', version: 2, number: 3 },
    line: newLine({ fixed: 10, ppm: 12_000, ...given }),
  },
})
const place = { street: 'Herengracht 1', extra: null, postal_code: '1017 BZ', locality: 'Amsterdam', region: null }
const provider = {
  ...{ name: 'Kontor B.V.', address: ['Herengracht 1', '1017 BZ Amsterdam'], place, country_code: 'NL' },
  ...{ chamber_of_commerce: '34567890', vat_number: 'NL812345678B01' },
}
const invoice: InvoiceDocument = {
  ...{ number: 'KF-2027-000001', kind: 'INVOICE', issued_on: '2027-01-01', currency_code: 'EUR' },
  ...{ covers_from: '2026-12-01', covers_through: '2026-12-31' },
  provider,
  merchant: { ...provider, name: 'Bloem & Zøn “<b>”\u0007', chamber_of_commerce: '87654321', vat_number: null },
  lines: [
    ofLine({ product: 'card', brand: 'visa' }),
    { ...ofLine({}), kind: 'fee_less', count: 1, base: null, amount: -50 },
    {
      ...ofLine({}),
      kind: 'one_off',
      price: null,
      text_nl: 'Eén pinapparaat',
      text_en: 'One terminal',
      count: 1,
      amount: 10_000,
    },
  ],
  vat: [{ ppm: 210_000, treatment: 'STANDARD', base: 10_150, amount: 2_132 }],
  ...{ net: 10_150, vat_total: 2_132, total: 12_282, due: 0, settlements: ['BLOOMA-000012'], is_settled: true },
  credits: null,
}
const creditNote: InvoiceDocument = {
  ...{ ...invoice, number: 'KF-2027-000002', kind: 'CREDIT_NOTE', settlements: [] },
  lines: invoice.lines.map((line) => ({ ...line, base: line.base && -line.base, amount: -line.amount })),
  vat: invoice.vat.map((part) => ({ ...part, base: -part.base, amount: -part.amount })),
  ...{ net: -10_150, vat_total: -2_132, total: -12_282 },
  credits: { number: 'KF-2027-000001', issued_on: '2027-01-01', reason: 'Name & address' },
}
const ubl = (of: InvoiceDocument) => invoiceUbl({ of, buyer: 'bloom', language: 'nl' })
/** All values of an element, in their order. */
const valuesOf = (file: string, name: string): string[] =>
  [...file.matchAll(new RegExp(`<(?:\\w+:)?${name}(?: [^>]*)?>([^<]*)<`, 'g'))].map(([, value = '']) => value)
const sumOf = (file: string, name: string): number =>
  Math.round(valuesOf(file, name).reduce((sum, each) => sum + Number(each), 0) * 100)
const partOf = (file: string, name: string): string[] => file.match(new RegExp(`<${name}>.*?</${name}>`, 'gs')) ?? []

describe('an invoice as UBL', () => {
  it('has the sums of the invoice, of its lines and of its rates', () => {
    const file = ubl(invoice)
    const [total = ''] = partOf(file, 'cac:LegalMonetaryTotal')
    expect(
      Object.fromEntries([...total.matchAll(/<cbc:(\w+) currencyID="EUR">([^<]*)/g)].map(([, ...each]) => each)),
    ).toEqual({
      ...{ LineExtensionAmount: '101.50', TaxExclusiveAmount: '101.50', TaxInclusiveAmount: '122.82' },
      ...{ PrepaidAmount: '122.82', PayableAmount: '0.00' },
    })
    expect(sumOf(partOf(file, 'cac:InvoiceLine').join(''), 'LineExtensionAmount')).toBe(10_150)
    expect(sumOf(partOf(file, 'cac:TaxSubtotal').join(''), 'TaxAmount')).toBe(2_132)
    expect(valuesOf(file, 'InvoiceTypeCode')).toEqual(['380'])
  })

  it('has prices that are never below zero, and that times quantity are the lines to the cent', () => {
    const lines = partOf(ubl(invoice), 'cac:InvoiceLine')
    const one = (line: string, name: string) => Number(valuesOf(line, name)[0])
    for (const line of lines) {
      const reckoned = (one(line, 'InvoicedQuantity') * one(line, 'PriceAmount')) / one(line, 'BaseQuantity')
      expect(reckoned).toBeCloseTo(one(line, 'LineExtensionAmount'), 9)
      expect(one(line, 'PriceAmount')).toBeGreaterThanOrEqual(0)
    }
    expect(lines.map((line) => one(line, 'InvoicedQuantity'))).toEqual([3, -1, 1])
  })

  it('has texts of any characters, and none that XML forbids', () => {
    const file = ubl(invoice)
    expect(valuesOf(file, 'Name')).toContain('Bloem &amp; Zøn “&lt;b&gt;”')
    expect(valuesOf(file, 'Description')[0]).toBe('Standaard &amp; &lt;meer&gt;, versie 2, regel 3')
    expect(valuesOf(file, 'Name').slice(-3)).toEqual([
      'Betalingen: Kaart, Visa',
      'Correctie eraf: al het andere',
      'Eén pinapparaat',
    ])
  })

  it('of a credit note has the amounts that it takes back, and names the invoice', () => {
    const file = ubl(creditNote)
    expect([valuesOf(file, 'CreditNoteTypeCode'), valuesOf(file, 'Note')[0]]).toEqual([['381'], 'Name &amp; address'])
    expect(valuesOf(partOf(file, 'cac:BillingReference').join(''), 'ID')).toEqual(['KF-2027-000001'])
    expect(valuesOf(file, 'TaxInclusiveAmount')).toEqual(['122.82'])
    expect(valuesOf(file, 'CreditedQuantity')).toEqual(['3', '-1', '1'])
    expect(partOf(file, 'cac:LegalMonetaryTotal').join('')).not.toContain('-')
  })

  it('says that VAT is reverse charged, with both numbers and no amount', () => {
    const belgian = { ...invoice.merchant, country_code: 'BE', vat_number: 'BE0123456789' }
    const vat = [{ ppm: 0, treatment: 'REVERSE_CHARGE' as const, base: 10_150, amount: 0 }]
    const file = ubl({ ...invoice, merchant: belgian, vat, vat_total: 0, total: 10_150 })
    const [subtotal = ''] = partOf(file, 'cac:TaxSubtotal')
    expect(valuesOf(subtotal, 'TaxExemptionReasonCode')).toEqual(['VATEX-EU-AE'])
    expect([valuesOf(subtotal, 'Percent'), valuesOf(subtotal, 'TaxAmount')]).toEqual([['0'], ['0.00']])
    expect(partOf(file, 'cac:PartyTaxScheme').map((scheme) => valuesOf(scheme, 'CompanyID')[0])).toEqual([
      'NL812345678B01',
      'BE0123456789',
    ])
    expect(partOf(file, 'cac:ClassifiedTaxCategory').every((line) => line.includes('<cbc:ID>AE</cbc:ID>'))).toBe(true)
  })

  it('outside the scope of VAT has no rate and no VAT number', () => {
    const vat = [{ ppm: 0, treatment: 'OUT_OF_SCOPE' as const, base: 10_150, amount: 0 }]
    const file = ubl({ ...invoice, vat, vat_total: 0, total: 10_150 })
    expect(valuesOf(file, 'TaxExemptionReasonCode')).toEqual(['VATEX-EU-O'])
    expect(file).not.toMatch(/Percent|PartyTaxScheme/)
    expect(() => ubl({ ...invoice, vat: [...invoice.vat, ...vat] })).toThrow('invoice_not_in_ubl')
  })

  it('of several rates has a line for each, because lines do not say theirs', () => {
    const vat = [
      { ppm: 210_000, treatment: 'STANDARD' as const, base: 10_000, amount: 2_100 },
      { ppm: 0, treatment: 'REVERSE_CHARGE' as const, base: 150, amount: 0 },
    ]
    const lines = partOf(ubl({ ...invoice, vat, vat_total: 2_100, total: 12_250 }), 'cac:InvoiceLine')
    expect(lines.map((line) => [valuesOf(line, 'LineExtensionAmount')[0], valuesOf(line, 'Name')[0]])).toEqual([
      ['100.00', 'Btw 21%'],
      ['1.50', 'Btw verlegd'],
    ])
  })

  it('has an address from an earlier version as it can be told', () => {
    const { place: _, ...merchant } = invoice.merchant
    const [, address = ''] = partOf(ubl({ ...invoice, merchant }), 'cac:PostalAddress')
    expect([valuesOf(address, 'StreetName'), valuesOf(address, 'AdditionalStreetName')]).toEqual([
      ['Herengracht 1'],
      ['1017 BZ Amsterdam'],
    ])
  })

  it('is refused in a currency of three decimals, which the standard does not have', () => {
    expect(() => ubl({ ...invoice, currency_code: 'KWD' })).toThrow('invoice_not_in_ubl')
    expect(valuesOf(ubl({ ...invoice, currency_code: 'JPY' }), 'TaxInclusiveAmount')).toEqual(['12282'])
  })
})

describe('the words of an invoice’s files', () => {
  it.each(languages)('are those of the screen (%s)', (language) => {
    const read = (file: string) =>
      JSON.parse(
        readFileSync(new URL(`../../../../../web/public/locales/${language}/${file}.json`, import.meta.url), 'utf8'),
      )
    const fields: Record<string, string> = read('fields')
    const { pricing, invoices } = read('main')
    const { holder, region, channel, everything_else } = pricing
    const { event } = invoices
    const words = invoiceWords(invoice, language)
    for (const each of priceEvents)
      expect(words.line(ofLine({ event: each }))).toBe(
        isWithoutPayment(each) ? event[each] : `${event[each]}: ${everything_else}`,
      )
    const shown = {
      product: (value: string) => fields[`payment_product.${value}`],
      brand: (value: string) => fields[`card_brand.${value}`],
      funding: (value: string) => fields[`funding.${value}`],
      holder: (value: string) => holder[value],
      region: (value: string) => region[value],
      channel: (value: string) => channel[value],
    }
    for (const name of Object.keys(shown) as (keyof typeof shown)[])
      for (const value of dimensionValues[name])
        expect(words.line(ofLine({ [name]: value }))).toBe(`${event.capture}: ${shown[name](value)}`)
  })

  it('are the text of the price in the language of the reader, where it has one', () => {
    const text = { text_nl: 'Kaarten van consumenten', text_en: 'Cards of consumers' }
    const line = ofLine({ product: 'card', ...text })
    expect(languages.map((language) => invoiceWords(invoice, language).line(line))).toEqual(
      languages.map((language) => (language === 'nl' ? text.text_nl : text.text_en)),
    )
    expect(invoiceWords(invoice, 'nl').line({ ...line, kind: 'fee_less' })).toBe(
      'Correctie eraf: Kaarten van consumenten',
    )
  })

  it('are those of what an invoice names that was issued before prices had texts and costs gateways', () => {
    const { price, ...rest } = ofLine({ product: 'ideal' })
    const { text_nl: _, text_en: __, gateway: ___, ...old } = newLine({ product: 'ideal' })
    // As it was kept.
    const line = { ...rest, price: price && { ...price, line: old as Line } }
    expect(invoiceWords(invoice, 'nl').line(line)).toBe('Betalingen: iDEAL')
  })
})

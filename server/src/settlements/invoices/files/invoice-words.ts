import type { Language } from '@kontor/contract/codes/languages'
import { formatMoney } from '@kontor/contract/money'
import {
  type dimensionValues,
  isWithoutPayment,
  type Line,
  type PriceEvent,
  priceDimensions,
  textOfLine,
} from '@kontor/contract/pricing/price.rules'
import type { InvoiceLineKind, vatTreatments } from '@kontor/contract/settlements/invoices/invoice.rules'
import type { InvoiceDocument } from '@kontor/contract/settlements/invoices/invoice.schemas'
import { groupsOfFour } from '@kontor/contract/texts/groups-of-four'
import { dayInWords } from '../../../platform/mail/day-in-words.ts'

type Values = { [Name in keyof typeof dimensionValues]: Record<(typeof dimensionValues)[Name][number], string> }

interface Words {
  event: Record<PriceEvent, string>
  kind: Record<Exclude<InvoiceLineKind, 'one_off'>, string>
  value: Values & { domestic: Record<'true' | 'false', string> }
  everythingElse: string
  range: (from: string | null, until: string | null) => string
  tier: (range: string) => string
  priceAt: (scheme: string, version: number, line: number) => string
  vat: (treatment: (typeof vatTreatments)[number], percentage: string) => string
  settled: (numbers: string) => string
  settledLater: string
  paid: (amount: string) => string
  pay: (amount: string, iban: string, by: string, number: string) => string
  takenBack: string
}

const names = {
  ideal: 'iDEAL',
  paypal: 'PayPal',
  bancontact: 'Bancontact',
  klarna: 'Klarna',
  eps: 'EPS',
  blik: 'BLIK',
} as const
const brand = { visa: 'Visa', mastercard: 'Mastercard', maestro: 'Maestro', amex: 'American Express' } as const

/** What files of an invoice say in words: the same as the screen. */
const words: Record<Language, Words> = {
  nl: {
    event: {
      capture: 'Betalingen',
      refund: 'Terugbetalingen',
      chargeback: 'Terugboekingen',
      chargeback_reversed: 'Gewonnen terugboekingen',
      authorisation: 'Autorisaties',
      decline: 'Geweigerde betalingen',
      payout: 'Uitbetalingen',
      month: 'Vast bedrag per maand',
      month_minimum: 'Minimum per maand',
      month_maximum: 'Maximum per maand',
    },
    kind: { fee: 'Kosten', fee_more: 'Correctie erbij', fee_less: 'Correctie eraf' },
    value: {
      product: { ...names, card: 'Kaart', sepa_debit: 'SEPA-incasso' },
      brand,
      holder: { consumer: 'Consument', commercial: 'Zakelijk' },
      funding: { credit: 'Creditcard', debit: 'Betaalpas (debit)', prepaid: 'Prepaid' },
      region: { EEA: 'EER', UK: 'Verenigd Koninkrijk', OTHER: 'Buiten EER en VK' },
      domestic: { true: 'Binnenlands', false: 'Buitenlands' },
      channel: { ecommerce: 'Online', pos: 'Betaalterminal', moto: 'Telefoon of post', recurring: 'Terugkerend' },
    },
    everythingElse: 'al het andere',
    range: (from, until) =>
      from !== null && until !== null ? `van ${from} tot ${until}` : from !== null ? `vanaf ${from}` : `tot ${until}`,
    tier: (range) => `Maand ervoor: ${range}`,
    priceAt: (scheme, version, line) => `${scheme}, versie ${version}, regel ${line}`,
    vat: (treatment, percentage) =>
      ({
        STANDARD: `Btw ${percentage}%`,
        ZERO: 'Btw 0%',
        REVERSE_CHARGE: 'Btw verlegd',
        OUT_OF_SCOPE: 'Buiten bereik van de btw',
      })[treatment],
    settled: (numbers) => `Al verrekend in afrekening ${numbers}.`,
    settledLater: 'Wat nog niet is verrekend, gaat van een volgende afrekening af.',
    paid: (amount) => `Al betaald of verrekend: ${amount}.`,
    pay: (amount, iban, by, number) => `Betaal ${amount} uiterlijk ${by} op ${iban}, met ${number} in de omschrijving.`,
    takenBack: 'Deze creditnota neemt de factuur terug. Er hoeft niets te worden betaald.',
  },
  'en-US': {
    event: {
      capture: 'Payments',
      refund: 'Refunds',
      chargeback: 'Chargebacks',
      chargeback_reversed: 'Won chargebacks',
      authorisation: 'Authorizations',
      decline: 'Declined payments',
      payout: 'Payouts',
      month: 'Monthly fee',
      month_minimum: 'Monthly minimum',
      month_maximum: 'Monthly maximum',
    },
    kind: { fee: 'Fees', fee_more: 'Correction, more', fee_less: 'Correction, less' },
    value: {
      product: { ...names, card: 'Card', sepa_debit: 'SEPA Direct Debit' },
      brand,
      holder: { consumer: 'Consumer', commercial: 'Commercial' },
      funding: { credit: 'Credit', debit: 'Debit', prepaid: 'Prepaid' },
      region: { EEA: 'EEA', UK: 'United Kingdom', OTHER: 'Outside EEA and UK' },
      domestic: { true: 'Domestic', false: 'Not domestic' },
      channel: { ecommerce: 'Online', pos: 'Terminal', moto: 'Phone or mail', recurring: 'Recurring' },
    },
    everythingElse: 'everything else',
    range: (from, until) =>
      from !== null && until !== null ? `from ${from} to ${until}` : from !== null ? `from ${from}` : `up to ${until}`,
    tier: (range) => `Month before: ${range}`,
    priceAt: (scheme, version, line) => `${scheme}, version ${version}, line ${line}`,
    vat: (treatment, percentage) =>
      ({
        STANDARD: `VAT ${percentage}%`,
        ZERO: 'VAT 0%',
        REVERSE_CHARGE: 'VAT reverse charged',
        OUT_OF_SCOPE: 'Outside the scope of VAT',
      })[treatment],
    settled: (numbers) => `Taken already in settlement ${numbers}.`,
    settledLater: 'What is not taken yet will be taken from a next settlement.',
    paid: (amount) => `Paid or taken already: ${amount}.`,
    pay: (amount, iban, by, number) => `Pay ${amount} to ${iban} by ${by}, with ${number} as the reference.`,
    takenBack: 'This credit note takes the invoice back. There is nothing to pay.',
  },
}

type InvoiceLine = InvoiceDocument['lines'][number]

export function invoiceWords({ currency_code, ...of }: InvoiceDocument, language: Language) {
  const said = words[language]
  const range = (from: number | null, until: number | null, currency: string) => {
    const text = (amount: number | null) => (amount === null ? null : formatMoney(amount, currency, language))
    return from === null && until === null ? [] : [said.range(text(from), text(until))]
  }
  const named = (line: Line): string => {
    const currency = line.currency_code ?? currency_code
    const values = priceDimensions.flatMap((name) => {
      // What merchants pay is the same at every gateway, and invoices from before gateways were named have none.
      if (name === 'gateway') return []
      const value = line[name]
      if (value === null || name === 'currency_code') return value === null ? [] : [String(value)]
      const known: Readonly<Record<string, string>> = said.value[name]
      return [known[String(value)] ?? String(value)]
    })
    const tier = range(line.tier_from, line.tier_until, currency).map(said.tier)
    return [...values, ...range(line.amount_from, line.amount_until, currency), ...tier].join(', ')
  }
  return {
    /** "Payments: iDEAL" */
    line({ kind, price, text_nl, text_en }: InvoiceLine): string {
      if (kind === 'one_off') return (language === 'nl' ? text_nl : text_en) ?? text_nl ?? ''
      if (!price) return said.kind[kind]
      const text = textOfLine(price.line, language)
      if (text !== null) return kind === 'fee' ? text : `${said.kind[kind]}: ${text}`
      const what = kind === 'fee' ? said.event[price.line.event] : said.kind[kind]
      const of = named(price.line) || (isWithoutPayment(price.line.event) ? '' : said.everythingElse)
      return of === '' ? what : `${what}: ${of}`
    },
    priceAt: ({ scheme, version, number }: NonNullable<InvoiceLine['price']>) => said.priceAt(scheme, version, number),
    vat: ({ treatment, ppm }: Pick<InvoiceDocument['vat'][number], 'treatment' | 'ppm'>) =>
      said.vat(treatment, percentageOf(ppm)),
    /** How it is paid. Empty: there is nothing to pay. */
    settled(): string {
      if (of.kind === 'CREDIT_NOTE') return said.takenBack
      const taken = of.settlements.length > 0 ? [said.settled(of.settlements.join(', '))] : []
      const money = (amount: number) => formatMoney(amount, currency_code, language)
      const { payment, paid = 0 } = of
      const asked = payment
        ? [said.pay(money(of.due), groupsOfFour(payment.iban), dayInWords(payment.due_on, language), of.number)]
        : []
      const before = paid > 0 ? [said.paid(money(paid))] : []
      return [...taken, ...(of.is_settled ? [] : [said.settledLater]), ...before, ...asked].join(' ')
    },
  }
}

/** 12000 millionths are 1.2. */
export const percentageOf = (ppm: number): string => String(ppm / 10_000)

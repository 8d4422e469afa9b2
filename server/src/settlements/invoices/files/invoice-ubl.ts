import type { Language } from '@kontor/contract/codes/languages'
import { decimalOf, exponentOf } from '@kontor/contract/money'
import { Refusal } from '@kontor/contract/refusal'
import type { InvoiceDocument } from '@kontor/contract/settlements/invoices/invoice.schemas'
import { declaration, tag, textTag } from '../../../platform/xml/xml.ts'
import { invoiceWords, percentageOf } from './invoice-words.ts'
import { partyOf } from './ubl-party.ts'

const customization = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0'
const profile = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'
const namespaces = (root: string) =>
  ` xmlns="urn:oasis:names:specification:ubl:schema:xsd:${root}-2" xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2" xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"`

/** One: UN/ECE Recommendation 20. */
const unit = ' unitCode="C62"'
/** The standard has at most two decimals. */
const mostDecimals = 2

interface Written {
  of: InvoiceDocument
  /** What the buyer is known by at the provider. */
  buyer: string
  language: Language
}

/**
 * An invoice or a credit note as UBL 2.1 by the rules of Peppol BIS Billing 3 (EN 16931). Its sums are those of the document, and
 * the amounts of a credit note are what it takes back. Refuses with `invoice_not_in_ubl` what the standard cannot say.
 */
export function invoiceUbl({ of: document, buyer, language }: Written): string {
  const of = document.kind === 'CREDIT_NOTE' ? turned(document) : document
  const parts = requireParts(of)
  const root = of.kind === 'CREDIT_NOTE' ? 'CreditNote' : 'Invoice'
  const settled = invoiceWords(of, language).settled()
  const hasVatNumbers = parts.every(({ treatment }) => treatment !== 'OUT_OF_SCOPE')
  const period = tag('cac:InvoicePeriod', tag('cbc:StartDate', of.covers_from) + tag('cbc:EndDate', of.covers_through))
  const body = [
    tag('cbc:CustomizationID', customization),
    tag('cbc:ProfileID', profile),
    textTag('cbc:ID', of.number),
    tag('cbc:IssueDate', of.issued_on),
    ...(of.payment ? [tag('cbc:DueDate', of.payment.due_on)] : []),
    tag(`cbc:${root}TypeCode`, of.kind === 'CREDIT_NOTE' ? '381' : '380'),
    ...(of.credits ? [textTag('cbc:Note', of.credits.reason)] : []),
    tag('cbc:DocumentCurrencyCode', of.currency_code),
    textTag('cbc:BuyerReference', buyer),
    period,
    ...(of.credits ? [takenBack(of.credits)] : []),
    tag('cac:AccountingSupplierParty', partyOf(of.provider, hasVatNumbers)),
    tag('cac:AccountingCustomerParty', partyOf(of.merchant, hasVatNumbers)),
    ...(of.payment ? [paymentMeans(of, of.payment)] : []),
    ...(settled === '' ? [] : [tag('cac:PaymentTerms', textTag('cbc:Note', settled))]),
    taxTotal(of, parts, language),
    monetaryTotal(of),
    ...(parts.length === 1 ? ownLines(of, parts[0], language) : linesByRate(of, parts, language)),
  ]
  return `${declaration}${tag(root, `\n${body.join('\n')}\n`, namespaces(root))}\n`
}

/** A transfer to the provider's account, with the number of the invoice. UNCL 4461: by SEPA, which is of euros, or any other. */
const paymentMeans = (
  { number, currency_code }: InvoiceDocument,
  { iban }: NonNullable<InvoiceDocument['payment']>,
): string =>
  tag(
    'cac:PaymentMeans',
    tag('cbc:PaymentMeansCode', currency_code === 'EUR' ? '58' : '30') +
      textTag('cbc:PaymentID', number) +
      tag('cac:PayeeFinancialAccount', textTag('cbc:ID', iban)),
  )

type Part = InvoiceDocument['vat'][number]

/** A credit note says how much it takes back. */
const turned = (of: InvoiceDocument): InvoiceDocument => ({
  ...of,
  lines: of.lines.map((line) => ({ ...line, base: line.base && -line.base, amount: less(line.amount) })),
  vat: of.vat.map((part) => ({ ...part, base: less(part.base), amount: less(part.amount) })),
  ...{ net: less(of.net), vat_total: less(of.vat_total), total: less(of.total), due: less(of.due) },
})
const less = (amount: number): number => (amount === 0 ? 0 : -amount)

/** The parts that its VAT consists of, of which there is at least one. */
function requireParts(of: InvoiceDocument): [Part, ...Part[]] {
  const [first, ...others] = of.vat.filter(({ base, amount }) => base !== 0 || amount !== 0)
  const parts: [Part, ...Part[]] = first
    ? [first, ...others]
    : [of.vat[0] ?? { ppm: 0, treatment: 'ZERO', base: 0, amount: 0 }]
  // What is not subject to VAT stands on an invoice of its own (BR-O-11 to BR-O-14).
  const isMixed = parts.length > 1 && parts.some(({ treatment }) => treatment === 'OUT_OF_SCOPE')
  if (isMixed || exponentOf(of.currency_code) > mostDecimals) throw new Refusal('invoice_not_in_ubl')
  return parts
}

const amount = (name: string, minorUnits: number, of: InvoiceDocument): string =>
  tag(name, decimalOf(minorUnits, of.currency_code), ` currencyID="${of.currency_code}"`)

const takenBack = ({ number, issued_on }: NonNullable<InvoiceDocument['credits']>): string =>
  tag(
    'cac:BillingReference',
    tag('cac:InvoiceDocumentReference', textTag('cbc:ID', number) + tag('cbc:IssueDate', issued_on)),
  )

/** UNCL 5305, with the reason why there is no VAT (VATEX). */
const categories = {
  STANDARD: { id: 'S', reason: null },
  ZERO: { id: 'Z', reason: null },
  REVERSE_CHARGE: { id: 'AE', reason: 'VATEX-EU-AE' },
  OUT_OF_SCOPE: { id: 'O', reason: 'VATEX-EU-O' },
} as const satisfies Record<Part['treatment'], { id: string; reason: string | null }>

/** `reason`: in words; a line has none. */
function category(name: string, { ppm, treatment }: Part, reason?: string): string {
  const { id, reason: code } = categories[treatment]
  return tag(
    name,
    tag('cbc:ID', id) +
      (id === 'O' ? '' : tag('cbc:Percent', percentageOf(ppm))) +
      (code !== null && reason !== undefined
        ? tag('cbc:TaxExemptionReasonCode', code) + textTag('cbc:TaxExemptionReason', reason)
        : '') +
      tag('cac:TaxScheme', tag('cbc:ID', 'VAT')),
  )
}

function taxTotal(of: InvoiceDocument, parts: readonly Part[], language: Language): string {
  const words = invoiceWords(of, language)
  const subtotals = parts.map((part) =>
    tag(
      'cac:TaxSubtotal',
      amount('cbc:TaxableAmount', part.base, of) +
        amount('cbc:TaxAmount', part.amount, of) +
        category('cac:TaxCategory', part, words.vat(part)),
    ),
  )
  return tag('cac:TaxTotal', amount('cbc:TaxAmount', of.vat_total, of) + subtotals.join(''))
}

const monetaryTotal = (of: InvoiceDocument): string =>
  tag(
    'cac:LegalMonetaryTotal',
    amount('cbc:LineExtensionAmount', of.net, of) +
      amount('cbc:TaxExclusiveAmount', of.net, of) +
      amount('cbc:TaxInclusiveAmount', of.total, of) +
      amount('cbc:PrepaidAmount', of.total - of.due, of) +
      amount('cbc:PayableAmount', of.due, of),
  )

/** The lines of the document, which all have the one rate that there is. */
function ownLines(of: InvoiceDocument, part: Part, language: Language): string[] {
  const words = invoiceWords(of, language)
  return of.lines.map((line, index) =>
    lineOf(of, {
      ...{ number: index + 1, count: line.count, net: line.amount, part, name: words.line(line) },
      said: line.price && words.priceAt(line.price),
    }),
  )
}

/** A line of a document does not say its rate: where there are several, each is one line. */
const linesByRate = (of: InvoiceDocument, parts: readonly Part[], language: Language): string[] =>
  parts.map((part, index) =>
    lineOf(of, {
      ...{ number: index + 1, count: 1, net: part.base, part, said: null },
      name: invoiceWords(of, language).vat(part),
    }),
  )

interface UblLine {
  number: number
  count: number
  net: number
  part: Part
  name: string
  said: string | null
}

/** A price is never below zero, and is of all pieces together, so that no cent is lost by dividing. */
function lineOf(of: InvoiceDocument, { number, count, net, part, name, said }: UblLine): string {
  const isCredit = of.kind === 'CREDIT_NOTE'
  const pieces = Math.max(count, 1)
  return tag(
    isCredit ? 'cac:CreditNoteLine' : 'cac:InvoiceLine',
    tag('cbc:ID', String(number)) +
      tag(isCredit ? 'cbc:CreditedQuantity' : 'cbc:InvoicedQuantity', String(net < 0 ? -pieces : pieces), unit) +
      amount('cbc:LineExtensionAmount', net, of) +
      tag(
        'cac:Item',
        (said === null ? '' : textTag('cbc:Description', said)) +
          textTag('cbc:Name', name.trim() || of.number) +
          category('cac:ClassifiedTaxCategory', part),
      ) +
      tag('cac:Price', amount('cbc:PriceAmount', Math.abs(net), of) + tag('cbc:BaseQuantity', String(pieces), unit)),
  )
}

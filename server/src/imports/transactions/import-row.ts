import { countryCodes } from '@kontor/contract/codes/countries'
import { paymentProducts } from '@kontor/contract/payments/transaction.rules'
import { containsCardNumber } from '@kontor/contract/texts/card-number'
import { type DecimalSign, readAmount } from '../file/amount.ts'
import type { ImportTarget, Readers } from '../file/mapping.ts'
import type { RejectionCode } from '../file/problem.ts'
import type { CsvRecord } from '../file/records.ts'
import { deterministicId } from './deterministic-id.ts'

export interface RowContext {
  payment_profile_id: string
  currency_code: string
  largest_payment: number
  readers: Readers
  decimal: DecimalSign
  readInstant: (text: string) => number | RejectionCode
  /** The processor of each payment product. */
  processors: ReadonlyMap<string, string>
  /** The payment product of lines without one. */
  payment_product: string
  now: Date
}

/** A line in the form for the database. */
export interface ImportRow {
  id: string
  /** The id that earlier versions gave the row. */
  former_id: string
  created_at: string
  amount: number
  reference: string
  payment_product: string
  processor_id: string
  country_code: string | null
  customer: string | null
  email: string | null
  first_name: string | null
  last_name: string | null
  city: string | null
  postal_code: string | null
  phone: string | null
}

const earliest = Date.UTC(2000, 0, 1)
const day = 86_400_000
const countries: ReadonlySet<string> = new Set(countryCodes)

/** The values by which a payment is known again. What cannot be read stands there as the reason. */
export function identityOf({ line, fields }: CsvRecord, context: RowContext): (string | number)[] {
  const value = (target: ImportTarget): string => context.readers[target]?.(fields, line).trim() ?? ''
  return [
    value('reference'),
    value('customer'),
    readAmount(value('amount'), context.decimal, context.currency_code),
    context.readInstant(value('created_at')),
  ]
}

/** A record, the `number`th of its values in the file, as a transaction, or the reason why it cannot be one. */
export function readRow({ line, fields }: CsvRecord, context: RowContext, number: number): ImportRow | RejectionCode {
  const { readers, currency_code } = context
  const value = (target: ImportTarget): string => readers[target]?.(fields, line).trim() ?? ''
  const reference = value('reference')
  const customer = value('customer')
  const badText = textFault(reference, [customer, ...customerTargets.map(value)], value('phone'))
  if (badText) return badText
  const amount = readAmount(value('amount'), context.decimal, currency_code)
  if (typeof amount === 'string') return amount
  if (amount > context.largest_payment) return 'amount_too_large'
  const instant = context.readInstant(value('created_at'))
  if (typeof instant === 'string') return instant
  if (instant < earliest || instant > context.now.getTime() + day) return 'created_at_out_of_range'

  const currency = value('currency')
  if (currency !== '' && currency.toUpperCase() !== currency_code) return 'currency_differs'
  const country = value('country_code').toUpperCase()
  if (country !== '' && !countries.has(country)) return 'country_unknown'
  const product = value('payment_product').toLowerCase() || context.payment_product
  if (!paymentProducts.some((each) => each === product)) return 'payment_product_unknown'
  const processor = context.processors.get(product)
  if (processor === undefined) return 'no_processor'

  const name = splitName(value('name'))
  return {
    // The number keeps exact repeats apart. The values give a changed line another id than the old one.
    id: deterministicId(instant, [context.payment_profile_id, reference, customer, amount, instant, number]),
    former_id: deterministicId(instant, [context.payment_profile_id, line, reference, customer, amount, instant]),
    created_at: new Date(instant).toISOString(),
    amount,
    reference,
    payment_product: product,
    processor_id: processor,
    country_code: country || null,
    customer: customer || null,
    email: value('email') || null,
    first_name: value('first_name') || name.first,
    last_name: value('last_name') || name.last,
    city: value('city') || null,
    postal_code: value('postal_code') || null,
    phone: value('phone') || null,
  }
}

const customerTargets = ['email', 'name', 'first_name', 'last_name', 'city', 'postal_code'] as const

// Telephone numbers are not checked: one may pass the check of card numbers by chance, and nobody writes a card number
// there.
function textFault(reference: string, others: readonly string[], phone: string): RejectionCode | undefined {
  if (reference === '') return 'reference_missing'
  if (reference.length > 100) return 'reference_too_long'
  if ([phone, ...others].some((text) => text.length > 254)) return 'customer_too_long'
  // The decoder writes U+FFFD in place of unreadable bytes.
  if ([reference, phone, ...others].some((text) => /[\p{Cc}\uFFFD]/u.test(text))) return 'invalid_characters'
  if ([reference, ...others].some(containsCardNumber)) return 'card_number'
  return undefined
}

function splitName(name: string): { first: string | null; last: string | null } {
  const [, first, last] = /^(\S+)\s+(.+)$/.exec(name) ?? [undefined, undefined, name]
  return { first: first ?? null, last: last || null }
}

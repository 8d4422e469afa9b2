import type { ImportProblemCode, RejectionCode } from '@kontor/contract/imports/import.rules'

/** The reason why a file or a mapping cannot be used. A single bad line is a rejection instead. */
export class ImportProblem extends Error {
  override name = 'ImportProblem'
  readonly code: ImportProblemCode

  constructor(message: string, code: ImportProblemCode = 'unreadable') {
    super(message)
    this.code = code
  }
}

/** Reasons why one line was rejected. The texts are written to the file of rejected lines. */
export const rejectionTexts = {
  quote_not_closed: 'a quotation mark is not closed, or stands where none may stand',
  wrong_number_of_fields: 'the number of fields is not that of the header',
  invalid_characters: 'holds bytes that are no text in the encoding of the file, or control characters',
  reference_missing: 'the reference is empty',
  reference_too_long: 'the reference is longer than 100 characters',
  card_number: 'the reference or the customer holds what looks like a card number',
  amount_missing: 'the amount is empty',
  amount_not_a_number: 'the amount is not a number',
  amount_ambiguous: 'the amount could be a thousand times as much: write 1000.00 or 1000 in place of 1.000',
  amount_too_many_decimals: 'the amount has more decimals than its currency',
  amount_too_large: 'the amount is larger than one payment may be here',
  amount_negative: 'the amount is negative: import refunds as refunds',
  created_at_missing: 'the date is empty',
  created_at_not_a_date: 'the date is not YYYY-MM-DD, with or without a time',
  created_at_does_not_exist: 'there is no such date or time',
  created_at_out_of_range: 'the date lies before 2000 or in the future',
  customer_too_long: 'the customer or one of its fields is longer than 254 characters',
  currency_differs: 'the currency is not that of the payment profile',
  country_unknown: 'the country is not a code of ISO 3166-1 alpha-2',
  payment_product_unknown: 'there is no such payment product',
  no_processor: 'the payment profile has no processor for this payment product',
  refused_by_database: 'the database refuses it',
  required: 'a required value is empty',
  too_long: 'the value is too long',
  invalid_value: 'the value is not possible here',
  invalid_email: 'this is no mail address',
  invalid_phone_number: 'this is no phone number',
  invalid_social_security_number: 'this is no social security number',
  invalid_date: 'the date is not YYYY-MM-DD, or there is no such date',
  reference_twice: 'another row of this file has the same reference',
  twice: 'another row of this file says the same',
  not_found: 'there is none',
  ambiguous: 'there are several: name it by its id',
  taken: 'this is in use already',
  payment_not_paid: 'the payment was not taken',
  amount_above_payment: 'the amount is larger than what was taken',
  of_another_payment: 'this chargeback is of another payment',
  not_possible_here: 'the shop or the merchant is not ready for it',
  in_the_past: 'the date lies in the past',
  start_ahead_needed: 'with a stored card the first payment must lie after today',
  card_unusable: 'the card was revoked, has expired, or is kept by a processor that the shop does not use',
  account_unknown: 'the gateway has not said yet whose account the processor opens: test its credential first',
  id_twice: 'another row of this file has the same id',
  too_short: 'the value is too short',
  status_not_possible: 'this status cannot follow the present one',
  status_update_open: 'another change of it waits for a second person',
  operation_in_progress: 'an order to the processor is under way',
  contradiction_open: 'a report of the processor waits for a person',
  payment_has_refunds: 'money of this payment was or will be paid back',
} as const satisfies Readonly<Record<RejectionCode, string>>

export type { RejectionCode }

export interface Rejection {
  line: number
  code: RejectionCode
  /** The field that its column was mapped to; absent: the whole row. */
  target?: string | undefined
  /** The fields as in the file; the whole line when it could not be split. */
  fields: readonly string[]
}

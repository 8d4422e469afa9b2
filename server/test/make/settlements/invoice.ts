import { createHash } from 'node:crypto'
import { plusDays } from '@kontor/contract/dates'
import { paymentTerm_days } from '@kontor/contract/settlements/invoices/invoice.rules'
import { newId } from '../../../src/platform/db/ids.ts'
import type { Making } from '../making.ts'

const party = {
  name: 'Somebody',
  address: ['A street 1'],
  country_code: 'NL',
  chamber_of_commerce: null,
  vat_number: null,
}

/** An invoice of fees alone, or a credit note. Without books it counts as settled. */
export async function invoice(
  { db, next }: Making,
  merchant: string,
  given: {
    organisation?: string
    number?: string
    currency_code?: string
    month?: string
    issued_on?: string
    net?: number
    /** What it asks for. */
    due?: number
    /** A credit note: the invoice that it takes back. */
    credits?: string
    created_at?: Date
  } = {},
): Promise<string> {
  const { id, created_at } = newId(given.created_at ?? new Date())
  const { organisation = merchant, currency_code = 'EUR', month = '2020-01-01', issued_on = '2020-02-01' } = given
  const { net = 1_000, credits = null } = given
  const edition = next()
  const number = given.number ?? `KF-2020-${String(edition).padStart(6, '0')}`
  const vat = Math.round(net * 0.21)
  const kind = credits === null ? 'INVOICE' : 'CREDIT_NOTE'
  const sums = { net, total: net + vat, due: given.due ?? 0 }
  const payment = sums.due === 0 ? null : { iban: 'NL91ABNA0417164300', due_on: plusDays(issued_on, paymentTerm_days) }
  const content = JSON.stringify({
    ...{
      number,
      kind,
      issued_on,
      covers_from: month,
      covers_through: month,
      currency_code,
      provider: party,
      merchant: party,
    },
    ...{ lines: [], vat: [], ...sums, vat_total: vat, payment, settlements: [], is_settled: true, credits: null },
  })
  await db
    .insertInto('invoice')
    .values({
      ...{ merchant_id: merchant, id, created_at, organisation_id: organisation, number, kind, currency_code, month },
      ...{
        edition,
        issued_on,
        ...sums,
        due_on: payment?.due_on ?? null,
        vat,
        content,
        sha256: createHash('sha256').update(content).digest('hex'),
        credits,
      },
      ...(credits === null ? {} : { reason: 'The address was wrong', credited_by: 'Pim' }),
    })
    .execute()
  return id
}

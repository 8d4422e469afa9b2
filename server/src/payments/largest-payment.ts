import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import type { Reader, Trx } from '../platform/db/database.ts'

interface Of {
  merchant_id: string
  /** Null: the limits of payment profiles do not count. */
  profile: string | null
}

/** The lowest limit of the installation, the merchant and the payment profile, in minor units (docs/adr/0048). */
export async function largestPayment(db: Reader, { merchant_id, profile }: Of): Promise<number> {
  const { rows } = await sql<{ largest: number }>`
    select least(i.largest_payment, m.largest_payment, p.largest_payment) as largest
    from installation i join merchant m on m.id = ${merchant_id}
    left join payment_profile p on p.merchant_id = m.id and p.id = ${profile}::uuid`.execute(db)
  const [row] = rows
  if (!row) throw new Refusal('not_found')
  return row.largest
}

/** Refuses amounts above the limit. The keys of `amounts` are the fields of the body. */
export async function refuseTooLarge(
  trx: Trx,
  of: Of,
  amounts: Readonly<Record<string, number | null | undefined>>,
): Promise<void> {
  const largest = await largestPayment(trx, of)
  const [field] = Object.entries(amounts).find(([, amount]) => (amount ?? 0) > largest) ?? []
  if (field !== undefined) throw tooLargeIn(field, largest)
}

export const tooLargeIn = (field: string, largest_amount: number): Refusal =>
  new Refusal('amount_too_large', { [`body.${field}`]: 'too_large', largest_amount })

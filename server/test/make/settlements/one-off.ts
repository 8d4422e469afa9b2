import { needsAnother, type OneOffKind, type OneOffStatus } from '@kontor/contract/settlements/one-offs/one-off.rules'
import { v7 } from 'uuid'
import { newId } from '../../../src/platform/db/ids.ts'
import type { Making } from '../making.ts'

interface OneOffInput {
  organisation?: string
  date?: string
  kind?: OneOffKind
  description?: string
  amount?: number
  vat?: boolean
  currency_code?: string
  status?: OneOffStatus
  transaction?: { id: string; created_at: string }
  repeat_until?: string
  /** Of one that is BOOKED on a day of this settlement. */
  settlement?: string
  created_at?: Date
  /** Ids of people. */
  author?: string
}

/** A one-off as it is kept. One that is BOOKED has no transfers. */
export async function oneOff({ db, next }: Making, merchant: string, given: OneOffInput = {}): Promise<string> {
  const { id, created_at } = newId(given.created_at ?? new Date())
  const { amount = -995, currency_code = 'EUR', status = 'OPEN', date = created_at.slice(0, 10) } = given
  const description = given.description ?? `One-off ${next()}`
  const settled = given.settlement
    ? await db.selectFrom('settlement').select('book_id').where('id', '=', given.settlement).executeTakeFirstOrThrow()
    : undefined
  const repeat = given.repeat_until ? 'MONTHLY' : 'NONE'
  const isApproved = status === 'APPROVED' || status === 'BOOKED'
  await db
    .insertInto('one_off')
    .values({
      ...{ merchant_id: merchant, id, created_at, organisation_id: given.organisation ?? merchant, series_id: id },
      ...{ date, series_date: date, amount, currency_code, status, vat: given.vat ?? false },
      kind: given.kind ?? 'CORRECTION',
      ...{ description_nl: description, description_en: description },
      ...{ transaction_created_at: given.transaction?.created_at, transaction_id: given.transaction?.id },
      ...{ repeat, repeat_until: given.repeat_until },
      ...{ created_by: 'Philippa', authors: [given.author ?? v7()] },
      needs_another: needsAnother({ amount, currency_code, repeat }),
      ...(isApproved ? { approved_by: 'Peter', approved_by_id: v7(), approved_at: created_at } : {}),
      ...(status === 'BOOKED' ? { booked_on: date, book_id: settled?.book_id ?? v7() } : {}),
      ...(status === 'CANCELLED' ? { cancelled_by: 'Peter' } : {}),
    })
    .execute()
  return id
}

import type { ContradictionKind, ContradictionState } from '@kontor/contract/contradictions/contradiction.rules'
import { newId } from '../../src/platform/db/ids.ts'
import type { Making } from './making.ts'
import type { MadeMerchant } from './organisations/merchant.ts'

interface ContradictionInput {
  kind?: ContradictionKind
  state?: ContradictionState
  about?: string
  we_say?: string
  they_say?: string
  amount?: number
  their_amount?: number
  refund?: string
  superseded?: boolean
  organisation?: string
  created_at?: Date
}

/** A contradiction about a payment, or about nothing that we know. */
export async function contradiction(
  { db, next }: Making,
  of: MadeMerchant,
  transaction: { id: string; created_at: string } | null,
  given: ContradictionInput = {},
): Promise<string> {
  const { id, created_at } = newId(given.created_at ?? new Date())
  const state = given.state ?? 'OPEN'
  const over = state === 'OPEN' ? {} : { resolved_at: created_at, resolved_by: 'Philippa', note: 'seen' }
  const money = transaction ? { amount: given.amount ?? 5_000, currency_code: of.currency_code ?? 'EUR' } : null
  await db
    .insertInto('contradiction')
    .values({
      ...{ merchant_id: of.merchant, created_at, id, organisation_id: given.organisation ?? of.merchant },
      processor_id: of.processor,
      transaction_created_at: transaction?.created_at ?? null,
      transaction_id: transaction?.id ?? null,
      refund_id: given.refund ?? null,
      kind: given.kind ?? (transaction ? 'payment' : 'not_understood'),
      about: given.about ?? `${transaction?.id ?? 'payout'} ${next()}`,
      we_say: transaction ? (given.we_say ?? 'ABANDONED') : null,
      they_say: given.they_say ?? (transaction ? 'SETTLEMENT_COMPLETED' : 'payout'),
      our_amount: money?.amount ?? null,
      currency_code: money?.currency_code ?? null,
      their_amount: given.their_amount ?? money?.amount ?? null,
      their_currency_code: money?.currency_code ?? null,
      superseded: given.superseded ?? false,
      ...{ state, ...over },
    })
    .execute()
  return id
}

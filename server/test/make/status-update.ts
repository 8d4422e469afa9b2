import { randomUUID } from 'node:crypto'
import type { StatusUpdateKind, StatusUpdateStatus } from '@kontor/contract/status-updates/status-update.rules'
import { newId } from '../../src/platform/db/ids.ts'
import type { Making } from './making.ts'
import type { MadeMerchant } from './organisations/merchant.ts'

interface StatusUpdateInput {
  kind?: StatusUpdateKind
  /** The id of a refund or a chargeback. */
  item?: string
  told?: boolean
  status?: StatusUpdateStatus
  organisation?: string
  created_at?: Date
}

/** A change of a status by hand, as it is kept. The status itself is not changed. */
export async function statusUpdate(
  { db }: Making,
  of: MadeMerchant,
  transaction: { id: string; created_at: string },
  given: StatusUpdateInput = {},
): Promise<string> {
  const { status = 'DONE' } = given
  const { id, created_at } = newId(given.created_at ?? new Date())
  await db
    .insertInto('status_update')
    .values({
      ...{ merchant_id: of.merchant, created_at, id, organisation_id: given.organisation ?? of.merchant },
      ...{ kind: given.kind ?? 'transaction', item_id: given.item ?? transaction.id },
      ...{ transaction_created_at: transaction.created_at, transaction_id: transaction.id },
      ...{ from_status: 'AUTHORIZED', to_status: 'SETTLEMENT_REQUESTED', told: given.told ?? true },
      ...{ reason: 'Captured by hand at the processor', external_reference: 'TICKET-1', created_by: 'Philippa' },
      ...{ created_by_id: randomUUID(), amount: 1_000, status, needs_another: status !== 'DONE' },
      rejected_by: status === 'REJECTED' ? 'Somebody else' : null,
      rejection_reason: status === 'REJECTED' ? 'The processor says otherwise' : null,
    })
    .execute()
  return id
}

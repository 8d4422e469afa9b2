import { randomUUID } from 'node:crypto'
import type {
  SettlementUpdateKind,
  SettlementUpdateStatus,
} from '@kontor/contract/payouts/updates/settlement-update.rules'
import { newId } from '../../../src/platform/db/ids.ts'
import { pspBankAccount } from '../bank-accounts/psp-bank-account.ts'
import type { Making } from '../making.ts'
import { settlement } from '../settlements/settlement.ts'

/** An update of a settlement by hand, as it is kept. The settlement itself is not changed. */
export async function settlementUpdate(
  making: Making,
  merchant: string,
  given: {
    settlement?: string
    organisation?: string
    kind?: SettlementUpdateKind
    status?: SettlementUpdateStatus
    reason?: string
    created_at?: Date
  } = {},
): Promise<string> {
  const { kind = 'HOLD', status = 'DONE' } = given
  const { id, created_at } = newId(given.created_at ?? new Date())
  const isPaid = kind === 'PAID'
  await making.db
    .insertInto('settlement_update')
    .values({
      ...{ merchant_id: merchant, id, created_at, organisation_id: given.organisation ?? merchant, kind, status },
      settlement_id: given.settlement ?? (await settlement(making, merchant)),
      ...{ from_status: 'CLOSED', reason: given.reason ?? 'Somebody asked for it', needs_another: status !== 'DONE' },
      provider_bank_account_id: isPaid ? await pspBankAccount(making) : null,
      ...{ paid_on: isPaid ? '2026-10-01' : null, bank_reference: isPaid ? 'BANK-1' : null },
      ...{ created_by: 'Philippa', created_by_id: randomUUID() },
      cancelled_by: status === 'CANCELLED' ? 'Somebody else' : null,
      cancellation_reason: status === 'CANCELLED' ? 'It was asked for in error' : null,
    })
    .execute()
  return id
}

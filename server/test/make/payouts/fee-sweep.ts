import { randomUUID } from 'node:crypto'
import { newId } from '../../../src/platform/db/ids.ts'
import { pspBankAccount } from '../bank-accounts/psp-bank-account.ts'
import type { Making } from '../making.ts'

/** A sweep that somebody proposed. */
export async function feeSweep(making: Making, given: { amount?: number } = {}): Promise<string> {
  const { id, created_at } = newId(new Date())
  await making.db
    .insertInto('fee_sweep')
    .values({
      ...{ id, created_at, reference: `SWEEP-1999-${String(making.next()).padStart(6, '0')}`, currency_code: 'EUR' },
      ...{
        from_account_id: await pspBankAccount(making),
        to_account_id: await pspBankAccount(making, { kind: 'OWN' }),
      },
      ...{ amount: given.amount ?? 100, created_by: 'Somebody', created_by_id: randomUUID() },
    })
    .execute()
  return id
}

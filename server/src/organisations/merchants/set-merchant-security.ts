import type { MerchantSecurity } from '@kontor/contract/organisations/merchant-security.schemas'
import { Refusal } from '@kontor/contract/refusal'
import type { Trx } from '../../platform/db/database.ts'

/** Sets both settings together, because the user has seen both. */
export async function setMerchantSecurity(
  trx: Trx,
  id: string,
  { password_policy, mfa_required }: MerchantSecurity,
): Promise<MerchantSecurity> {
  const { numUpdatedRows } = await trx
    .updateTable('merchant')
    .set({ mfa_required })
    .where('id', '=', id)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Refusal('not_found')
  await trx
    .insertInto('password_policy')
    .values({ merchant_id: id, ...password_policy })
    .onConflict((conflict) => conflict.column('merchant_id').doUpdateSet(password_policy))
    .execute()
  return { password_policy, mfa_required }
}

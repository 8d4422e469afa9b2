import type { Trx } from '../../platform/db/database.ts'
import { inTurn } from '../../platform/db/locked.ts'

interface Account {
  id: string
  kind: string
  currency_code: string
}

/** Makes an account the default of its kind and currency, in turn: of two that ask, the later one gets it. */
export async function makeDefault(
  trx: Trx,
  { id, kind, currency_code }: Account,
  when: 'always' | 'if_first',
): Promise<void> {
  await inTurn(trx, 'provider bank account')
  const others = trx
    .selectFrom('provider_bank_account')
    .select('id')
    .where('kind', '=', kind)
    .where('currency_code', '=', currency_code)
    .where('default', '=', true)
    .where('id', '<>', id)
  const before = await others.executeTakeFirst()
  if (before && when === 'if_first') return
  if (before)
    await trx.updateTable('provider_bank_account').set({ default: false }).where('id', '=', before.id).execute()
  await trx
    .updateTable('provider_bank_account')
    .set({ default: true })
    .where('id', '=', id)
    .where('default', '=', false)
    .execute()
}

import type { Trx } from '../../platform/db/database.ts'
import { inTurn } from '../../platform/db/locked.ts'

const flags = ['default', 'psp_default'] as const
type Wanted = { readonly [F in (typeof flags)[number]]?: boolean | undefined }

/**
 * Takes the flags that a mail is about to get away from another mail that has them. Changes come one after the other, so
 * of two that ask for the same flag the later one gets it; an index allows no second.
 */
export async function freeFlags(trx: Trx, wanted: Wanted, id?: string): Promise<void> {
  await inTurn(trx, 'welcome_mail')
  for (const flag of flags) {
    if (!wanted[flag]) continue
    const holder = trx
      .updateTable('welcome_mail')
      .set({ [flag]: false })
      .where(flag, '=', true)
    await (id === undefined ? holder : holder.where('id', '<>', id)).execute()
  }
}

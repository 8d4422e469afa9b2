import { Refusal } from '@kontor/contract/refusal'
import type { Selectable } from 'kysely'
import { type Actor, visibleTo } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { type Locked, lockRow } from '../../platform/db/locked.ts'
import type { ValidationRuleset } from '../../schema.ts'

export type StoredRuleset = Selectable<ValidationRuleset>

/** A ruleset that the actor may see, and that nobody else changes until the transaction ends. */
export async function lockRuleset(trx: Trx, actor: Actor, id: string): Promise<Locked<StoredRuleset>> {
  const seen = trx
    .selectFrom('validation_ruleset')
    .selectAll()
    .where('id', '=', id)
    .where(visibleTo(actor, 'validation_ruleset'))
  const found = await lockRow(seen)
  if (!found) throw new Refusal('not_found')
  return found
}

type Values = Partial<
  Pick<StoredRuleset, 'name' | 'payment_profile_id' | 'tag_id' | 'webhook_url' | 'email' | 'currency_code' | 'active'>
> & { rules?: string }

/** Changes a ruleset as its next version. */
export async function changeRuleset(
  trx: Trx,
  { merchant_id, id, version }: Locked<StoredRuleset>,
  values: Values,
): Promise<void> {
  await trx
    .updateTable('validation_ruleset')
    .set({ ...values, version: version + 1 })
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .execute()
}

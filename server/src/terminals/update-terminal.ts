import type { ReadBody } from '@kontor/contract/endpoint'
import type { updateTerminalEndpoint } from '@kontor/contract/terminals/terminal.endpoints'
import { visibleProfile } from '../organisations/visible-profile.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { lockTerminal } from './locked-terminal.ts'

/** Updates a terminal. It belongs to the organisation of its shop, so a change of shop changes both. */
export async function updateTerminal(
  trx: Trx,
  actor: Actor,
  id: string,
  { name, payment_profile }: ReadBody<typeof updateTerminalEndpoint>,
): Promise<void> {
  const { merchant_id: merchant } = await lockTerminal(trx, actor, id)
  const shop = payment_profile === undefined ? undefined : await visibleProfile(trx, actor, payment_profile, merchant)
  if (name === undefined && !shop) return
  await trx
    .updateTable('terminal')
    .set({
      ...(name === undefined ? {} : { name }),
      ...(shop ? { organisation_id: shop.organisation_id, payment_profile_id: shop.id } : {}),
    })
    .where('merchant_id', '=', merchant)
    .where('id', '=', id)
    .execute()
}

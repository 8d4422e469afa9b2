import type { ReplyOf } from '@kontor/contract/endpoint'
import type { newPaymentProfileEndpoint } from '@kontor/contract/organisations/payment-profile.endpoints'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { checksKeptFor } from './profile-middleware.ts'

/**
 * A new shop begins with the base currency of the merchant; for staff who see every merchant, that of the installation. It
 * is checked by what the provider has the others checked by, unless whoever makes it chooses that.
 */
export async function newPaymentProfile(trx: Trx, actor: Actor): Promise<ReplyOf<typeof newPaymentProfileEndpoint>> {
  const { merchant } = actor.scope
  const { base_currency } =
    merchant === null
      ? await trx.selectFrom('installation').select('base_currency').executeTakeFirstOrThrow()
      : await trx.selectFrom('merchant').select('base_currency').where('id', '=', merchant).executeTakeFirstOrThrow()
  const { names, unseen } = merchant === null ? none : await checksKeptFor(trx, actor, merchant)
  return { currency_code: base_currency, checked_by: names, checked_by_unseen: unseen }
}

const none = { names: [], unseen: 0 }

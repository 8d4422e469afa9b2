import type { ReplyOf } from '@kontor/contract/endpoint'
import type { newPaymentProfileEndpoint } from '@kontor/contract/organisations/payment-profile.endpoints'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'

/** A new shop begins with the base currency of the merchant; for staff who see every merchant, that of the installation. */
export async function newPaymentProfile(
  trx: Trx,
  { scope }: Actor,
): Promise<ReplyOf<typeof newPaymentProfileEndpoint>> {
  const { base_currency } =
    scope.merchant === null
      ? await trx.selectFrom('installation').select('base_currency').executeTakeFirstOrThrow()
      : await trx
          .selectFrom('merchant')
          .select('base_currency')
          .where('id', '=', scope.merchant)
          .executeTakeFirstOrThrow()
  return { currency_code: base_currency }
}

import type { newRoutingEndpoint } from '@kontor/contract/decisions/routings/routing.endpoints'
import type { ReplyOf } from '@kontor/contract/endpoint'
import type { PaymentProduct } from '@kontor/contract/payments/transaction.rules'
import { processor } from '@kontor/contract/processors/processor.entity'
import { merchantInView } from '../../organisations/merchants/merchant-in-view.ts'
import { usableBy } from '../../organisations/shared-processors.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { baseCurrency } from '../base-currency.ts'

/** What a routing of a merchant begins with, and the processors that the actor may name in it. */
export async function newRouting(trx: Trx, actor: Actor): Promise<ReplyOf<typeof newRoutingEndpoint>> {
  const merchant = merchantInView(actor)
  const processors = await trx
    .selectFrom('processor')
    .select(['id', 'name', 'payment_product', 'active'])
    .where('merchant_id', '=', merchant)
    .where(usableBy(actor))
    .orderBy('name')
    .orderBy('id')
    .limit(processor.maxLimit)
    // A constraint of the table permits only these products.
    .$castTo<{ id: string; name: string; payment_product: PaymentProduct; active: boolean }>()
    .execute()
  return { currency_code: await baseCurrency(trx, merchant), processors }
}

import { canHold, type ProductAbilities, refundExcluded, takesPart } from '@kontor/contract/payments/product.rules'
import { Refusal } from '@kontor/contract/refusal'
import type { StoredTransaction } from '../../engine/records/stored-transaction.ts'
import type { Trx } from '../../platform/db/database.ts'
import { abilitiesOf } from '../../processors/gateways.ts'

/** True: a payment of this kind may go to the gateway. One of zero only checks a card, so nothing is held or taken of it. */
export const canTake = (
  gateway: string,
  { payment_product, capture, amount }: { payment_product: string; capture: boolean; amount: number },
): boolean => {
  const abilities = abilitiesOf({ gateway, payment_product })
  return capture || amount === 0 || !abilities || canHold(abilities)
}

/** Refuses the capture of a part where the gateway captures the whole alone. */
export async function refuseExcludedPart(trx: Trx, transaction: StoredTransaction): Promise<void> {
  const abilities = await abilitiesFor(trx, transaction)
  if (abilities && !takesPart(abilities)) throw new Refusal('partial_capture_not_allowed')
}

/** Refuses a refund that the gateway does not make: of this product, or of a part. */
export async function refuseExcludedRefund(trx: Trx, transaction: StoredTransaction, amount: number): Promise<void> {
  const abilities = await abilitiesFor(trx, transaction)
  const code = abilities && refundExcluded(abilities, transaction, amount)
  if (code) throw new Refusal(code)
}

/** Undefined: no manifest knows the product of this payment, or no processor has it. */
async function abilitiesFor(
  trx: Trx,
  { merchant_id, processor_id, payment_product }: StoredTransaction,
): Promise<ProductAbilities | undefined> {
  if (processor_id === null) return undefined
  const { gateway } = await trx
    .selectFrom('processor')
    .select('gateway')
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', processor_id)
    .executeTakeFirstOrThrow()
  return abilitiesOf({ gateway, payment_product })
}

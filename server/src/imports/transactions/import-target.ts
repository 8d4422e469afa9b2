import { type PaymentProduct, paymentProducts } from '@kontor/contract/payments/transaction.rules'
import { largestPayment } from '../../payments/largest-payment.ts'
import type { Reader } from '../../platform/db/database.ts'
import { ImportProblem } from '../file/problem.ts'

/** The shop to which the transactions are imported. */
export interface ImportTargetShop {
  merchant_id: string
  organisation_id: string
  payment_profile_id: string
  currency_code: string
  largest_payment: number
  time_zone: string
  /** The processor of each payment product. */
  processors: ReadonlyMap<string, string>
  /** The payment product of lines without one. */
  payment_product: PaymentProduct
}

/** Finds the shop and the processor of each product: the shop's first one, or the named one. */
export async function findTarget(db: Reader, profileId: string, processorId?: string): Promise<ImportTargetShop> {
  const profile = await db
    .selectFrom('payment_profile as p')
    .innerJoin('merchant as m', 'm.id', 'p.merchant_id')
    .select(['p.merchant_id', 'p.organisation_id', 'p.id as payment_profile_id', 'p.currency_code', 'm.time_zone'])
    .where('p.id', '=', profileId)
    .executeTakeFirst()
  if (!profile) throw new ImportProblem(`There is no payment profile ${profileId}.`, 'shop_gone')
  const own = await processorsOf(db, profileId)
  const named = own.find(({ id }) => id === processorId)
  if (processorId !== undefined && !named)
    throw new ImportProblem(`The payment profile does not have processor ${processorId}.`, 'no_processor')
  const processors = new Map(own.toReversed().map(({ id, payment_product }) => [payment_product, id]))
  if (named) processors.set(named.payment_product, named.id)
  return {
    ...profile,
    largest_payment: await largestPayment(db, { merchant_id: profile.merchant_id, profile: profileId }),
    processors,
    payment_product: paymentProducts.find((each) => each === named?.payment_product) ?? 'card',
  }
}

function processorsOf(db: Reader, profileId: string) {
  return db
    .selectFrom('payment_profile_processor as x')
    .innerJoin('processor as p', (join) =>
      join.onRef('p.merchant_id', '=', 'x.merchant_id').onRef('p.id', '=', 'x.processor_id'),
    )
    .select(['p.id', 'p.payment_product'])
    .where('x.payment_profile_id', '=', profileId)
    .orderBy('x.position')
    .orderBy('p.id')
    .execute()
}

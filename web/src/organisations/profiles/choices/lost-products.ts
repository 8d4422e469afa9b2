import type { Processor } from '@kontor/contract/processors/processor.entity'
import type { Related } from '../../../platform/api/related.ts'

/**
 * The payment products that active processors among the known ones take, and none of the kept ones is known to take. They
 * are surely lost unless a kept one is not seen.
 */
export function lostProducts(
  known: readonly Related<Processor>[],
  kept: readonly string[],
): Processor['payment_product'][] {
  const active = known.filter((each) => typeof each !== 'string' && each.active) as Processor[]
  const remaining = active.filter(({ id }) => kept.includes(id)).map(({ payment_product }) => payment_product)
  const products = new Set(active.map(({ payment_product }) => payment_product))
  return [...products].filter((product) => !remaining.includes(product))
}

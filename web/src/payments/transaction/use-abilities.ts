import type { ProductAbilities } from '@kontor/contract/payments/product.rules'
import { factsIn, useGateways } from '../../platform/value/use-gateways.tsx'
import type { TransactionRow } from '../rows.ts'

/** What the gateway of a payment can do with its product. Undefined: not known here, and then the server says it. */
export function useAbilities({ processor, payment_product }: TransactionRow): ProductAbilities | undefined {
  const name = processor === null || typeof processor === 'string' ? undefined : processor.gateway
  const gateways = useGateways({ enabled: name !== undefined })
  return name === undefined ? undefined : factsIn(gateways, { gateway: name, payment_product })
}

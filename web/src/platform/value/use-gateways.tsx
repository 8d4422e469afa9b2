import { gatewaysEndpoint } from '@kontor/contract/platform/gateway.endpoints'
import type { GatewayDescription, GatewayProduct } from '@kontor/contract/platform/gateway.schemas'
import { useRead } from '../api/reading.ts'

/** The gateways that the server knows. Undefined: not yet. */
export const useGateways = ({ enabled = true } = {}): readonly GatewayDescription[] | undefined =>
  useRead(gatewaysEndpoint, { enabled }).data

/** The facts of a payment product at a gateway. Undefined: not known here. */
export const factsIn = (
  gateways: readonly GatewayDescription[] | undefined,
  { gateway, payment_product }: { gateway: string; payment_product: string },
): GatewayProduct | undefined =>
  gateways?.find(({ name }) => name === gateway)?.products.find((each) => each.payment_product === payment_product)

/** The name of a gateway that people read. */
export const GatewayName = ({ name }: { name: string }) =>
  useGateways()?.find((gateway) => gateway.name === name)?.label ?? name

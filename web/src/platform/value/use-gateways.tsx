import { gatewaysEndpoint } from '@kontor/contract/platform/gateway.endpoints'
import type { GatewayDescription } from '@kontor/contract/platform/gateway.schemas'
import { useRead } from '../api/reading.ts'

/** The gateways that the server knows. Undefined: not yet. */
export const useGateways = ({ enabled = true } = {}): readonly GatewayDescription[] | undefined =>
  useRead(gatewaysEndpoint, { enabled }).data

/** The name of a gateway that people read. */
export const GatewayName = ({ name }: { name: string }) =>
  useGateways()?.find((gateway) => gateway.name === name)?.label ?? name

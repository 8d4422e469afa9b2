import type { ProcessorSettlementType } from '@kontor/contract/processors/processor-settlement.rules'
import { Refusal } from '@kontor/contract/refusal'
import type { Opening } from '../credentials/ask-gateway.ts'
import type { Gateway, Settlements } from '../gateway.ts'
import { findGateway, gatewayNamed } from '../gateways.ts'

interface Chosen {
  gateway: string
  processor_settlement_type: ProcessorSettlementType
}

/** The gateway that a form names, and what a credential for its settlements opens. */
export function chosenSettlement({ gateway: name, processor_settlement_type }: Chosen): {
  gateway: Gateway
  opening: Opening
} {
  const gateway = findGateway(name)
  if (!gateway) throw new Refusal('invalid_request', { 'body.gateway': 'unknown' })
  if (!gateway.settlements) throw new Refusal('invalid_request', { 'body.gateway': 'not_of_gateway' })
  const fields = gateway.manifest.settlement?.credential[processor_settlement_type]
  if (!fields) throw new Refusal('invalid_request', { 'body.processor_settlement_type': 'not_of_gateway' })
  return { gateway, opening: { test: gateway.settlements.test, fields } }
}

/** What reads and fetches the files of a gateway that a stored row names. */
export function settlementsOf(gateway: string): Settlements {
  const { settlements } = gatewayNamed(gateway)
  if (!settlements) throw new Error(`${gateway} has no settlements`)
  return settlements
}

import type { ProcessorMode } from '@kontor/contract/processors/processor.rules'
import type { TestedCredential } from '@kontor/contract/processors/processor.schemas'
import { Refusal } from '@kontor/contract/refusal'
import { type GatewaySettings, openedCredential } from '../connections.ts'
import type { Gateway } from '../gateway.ts'
import { urlOf } from '../gateways.ts'
import { askGateway, type Opening } from './ask-gateway.ts'
import { credentialValues, missingIn } from './credential-values.ts'

/** A connection as it is kept: a processor, or a processor settlement. */
export interface KeptConnection {
  readonly merchant_id: string
  readonly id: string
  readonly url: string | null
  readonly mode: ProcessorMode
  readonly credential: Buffer
}

interface Typed {
  readonly mode: ProcessorMode
  readonly details: readonly { name: string; value: string }[]
}

interface House {
  readonly gateways: GatewaySettings
  readonly sandboxUrl: string | undefined
}

/** Asks a gateway about values that were typed and not saved; those that were left out are those of the present connection. */
export async function askAboutTyped(
  { gateway, opening }: { gateway: Gateway; opening: Opening },
  { mode, details }: Typed,
  present: KeptConnection | undefined,
  { gateways: { masterKey, timeout_ms }, sandboxUrl }: House,
): Promise<TestedCredential> {
  const url = present ? present.url : urlOf(gateway.manifest, mode, sandboxUrl)
  if (url === undefined) throw new Refusal('invalid_request', { 'body.mode': 'not_of_gateway' })
  const known = present ? openedCredential(masterKey, present, present.credential) : {}
  const credential = credentialValues(opening.fields, { mode, details, known })
  return askGateway(gateway, opening, { url, mode, credential }, timeout_ms)
}

/** Asks the gateway about a credential that is kept. The facts are what the row of the connection says about it afterwards. */
export async function askAboutKept(
  { gateway, opening }: { gateway: Gateway; opening: Opening },
  kept: KeptConnection,
  now: Date,
  { masterKey, timeout_ms }: GatewaySettings,
) {
  const credential = openedCredential(masterKey, kept, kept.credential)
  const [missing] = missingIn(opening.fields, kept.mode, credential)
  const tested: TestedCredential =
    missing === undefined
      ? await askGateway(gateway, opening, { ...kept, credential }, timeout_ms)
      : { account: null, field: missing, problem: 'incomplete' }
  const facts = {
    tested_at: now.toISOString(),
    test_problem: tested.problem,
    test_field: tested.field,
    // A gateway that is away for a moment does not make us forget whose account it is.
    ...(tested.account === null ? {} : { account: tested.account }),
  }
  return { tested, facts }
}

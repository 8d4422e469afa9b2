import { Refusal } from '@kontor/contract/refusal'
import type { Trx } from '../platform/db/database.ts'
import { openCredential } from '../platform/secrets/sealed.ts'
import type { Connection, Exchange, Gateway } from './gateway.ts'
import { sandboxGateway } from './sandbox/sandbox-gateway.ts'

const adapters: readonly Gateway[] = [sandboxGateway]

/** Settings for the calls to every gateway. */
export interface GatewaySettings {
  /** The master key, which opens credentials. */
  masterKey: string
  /** The longest wait for a reply, in milliseconds. */
  timeout_ms: number
}

export const gatewayTimeout_ms = 10_000

export interface Connected {
  processor: string
  gateway: Gateway
  connection: Connection
}

/** A processor's gateway, with the connection for its calls. */
export async function connect(
  trx: Trx,
  settings: GatewaySettings,
  merchant: string,
  processor: string,
  onExchange: (exchange: Exchange) => void,
): Promise<Connected> {
  const row = await processorsOf(trx, merchant).where('id', '=', processor).executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return connected(settings, row, onExchange)
}

/** The adapter of a gateway, without a connection. */
export function gatewayNamed(name: string): Gateway {
  const gateway = adapters.find(({ manifest }) => manifest.name === name)
  if (!gateway) throw new Error(`the gateway ${name}, which nobody wrote`)
  return gateway
}

/** The processors through which notifications about a merchant may arrive. */
export async function connectAll(trx: Trx, settings: GatewaySettings, merchant: string): Promise<Connected[]> {
  const rows = await processorsOf(trx, merchant).orderBy('id').execute()
  return rows.map((row) => connected(settings, row, () => {}))
}

const processorsOf = (trx: Trx, merchant: string) =>
  trx
    .selectFrom('processor')
    .select(['merchant_id', 'id', 'gateway', 'url', 'credential'])
    .where('merchant_id', '=', merchant)

interface StoredProcessor {
  merchant_id: string
  id: string
  gateway: string
  url: string
  credential: Buffer
}

/** This is the only place where a credential is opened. */
function connected(
  { masterKey, timeout_ms }: GatewaySettings,
  row: StoredProcessor,
  onExchange: (exchange: Exchange) => void,
): Connected {
  const gateway = gatewayNamed(row.gateway)
  const credential = openCredential(masterKey, { merchant: row.merchant_id, record: row.id }, row.credential)
  return { processor: row.id, gateway, connection: { url: row.url, credential, timeout_ms, onExchange } }
}

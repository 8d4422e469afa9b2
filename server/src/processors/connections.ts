import { timingSafeEqual } from 'node:crypto'
import { Refusal } from '@kontor/contract/refusal'
import type { Reader, Trx } from '../platform/db/database.ts'
import { asFixed } from '../platform/db/kept-plans.ts'
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
export async function connectAll(db: Reader, settings: GatewaySettings, merchant: string): Promise<Connected[]> {
  const { rows } = await asFixed(processorsOf(db, merchant).orderBy('id')).execute(db)
  return rows.map((row) => connected(settings, row, () => {}))
}

export interface Addressed {
  merchant: string
  connected: Connected
  /** The processors of its account at the gateway, which have the same credential. Any of them may own a payment. */
  account: [string, ...string[]]
}

/**
 * The processor with this secret address. A wrong token is refused like a processor that does not exist. Only its own secret
 * proves a notification.
 */
export async function connectAddressed(
  db: Reader,
  settings: GatewaySettings,
  address: { processor: string; token: string },
): Promise<Addressed> {
  const { rows } = await asFixed(
    db
      .selectFrom('processor as addressed')
      .innerJoin('processor', (join) =>
        join
          .onRef('processor.merchant_id', '=', 'addressed.merchant_id')
          .onRef('processor.gateway', '=', 'addressed.gateway'),
      )
      .where('addressed.id', '=', address.processor)
      .select(['processor.merchant_id', 'processor.id', 'processor.gateway', 'processor.url', 'processor.credential'])
      .select('processor.notification_key')
      .orderBy('processor.id'),
  ).execute(db)
  const row = rows.find(({ id }) => id === address.processor)
  if (!row || !isEqual(row.notification_key, address.token)) throw new Refusal('not_found')
  const one = connected(settings, row, () => {})
  const all = rows.map((each) => connected(settings, each, () => {}))
  const [first = one, ...others] = all.filter((each) => accountOf(each) === accountOf(one))
  return {
    merchant: row.merchant_id,
    connected: one,
    account: [first.processor, ...others.map((each) => each.processor)],
  }
}

/** Takes the same time wherever the texts begin to differ. */
function isEqual(one: string, other: string): boolean {
  const [mine, theirs] = [Buffer.from(one), Buffer.from(other)]
  return mine.length === theirs.length && timingSafeEqual(mine, theirs)
}

const accountOf = ({ connection: { credential } }: Connected) => JSON.stringify(Object.entries(credential).sort())

const processorsOf = (trx: Reader, merchant: string) =>
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

import { Refusal } from '@kontor/contract/refusal'
import type { Trx } from '../platform/database.ts'
import { openCredential } from '../platform/sealed.ts'
import type { Connection, Exchange, Gateway } from './gateway.ts'
import { sandboxGateway } from './sandbox-gateway.ts'

const gateways: Record<string, Gateway> = { sandbox: sandboxGateway }

const timeout_ms = 10_000

export interface Connected {
  processor: string
  gateway: Gateway
  connection: Connection
}

/** A processor's gateway and what it needs to be spoken to. Only here is a credential opened. */
export async function connect(
  trx: Trx,
  masterKey: string,
  merchant: string,
  processor: string,
  onExchange: (exchange: Exchange) => void,
): Promise<Connected> {
  const row = await trx
    .selectFrom('processor')
    .select(['gateway', 'url', 'credential'])
    .where('merchant_id', '=', merchant)
    .where('id', '=', processor)
    .executeTakeFirst()
  const gateway = row && gateways[row.gateway]
  if (!row || !gateway) throw new Refusal('not_found')
  const credential = openCredential(masterKey, { merchant, record: processor }, row.credential)
  return { processor, gateway, connection: { url: row.url, credential, timeout_ms, onExchange } }
}

/** The processors through which a merchant's notifications may come. */
export async function connectAll(trx: Trx, masterKey: string, merchant: string): Promise<Connected[]> {
  const rows = await trx
    .selectFrom('processor')
    .select('id')
    .where('merchant_id', '=', merchant)
    .orderBy('id')
    .execute()
  const connected: Connected[] = []
  for (const { id } of rows) connected.push(await connect(trx, masterKey, merchant, id, () => {}))
  return connected
}

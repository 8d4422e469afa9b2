import { timingSafeEqual } from 'node:crypto'
import type { ProcessorMode } from '@kontor/contract/processors/processor.rules'
import { Refusal } from '@kontor/contract/refusal'
import type { QueryCreator } from 'kysely'
import type { Reader } from '../platform/db/database.ts'
import { asFixed } from '../platform/db/kept-plans.ts'
import { measure } from '../platform/measuring.ts'
import { openCredential } from '../platform/secrets/sealed.ts'
import type { DB } from '../schema.ts'
import { missingIn } from './credentials/credential-values.ts'
import { type SecondCredential, secondProves } from './credentials/proves-notifications.ts'
import type { Connection, Exchange, Gateway } from './gateway.ts'
import { addressesOf, gatewayNamed } from './gateways.ts'
import type { CredentialField, Manifest } from './manifest.ts'
import { notificationUrl } from './notification-url.ts'

/** Settings for the calls to every gateway. */
export interface GatewaySettings {
  /** The master key, which opens credentials. */
  masterKey: string
  /** The address of Kontor, which gateways tell their news. */
  publicUrl: string
  /** The longest wait for a reply, in milliseconds. */
  timeout_ms: number
}

export const gatewayTimeout_ms = 10_000

export interface Connected {
  processor: string
  /** The gateway's name of the account; null until it has said it. */
  account: string | null
  gateway: Gateway
  connection: Connection
}

/** A processor's gateway, with the connection for its calls. `db` may have a CTE (`with`), which is then part of the statement. */
export async function connect(
  db: QueryCreator<DB>,
  settings: GatewaySettings,
  merchant: string,
  processor: string,
  onExchange: (exchange: Exchange) => void,
): Promise<Connected> {
  const row = await processorsOf(db, merchant).where('id', '=', processor).executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return connected(settings, row, onExchange)
}

/**
 * The processors through which notifications about a merchant may arrive, once for each of their credentials that proves
 * them: while one replaces the other, both sign.
 */
export async function connectAll(db: Reader, settings: GatewaySettings, merchant: string): Promise<Connected[]> {
  const { rows } = await asFixed(processorsOf(db, merchant).orderBy('id')).execute(db)
  return rows.flatMap((row) => connectedByEach(settings, row))
}

export interface Addressed {
  merchant: string
  /** The addressed processor, once for each of its credentials that proves notifications. */
  connected: Connected[]
  /** The processors of its account at the gateway. Any of them may own a payment. */
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
      .select(['processor.second_credential', 'processor.second_account', 'processor.second_test_problem'])
      .select(['processor.second_origin', 'processor.account', 'processor.notification_key', 'processor.mode'])
      .$narrowType<{ mode: ProcessorMode }>()
      .orderBy('processor.id'),
  ).execute(db)
  const row = rows.find(({ id }) => id === address.processor)
  if (!row || !isEqual(row.notification_key, address.token)) throw new Refusal('not_found')
  const own = connectedByEach(settings, row)
  const all = rows.flatMap((each) => connectedByEach(settings, each))
  const account = processorsOfAccount(all, own)
  const [first = row.id, ...others] = account
  return { merchant: row.merchant_id, connected: own, account: [first, ...others] }
}

/** The processors of the account of one: what arrives for any of them is kept under the first. */
export async function accountOf(
  db: Reader,
  settings: GatewaySettings,
  { merchant_id, id }: { merchant_id: string; id: string },
): Promise<string[]> {
  const all = await connectAll(db, settings, merchant_id)
  return processorsOfAccount(
    all,
    all.filter(({ processor }) => processor === id),
  )
}

/**
 * The processors of the accounts of some. Processors of one account share a credential, except while one of them has got the
 * account's new one already; the gateway has then named the account.
 */
export function processorsOfAccount(all: readonly Connected[], some: readonly Connected[]): string[] {
  const isOfAccount = (each: Connected) =>
    some.some((one) => one.processor === each.processor || isSameAccount(one, each))
  return [...new Set(all.filter(isOfAccount).map(({ processor }) => processor))]
}

function isSameAccount(one: Connected, other: Connected): boolean {
  const keys = accountKeys(one)
  return accountKeys(other).some((key) => keys.includes(key))
}

/** What processors of one account have in common, at least one of these: its credential, or its name at the gateway. */
export function accountKeys({ gateway, account, connection: { mode, addresses, credential } }: Connected): string[] {
  // A gateway may call the test account and the live one of a firm by the same name.
  const of = [gateway.manifest.name, mode]
  const byCredential = JSON.stringify([...of, Object.entries(credential).sort()])
  return account === null ? [byCredential] : [byCredential, JSON.stringify([...of, addresses, account])]
}

/** Takes the same time wherever the texts begin to differ. */
function isEqual(one: string, other: string): boolean {
  const [mine, theirs] = [Buffer.from(one), Buffer.from(other)]
  return mine.length === theirs.length && timingSafeEqual(mine, theirs)
}

/** What `connected` needs of a processor. */
export const connectedColumns = [
  ...(['processor.merchant_id', 'processor.id', 'processor.gateway', 'processor.mode', 'processor.url'] as const),
  ...(['processor.credential', 'processor.account', 'processor.notification_key'] as const),
] as const

const processorsOf = (db: QueryCreator<DB>, merchant: string) =>
  db
    .selectFrom('processor')
    .select(connectedColumns)
    .select(['second_credential', 'second_account', 'second_test_problem', 'second_origin'])
    .$narrowType<{ mode: ProcessorMode }>()
    .where('merchant_id', '=', merchant)

interface ConnectedRow {
  merchant_id: string
  id: string
  gateway: string
  mode: ProcessorMode
  url: string | null
  credential: Buffer
  account: string | null
  notification_key: string
}

type StoredProcessor = ConnectedRow & SecondCredential

/** The values of one of a processor's credentials. This is the only place where one is opened. */
export const openedCredential = (masterKey: string, of: { merchant_id: string; id: string }, sealed: Buffer) =>
  openCredential(masterKey, { merchant: of.merchant_id, record: of.id }, sealed)

/** A credential without all of its values proves nothing: a missing secret must not be a secret that everybody knows. */
const connectedByEach = (settings: GatewaySettings, row: StoredProcessor): Connected[] =>
  [row.credential, ...(row.second_credential && secondProves(row) ? [row.second_credential] : [])]
    .map((credential) => connected(settings, { ...row, credential }, () => {}))
    .filter(
      ({ gateway, connection }) => missingIn(gateway.manifest.credential, row.mode, connection.credential).length === 0,
    )

/** The connection for calls with values of a credential, stored or typed. */
export const connectionOf = (
  { manifest }: Gateway,
  reached: { url: string | null; mode: ProcessorMode; credential: Record<string, string> },
  timeout_ms: number,
  onExchange: (exchange: Exchange) => void,
): Connection => ({
  addresses: addressesOf(manifest, reached),
  ...{ mode: reached.mode, credential: reached.credential, timeout_ms, onExchange },
  secrets: fieldsOf(manifest).flatMap(({ name, secret }) => {
    const value = reached.credential[name] ?? ''
    return secret && value.length >= leastSecret ? [value] : []
  }),
})

const fieldsOf = ({ credential, settlement }: Manifest): readonly CredentialField[] => [
  ...credential,
  ...Object.values(settlement?.credential ?? {}).flat(),
]

/** A short value, such as a password that somebody made up, may be a part of any word of a reply. */
const leastSecret = 12

/** The gateway of a processor that was read with `connectedColumns`. */
export function connected(
  { masterKey, publicUrl, timeout_ms }: GatewaySettings,
  row: ConnectedRow,
  onExchange: (exchange: Exchange) => void,
): Connected {
  const gateway = gatewayNamed(row.gateway)
  const credential = openedCredential(masterKey, row, row.credential)
  return {
    processor: row.id,
    account: row.account,
    gateway,
    connection: {
      ...connectionOf(gateway, { ...row, credential }, timeout_ms, (exchange) => {
        measure('processor_asked', { gateway: row.gateway, code: exchange.response_code, ms: exchange.duration_ms })
        onExchange(exchange)
      }),
      notification_url: notificationUrl(publicUrl, row),
    },
  }
}

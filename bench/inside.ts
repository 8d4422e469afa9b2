import { sql } from 'kysely'
import type { Asked } from '../server/src/insights/asked.ts'
import { type Actor, engineActor } from '../server/src/platform/db/actor.ts'
import { type Databases, openDatabases, type Trx } from '../server/src/platform/db/database.ts'
import { offsetsOf } from '../server/src/platform/time/time-zone.ts'
import type { World } from './world.ts'

export const zone = 'Europe/Amsterdam'

/**
 * The server's own statements on a separate connection, with the role and the row-level security that the server uses.
 */
export interface Inside {
  actor: Actor
  /** The query for a range of payments in euros; both ends in milliseconds since 1970. */
  asked(from: number, to: number): Asked
  trx: Trx
  close(): Promise<void>
}

/** With `merchant` it acts for that merchant, without it for the provider. */
export async function openInside({ adminUrl }: World, merchant?: string): Promise<Inside> {
  const databases: Databases = openDatabases({ merchantUrl: adminUrl, providerUrl: adminUrl }, console.error)
  const trx = await databases.provider.startTransaction().execute()
  await sql`select set_config('kontor.merchant', ${merchant ?? ''}, true), set_config('statement_timeout', '0', true),
    set_config('idle_in_transaction_session_timeout', '0', true),
    set_config('role', ${merchant ? 'kontor_merchant' : 'kontor_provider'}, true)`.execute(trx)
  const scope = merchant ? { merchant, organisations: null, below: [] } : { merchant: null }
  const actor: Actor = { ...engineActor('', 'system'), scope, time_zone: zone }
  const business = offsetsOf(zone)
  return {
    actor,
    trx,
    asked: (from, to) => ({
      trx,
      actor,
      now: to,
      span: { from, to },
      offsetAt: business,
      business,
      business_zone: zone,
      currency_code: 'EUR',
      base_currency: 'EUR',
      in_base_currency: false,
    }),
    close: async () => {
      await trx.rollback().execute()
      await databases.close()
    },
  }
}

import { sql } from 'kysely'
import type pg from 'pg'
import type { Databases } from '../../src/platform/db/database.ts'

/**
 * After long outages both sides wait for minutes before they try again: the engine doubles its pauses with each try, and the sandbox
 * those of its notifications. What waits becomes due; parked jobs stay parked, and what was given up stays so.
 */
async function hurry(provider: Databases['provider'], merchant: string, sandbox: pg.Client): Promise<void> {
  await sql`update outbox set next_attempt_at = clock_timestamp()
    where merchant_id = ${merchant} and done_at is null and next_attempt_at < now() + interval '1 day'`.execute(
    provider,
  )
  await sandbox.query(
    'update notification set next_attempt_at = clock_timestamp() where delivered_at is null and given_up_at is null',
  )
}

const look_ms = 250
const hurried_ms = 3_000

/** Waits until what both sides have begun has its end, however long the server was down before. */
export async function settledAfterOutages<T>(
  { provider, merchant, sandbox }: { provider: Databases['provider']; merchant: string; sandbox: pg.Client },
  look: () => Promise<T>,
  isSettled: (seen: T) => boolean,
  patience_ms: number,
): Promise<T> {
  const end = Date.now() + patience_ms
  for (let hurriedAt = 0; ; ) {
    if (Date.now() - hurriedAt > hurried_ms) {
      await hurry(provider, merchant, sandbox)
      hurriedAt = Date.now()
    }
    const seen = await look()
    if (isSettled(seen)) return seen
    if (Date.now() > end) throw new Error(`waited in vain; last seen: ${JSON.stringify(seen)}`)
    await new Promise((resolve) => setTimeout(resolve, look_ms))
  }
}

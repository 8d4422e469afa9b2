import { bodyOf } from '@kontor/contract/webhooks/body'
import { sql } from 'kysely'
import type { Reader } from '../platform/db/database.ts'
import { fixed } from '../platform/db/kept-plans.ts'
import { saidOf, type ToldThing } from './said-of.ts'

type Unmade = ToldThing & { merchant_id: string; id: string; created_at: string }

const atOnce = 500

/**
 * Makes the bodies of webhooks. A body is made once, and the same bytes are sent, sent again and shown. Its source data
 * are then deleted, because they hold more about people than a receiver may know.
 */
export async function makeBodies(db: Reader): Promise<void> {
  for (;;) {
    const { rows } = await sql<Unmade>`${fixed}
      select merchant_id, id, type, created_at, told from webhook where payload is null
      order by merchant_id, id limit ${atOnce}`.execute(db)
    if (rows.length > 0) await keep(db, rows)
    if (rows.length < atOnce) return
  }
}

/** The body of a row: the same row always gives the same body. */
export const madeBody = (row: ToldThing & { created_at: string }) => bodyOf(row.type, saidOf(row), row.created_at)

/** Stores the bodies. A body that another process stored first stays. */
async function keep(db: Reader, unmade: readonly Unmade[]): Promise<void> {
  const made = unmade.map((row) => ({
    merchant_id: row.merchant_id,
    id: row.id,
    payload: madeBody(row),
  }))
  await sql`${fixed}
    with made as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as each (merchant_id uuid, id uuid, payload jsonb)
    ), mine as materialized (
      select w.merchant_id, w.id, made.payload from made join webhook w on w.merchant_id = made.merchant_id and w.id = made.id
      where w.payload is null order by w.merchant_id, w.id for update of w
    )
    update webhook w set payload = mine.payload, told = null from mine
    where w.merchant_id = mine.merchant_id and w.id = mine.id`.execute(db)
}

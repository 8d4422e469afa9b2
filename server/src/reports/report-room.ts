import { Refusal } from '@kontor/contract/refusal'
import { reportLimits } from '@kontor/contract/reports/report.rules'
import { sql } from 'kysely'
import type { Reader, Trx } from '../platform/db/database.ts'
import { inTurn } from '../platform/db/locked.ts'

interface Room {
  /** Reports that wait or are being made, of the merchant and of the person. */
  pending: number
  own: number
  /** Reports that wait, are being made, or have a file that did not expire. */
  kept: number
  /** Of the files that did not expire. */
  bytes: number
}

/** Refuses a report more than a merchant, or a person, may have. */
export async function requireRoom(trx: Trx, of: { merchant_id: string; created_by_id: string }): Promise<void> {
  const room = await roomOf(trx, of)
  const { pending_of_merchant, pending_of_person } = reportLimits
  if (room.own >= pending_of_person) throw new Refusal('reports_pending', { whose: 'own', most: pending_of_person })
  if (room.pending >= pending_of_merchant)
    throw new Refusal('reports_pending', { whose: 'merchant', most: pending_of_merchant })
  if (room.kept >= reportLimits.kept) throw new Refusal('limit_reached')
  if (room.bytes >= reportLimits.bytes) throw new Refusal('report_space_used')
}

/** Whether a report that nobody waits for may be added. Those that wait are not too many: all due instants come at once. */
export async function hasRoom(trx: Trx, of: { merchant_id: string; created_by_id: string }): Promise<boolean> {
  const { kept, bytes } = await roomOf(trx, of)
  return kept < reportLimits.kept && bytes < reportLimits.bytes
}

/** Two at once would both count one too few. */
async function roomOf(trx: Trx, of: { merchant_id: string; created_by_id: string }): Promise<Room> {
  await inTurn(trx, `report/${of.merchant_id}`)
  const { rows } = await sql<Omit<Room, 'bytes'>>`
    select count(*) filter (where status = 'PENDING')::int as pending,
      count(*) filter (where status = 'PENDING' and created_by_id = ${of.created_by_id})::int as own,
      count(*) filter (where status = 'PENDING' or expires_at > now())::int as kept
    from report where merchant_id = ${of.merchant_id}`.execute(trx)
  return { ...(rows[0] ?? { pending: 0, own: 0, kept: 0 }), bytes: await usedBytes(trx, of.merchant_id) }
}

/** The bytes of files that did not expire: of a merchant, or of all. */
export async function usedBytes(db: Reader, merchant?: string): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`select coalesce(sum(bytes), 0)::text as bytes from report
    where ${merchant === undefined ? sql`true` : sql`merchant_id = ${merchant}`} and file_id is not null and expires_at > now()`.execute(
    db,
  )
  return Number(rows[0]?.bytes ?? 0)
}

import { Refusal } from '@kontor/contract/refusal'
import { containsCardNumber } from '@kontor/contract/texts/card-number'
import { sql } from 'kysely'
import type { Trx } from './db/database.ts'

/**
 * Refuses a text with a card number. A CHECK of the database prevents it too, but its failure would explain nothing.
 */
export async function refuseCardNumber(trx: Trx, path: string, text: string | undefined): Promise<void> {
  if (!text || !containsCardNumber(text)) return
  const { rows } = await sql<{ found: boolean }>`select contains_card_number(${text}) as found`.execute(trx)
  if (rows[0]?.found) throw new Refusal('invalid_request', { [path]: 'contains_card_number' })
}

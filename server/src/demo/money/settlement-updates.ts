import { sql } from 'kysely'
import { createSettlementUpdate } from '../../payouts/updates/create-settlement-update.ts'
import type { Databases } from '../../platform/db/database.ts'
import { as, personOf } from './payouts.ts'

interface House {
  databases: Databases
  masterKey: string
  now: Date
}

/** A payout at the bank of which a person says that it was paid; a second person has not agreed yet. */
export async function addSettlementUpdates(house: House): Promise<void> {
  const { databases, now } = house
  const staff = await personOf(house, 'psp')
  const { rows } = await sql<{ id: string; day: string }>`
    select id, (select (engine_now() at time zone time_zone)::date::text from installation) as day
    from payout where status = 'EXPORTED' and amount > 50000 order by number limit 1`.execute(databases.provider)
  const [found] = rows
  if (!found) return
  await as(house, staff, (trx) =>
    createSettlementUpdate(
      trx,
      staff,
      {
        ...{ settlement: found.id, kind: 'PAID', from_status: 'APPROVED', paid_on: found.day },
        ...{ bank_reference: 'NL26INGB0004417', reason: 'De bank bevestigde het telefonisch; het afschrift volgt' },
      },
      now,
    ),
  )
}

import { openLinkStatuses } from '@kontor/contract/checkout/link.rules'
import { type RawBuilder, sql } from 'kysely'
import { engineActor } from '../../platform/db/actor.ts'
import { actAs, type Databases } from '../../platform/db/database.ts'
import { literals } from '../../platform/db/literals.ts'
import type { EngineJob } from '../../platform/jobs/engine-jobs.ts'
import { isBeingPaid, type LinkTable } from './locked-link.ts'

/**
 * Marks links as expired when their time is over. A link that is being paid waits for the outcome of its payment. One whose
 * payment was approved without a card says that instead.
 */
export const expireDueLinks = ({ provider }: Databases): EngineJob => ({
  name: 'expire-links',
  every_ms: 10_000,
  run: async (now) => {
    const expire = (table: LinkTable, reason: RawBuilder<unknown>) =>
      provider.transaction().execute(async (trx) => {
        await actAs(trx, engineActor('', 'system'))
        await sql`update ${sql.table(table)} set status = 'EXPIRED', status_reason = ${reason}
          where id in (select id from ${sql.table(table)} where status in (${literals(openLinkStatuses)})
            and expires_at <= ${now.toISOString()} and not (${isBeingPaid[table]}) order by expires_at, id for no key update skip locked)`.execute(
          trx,
        )
      })
    await expire('payment_link', sql`'date_reached'`)
    await expire('card_add_link', sql`case when uses_reserved > 0 then 'card_not_stored' else 'date_reached' end`)
  },
})

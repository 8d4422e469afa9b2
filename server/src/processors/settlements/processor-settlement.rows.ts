import { processorSettlement } from '@kontor/contract/processors/processor-settlement.entity'
import { sql } from 'kysely'
import { visibleTo } from '../../platform/db/actor.ts'
import type { Source } from '../../platform/rows/list.ts'
import { gateways } from '../gateways.ts'

/** The rows leave out the credential, which never leaves the server. */
export const processorSettlementSource: Source = {
  entity: processorSettlement,
  as: 'provider',
  words: {
    gateway: () => gateways.flatMap(({ manifest }) => (manifest.settlement ? [manifest.name] : [])),
  },
  rows: (db, actor) =>
    db
      .selectFrom('processor_settlement')
      .where(visibleTo(actor, 'processor_settlement'))
      .select([
        'processor_settlement.id',
        'processor_settlement.created_at',
        'processor_settlement.name',
        'processor_settlement.description',
        'processor_settlement.gateway',
        'processor_settlement.mode',
        'processor_settlement.processor_settlement_type',
        'processor_settlement.account',
        'processor_settlement.active',
        'processor_settlement.organisation_id as organisation',
        'processor_settlement.merchant_id as merchant',
      ])
      .select(({ selectFrom }) =>
        selectFrom('processor_settlement_file as file')
          .whereRef('file.merchant_id', '=', 'processor_settlement.merchant_id')
          .whereRef('file.processor_settlement_id', '=', 'processor_settlement.id')
          .select(({ fn }) => fn.max('file.received_at').as('at'))
          .as('last_file_at'),
      )
      .select(({ selectFrom }) =>
        selectFrom('reconciliation_difference as d')
          .whereRef('d.merchant_id', '=', 'processor_settlement.merchant_id')
          .whereRef('d.processor_settlement_id', '=', 'processor_settlement.id')
          .where('d.status', '=', 'OPEN')
          .select(sql<number>`count(*)::int`.as('count'))
          .as('open_differences'),
      ),
}

import { processorSettlement } from '@kontor/contract/processors/processor-settlement.entity'
import { sql } from 'kysely'
import { visibleTo } from '../../platform/db/actor.ts'
import type { Source } from '../../platform/rows/list.ts'
import { knownProblemOf } from '../credentials/known-problem.ts'
import { gateways } from '../gateways.ts'

interface Found {
  last_file_at: string | null
  is_compared: boolean
  open_differences: number
  expected_at: string | null
}

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
      .innerJoinLateral(
        sql<Found>`(
          select f.last_file_at, f.is_compared, d.open_differences, coalesce(f.last_file_at, processor_settlement.created_at)
            + processor_settlement.expected_every_days * interval '1 day' as expected_at
          from (select max(received_at) as last_file_at, coalesce(bool_or(reconciled_at is not null), false) as is_compared
                from processor_settlement_file
              where merchant_id = processor_settlement.merchant_id and processor_settlement_id = processor_settlement.id) f
            cross join (select count(*)::int as open_differences from reconciliation_difference
              where merchant_id = processor_settlement.merchant_id and processor_settlement_id = processor_settlement.id
                and status = 'OPEN') d)`.as('found'),
        (join) => join.onTrue(),
      )
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
        knownProblemOf('processor_settlement.test_problem').as('test_problem'),
        'processor_settlement.expected_every_days',
        'processor_settlement.organisation_id as organisation',
        'processor_settlement.merchant_id as merchant',
        'found.last_file_at',
        'found.open_differences',
        sql<string | null>`case when processor_settlement.active then found.expected_at end`.as('expected_at'),
        sql<string | null>`case when processor_settlement.active and found.expected_at < engine_now() then 'MISSING'
          when found.open_differences > 0 then 'DIFFERENCE' when found.is_compared then 'OK' end`.as('reconciliation'),
      ]),
}

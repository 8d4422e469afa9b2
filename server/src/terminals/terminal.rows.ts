import { terminal } from '@kontor/contract/terminals/terminal.entity'
import { sql } from 'kysely'
import { visibleTo } from '../platform/db/actor.ts'
import type { Source } from '../platform/rows/list.ts'

export const terminalSource: Source = {
  entity: terminal,
  rows: (db, actor) =>
    db
      .selectFrom('terminal')
      .where(visibleTo(actor, 'terminal'))
      .select([
        'terminal.id',
        'terminal.created_at',
        'terminal.name',
        'terminal.terminal_id',
        'terminal.model',
        'terminal.serial_number',
        'terminal.software_version',
        'terminal.status',
        sql<string>`case when terminal.last_seen_at is null then 'NEVER_SEEN'
          when terminal.last_seen_at < engine_now() - interval '24 hours' then 'SILENT' else 'SEEN' end`.as(
          'connection',
        ),
        'terminal.last_transaction_at',
        'terminal.last_transaction_id as last_transaction',
        'terminal.last_seen_at',
        'terminal.payment_profile_id as payment_profile',
        'terminal.organisation_id as organisation',
        'terminal.merchant_id as merchant',
      ]),
}

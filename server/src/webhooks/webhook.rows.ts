import { webhook } from '@kontor/contract/webhooks/webhook.entity'
import { sql } from 'kysely'
import { toldName } from '../platform/changes/own-people.ts'
import { visibleTo } from '../platform/db/actor.ts'
import type { Source } from '../platform/rows/list.ts'

export const webhookSource: Source = {
  entity: webhook,
  keyedByTime: true,
  rows: (db, actor) =>
    db
      .selectFrom('webhook')
      // Addresses are few that are switched off: a filter for what waits for them begins there.
      .leftJoin('webhook_address', (join) =>
        join
          .onRef('webhook_address.merchant_id', '=', 'webhook.merchant_id')
          .onRef('webhook_address.address_key', '=', 'webhook.address_key')
          .on('webhook_address.switched_off_at', 'is not', null)
          .on('webhook.done_at', 'is', null),
      )
      .where(visibleTo(actor, 'webhook'))
      .select([
        'webhook.id',
        'webhook.created_at',
        'webhook.url',
        'webhook.type',
        'webhook.item_id',
        'webhook.delivered_on',
        'webhook.status',
        sql<string>`coalesce(upper(webhook.outcome), 'WAITING')`.as('delivery'),
        'webhook.attempts',
        'webhook.response_code',
        // Tries wait by the wall clock, and every other instant of a webhook is on the engine's. Its function is volatile:
        // called here, it would keep PostgreSQL from reading the list by an index.
        sql<string | null>`case when webhook.done_at is null and webhook.leased_until is null then
          webhook.next_attempt_at + (select clock_offset_ms from installation) * interval '1 millisecond' end`.as(
          'next_attempt_at',
        ),
        sql<boolean>`webhook_address.switched_off_at is not null`.as('address_off'),
        'webhook.manual',
        toldName(actor, 'webhook.created_by').as('created_by'),
        'webhook.organisation_id as organisation',
        'webhook.merchant_id as merchant',
      ]),
}

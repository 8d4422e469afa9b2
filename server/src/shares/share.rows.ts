import { paymentProfile } from '@kontor/contract/organisations/payment-profile.entity'
import { isAllowed } from '@kontor/contract/roles'
import { share } from '@kontor/contract/shares/share.entity'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Actor, visibleTo } from '../platform/db/actor.ts'
import type { Source } from '../platform/rows/list.ts'
import { gateways } from '../processors/gateways.ts'
import { countShops, toldOf } from './share-shops.ts'

/** Whoever sees a processor may offer it. */
export const seesProcessor = (actor: Actor): RawBuilder<SqlBool> => visibleTo(actor, 'processor')

/** The side that gave, wherever the processor went since. */
export const seesGiver = (actor: Actor): RawBuilder<SqlBool> => visibleTo(actor, 'share', 'share.from_organisation_id')

/** The side that gets. */
export const seesReceiver = (actor: Actor): RawBuilder<SqlBool> => visibleTo(actor, 'share', 'share.to_organisation_id')

/** A request that nobody answered in time is over, and no job has to say so. */
export const isExpired = sql<SqlBool>`share.status = 'PENDING' and share.expires_at <= engine_now()`

const ofRow = {
  merchant_id: sql.ref<string>('share.merchant_id'),
  id: sql.ref<string>('share.id'),
  processor_id: sql.ref<string>('share.processor_id'),
}

/**
 * Both sides see a share, and how many payment profiles use the processor by it, if they may list payment profiles: as many as
 * `shareShops` lists for them.
 */
export const shareSource: Source = {
  entity: share,
  words: { gateway: () => gateways.map(({ manifest }) => manifest.name) },
  rows: (db, actor) =>
    db
      .selectFrom('share')
      .innerJoin('processor', (join) =>
        join.onRef('processor.merchant_id', '=', 'share.merchant_id').onRef('processor.id', '=', 'share.processor_id'),
      )
      .innerJoin('organisation as from', (join) =>
        join.onRef('from.merchant_id', '=', 'share.merchant_id').onRef('from.id', '=', 'share.from_organisation_id'),
      )
      .innerJoin('organisation as to', (join) =>
        join.onRef('to.merchant_id', '=', 'share.merchant_id').onRef('to.id', '=', 'share.to_organisation_id'),
      )
      .where((where) => where.or([seesGiver(actor), seesReceiver(actor)]))
      .select([
        'share.id',
        'share.created_at',
        sql<string>`case when ${isExpired} then 'EXPIRED' else share.status end`.as('status'),
        sql<string>`case when not (${seesReceiver(actor)}) then 'sent' when not (${seesGiver(actor)}) then 'received'
          else 'within' end`.as('side'),
        'share.access',
        'share.processor_id as processor',
        'processor.name as processor_name',
        'processor.gateway',
        'processor.payment_product',
        'from.id as organisation',
        'from.name as organisation_name',
        'share.to_organisation_id as to_organisation',
        'to.name as to_organisation_name',
        'share.message',
        'share.requested_by',
        'share.expires_at',
        'share.answered_at',
        'share.answered_by',
        'share.reason',
        'share.ended_at',
        'share.ended_by',
        isAllowed(paymentProfile.roles.list, actor.roles)
          ? sql<
              number | null
            >`case when share.status = 'ACCEPTED' then ${countShops(ofRow, toldOf(actor, seesGiver(actor)))} end`.as(
              'profiles',
            )
          : sql<null>`null::int`.as('profiles'),
        'share.merchant_id as merchant',
      ]),
}

import { processor } from '@kontor/contract/processors/processor.entity'
import { visibleTo } from '../platform/db/actor.ts'
import type { Source } from '../platform/rows/list.ts'
import { gateways } from './gateways.ts'

/** The rows leave out the credential, which never leaves the server. */
export const processorSource: Source = {
  entity: processor,
  words: { gateway: () => gateways.map(({ manifest }) => manifest.name) },
  rows: (db, actor) =>
    db
      .selectFrom('processor')
      .where(visibleTo(actor, 'processor'))
      .select([
        'processor.id',
        'processor.created_at',
        'processor.name',
        'processor.description',
        'processor.gateway',
        'processor.mode',
        'processor.payment_product',
        'processor.account',
        'processor.active',
        'processor.organisation_id as organisation',
        'processor.merchant_id as merchant',
      ]),
}

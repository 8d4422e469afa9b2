import { processor } from '@kontor/contract/processors/processor.entity'
import { type RawBuilder, sql } from 'kysely'
import { sharedWith, usableBy } from '../organisations/shared-processors.ts'
import { type Actor, visibleTo } from '../platform/db/actor.ts'
import type { Source } from '../platform/rows/list.ts'
import { knownProblemOf } from './credentials/known-problem.ts'
import { gateways } from './gateways.ts'

/** The rows leave out the credential, which never leaves the server. */
export const processorSource: Source = {
  entity: processor,
  isLent: ({ shared }) => shared === true,
  words: { gateway: () => gateways.map(({ manifest }) => manifest.name) },
  rows: (db, actor) =>
    db
      .selectFrom('processor')
      .where(usableBy(actor))
      .select([
        'processor.id',
        'processor.created_at',
        'processor.name',
        ofOwners(actor, 'description'),
        'processor.gateway',
        'processor.gateway as provider',
        'processor.mode',
        'processor.payment_product',
        ofOwners(actor, 'account'),
        'processor.active',
        ofOwners(actor, 'test_problem', knownProblemOf('processor.test_problem')),
        (sharedWith(actor) ? sql<boolean>`not (${visibleTo(actor, 'processor')})` : sql<boolean>`false`).as('shared'),
        'processor.organisation_id as organisation',
        'processor.merchant_id as merchant',
      ]),
}

/** A column that those with whom a processor is shared do not read. */
const ofOwners = <T>(
  actor: Actor,
  column: 'account' | 'description' | 'test_problem',
  value: RawBuilder<T> = sql.ref<T>(`processor.${column}`),
) =>
  (sharedWith(actor) ? sql<T | null>`case when ${visibleTo(actor, 'processor')} then ${value} end` : value).as(column)

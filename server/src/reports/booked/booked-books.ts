import { Refusal } from '@kontor/contract/refusal'
import type { RawBuilder } from 'kysely'
import { booksOf } from '../../ledger/ledger-balance.ts'
import type { Actor } from '../../platform/db/actor.ts'

/** The books of the merchant in view. Of all merchants together these lists would read the whole ledger. */
export function booksInView(actor: Actor): RawBuilder<unknown> {
  if (actor.scope.merchant === null) throw new Refusal('invalid_request', { 'query.merchant': 'required' })
  return booksOf(actor)
}

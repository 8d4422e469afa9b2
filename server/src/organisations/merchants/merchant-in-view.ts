import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../../platform/db/actor.ts'

/** The merchant of settings that each merchant has once. Staff of the provider see them in that merchant's view. */
export function merchantInView(actor: Actor): string {
  if (actor.scope.merchant === null) throw new Refusal('invalid_request', { 'query.merchant': 'required' })
  return actor.scope.merchant
}

import type { ReplyOf } from '@kontor/contract/endpoint'
import type {
  getRehearsalEndpoint,
  listRehearsalsEndpoint,
} from '@kontor/contract/pricing/rehearsal/rehearsal.endpoints'

export type Rehearsal = ReplyOf<typeof listRehearsalsEndpoint>['rehearsals'][number]
export type RehearsalReply = ReplyOf<typeof getRehearsalEndpoint>
/** Payments that one line priced and another one would price. */
export type Pair = RehearsalReply['pairs'][number]

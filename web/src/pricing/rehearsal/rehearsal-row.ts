import type { ReplyOf } from '@kontor/contract/endpoint'
import { isAncillary, type moneyEvents } from '@kontor/contract/pricing/price.rules'
import type {
  getRehearsalEndpoint,
  listRehearsalsEndpoint,
} from '@kontor/contract/pricing/rehearsal/rehearsal.endpoints'

export type Rehearsal = ReplyOf<typeof listRehearsalsEndpoint>['rehearsals'][number]
export type RehearsalReply = ReplyOf<typeof getRehearsalEndpoint>
/** What one line priced and another one would price. */
export type Pair = RehearsalReply['pairs'][number]
/** One that opens its payments. */
export type PaymentPair = Pair & { event: (typeof moneyEvents)[number] }
export const isOfPayments = (pair: Pair): pair is PaymentPair => !isAncillary(pair.event)

import type { ReplyOf } from '@kontor/contract/endpoint'
import { isAncillary, type moneyEvents } from '@kontor/contract/pricing/price.rules'
import type {
  getRehearsalEndpoint,
  listRehearsalsEndpoint,
} from '@kontor/contract/pricing/rehearsal/rehearsal.endpoints'

export type Rehearsal = ReplyOf<typeof listRehearsalsEndpoint>['rehearsals'][number]
/** The one by which a version may be activated: of those that count, the one that left out least. */
export const countingOf = (rehearsals: readonly Rehearsal[]): Rehearsal | undefined =>
  rehearsals
    .filter((each) => each.is_recent)
    .toSorted((one, other) => one.left_out.length - other.left_out.length)
    .at(0)
export type RehearsalReply = ReplyOf<typeof getRehearsalEndpoint>
/** What one line priced and another one would price. */
export type Pair = RehearsalReply['pairs'][number]
/** One that opens its payments. */
export type PaymentPair = Pair & { event: (typeof moneyEvents)[number] }
export const isOfPayments = (pair: Pair): pair is PaymentPair => !isAncillary(pair.event)

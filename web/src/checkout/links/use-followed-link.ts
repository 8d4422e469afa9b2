import { linkCan } from '@kontor/contract/checkout/link.rules'
import { useFollowUp } from '../../payments/follow-up.ts'
import type { CardAddLinkRow, PaymentLinkRow } from './link-kind.ts'

/** Reads a link again for a while: its payer may be on its page at this moment. */
export function useFollowedLink(link: PaymentLinkRow | CardAddLinkRow | undefined): void {
  useFollowUp({
    ids: link ? [link.id] : [],
    state: link && `${link.status} ${link.attempts} ${link.last_status_update}`,
    isUnderWay: link !== undefined && linkCan.end(link),
  })
}

import type { Trx } from '../platform/db/database.ts'
import { enqueueMail } from '../platform/mail/outbox.ts'
import type { WithCycle } from './locked-subscription.ts'
import type { Tell } from './tell-update.ts'

export const payerMail = 'subscription_payment_failed'

/** Puts the mail to the payer about a failed cycle into the outbox. It is written when it leaves (`mails/payer-mail.ts`). */
export async function tellPayer(trx: Trx, tell: Tell, { subscription, cycle }: WithCycle, reason: string) {
  const values = {
    merchant: subscription.merchant_id,
    subscription: subscription.id,
    cycle: String(cycle.cycle),
    reason,
  }
  await enqueueMail(trx, tell.masterKey, { template: payerMail, values, useful_ms: 5 * 86_400_000 }, tell.wall.now())
}

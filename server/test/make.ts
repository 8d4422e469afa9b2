import type { Databases } from '../src/platform/db/database.ts'
import { apiKey } from './make/api-key.ts'
import { card } from './make/card.ts'
import { chargeback } from './make/chargeback.ts'
import { checkoutDesign } from './make/checkout-design.ts'
import { contradiction } from './make/contradiction.ts'
import { customer } from './make/customer.ts'
import { discount } from './make/discount.ts'
import { importOf } from './make/import.ts'
import { cardAddLink, paymentLink } from './make/link.ts'
import type { Making } from './make/making.ts'
import { merchant } from './make/merchant.ts'
import { middleware } from './make/middleware.ts'
import { organisation } from './make/organisation.ts'
import { plan } from './make/plan.ts'
import { processor } from './make/processor.ts'
import { processorSettlement } from './make/processor-settlement.ts'
import { profile } from './make/profile.ts'
import { refund } from './make/refund.ts'
import { scheduled } from './make/scheduled.ts'
import { share } from './make/share.ts'
import { statusUpdate } from './make/status-update.ts'
import { stuckOperation } from './make/stuck-operation.ts'
import { subscription } from './make/subscription.ts'
import { tag } from './make/tag.ts'
import { terminal } from './make/terminal.ts'
import { authorize, transaction } from './make/transaction.ts'
import { cookie, user } from './make/user.ts'
import { webhook } from './make/webhook.ts'
import { welcomeMail } from './make/welcome-mail.ts'

export type { MadeMerchant } from './make/merchant.ts'

/** One maker per entity. Fields that a test does not name are filled in, including parents. */
export type Make = ReturnType<typeof makers>

export function makers(
  databases: Databases,
  world: { masterKey: string; processorUrl: string; credential: Record<string, string> },
) {
  let count = 0
  const making: Making = { ...world, db: databases.provider, next: () => ++count }
  const bound =
    <A extends unknown[], R>(maker: (making: Making, ...rest: A) => R) =>
    (...rest: A) =>
      maker(making, ...rest)
  return {
    organisation: bound(organisation),
    processor: bound(processor),
    middleware: bound(middleware),
    processorSettlement: bound(processorSettlement),
    profile: bound(profile),
    merchant: bound(merchant),
    user: bound(user),
    cookie: bound(cookie),
    apiKey: bound(apiKey),
    customer: bound(customer),
    card: bound(card),
    terminal: bound(terminal),
    share: bound(share),
    tag: bound(tag),
    transaction: bound(transaction),
    authorize: bound(authorize),
    refund: bound(refund),
    chargeback: bound(chargeback),
    contradiction: bound(contradiction),
    statusUpdate: bound(statusUpdate),
    stuckOperation: bound(stuckOperation),
    scheduled: bound(scheduled),
    checkoutDesign: bound(checkoutDesign),
    paymentLink: bound(paymentLink),
    cardAddLink: bound(cardAddLink),
    plan: bound(plan),
    subscription: bound(subscription),
    discount: bound(discount),
    webhook: bound(webhook),
    welcomeMail: bound(welcomeMail),
    importOf: bound(importOf),
  }
}

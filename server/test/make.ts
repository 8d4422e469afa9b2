import type { Databases } from '../src/platform/db/database.ts'
import { auditTrailItem } from './make/audit-trail-item.ts'
import { bankAccount } from './make/bank-accounts/bank-account.ts'
import { pspBankAccount } from './make/bank-accounts/psp-bank-account.ts'
import { chargeback } from './make/chargeback.ts'
import { checkoutDesign } from './make/checkout/checkout-design.ts'
import { cardAddLink, paymentLink } from './make/checkout/link.ts'
import { contradiction } from './make/contradiction.ts'
import { card } from './make/customers/card.ts'
import { customer } from './make/customers/customer.ts'
import { cookie, user } from './make/identity/user.ts'
import { welcomeMail } from './make/identity/welcome-mail.ts'
import { importOf } from './make/import.ts'
import type { Making } from './make/making.ts'
import { middleware } from './make/middleware.ts'
import { apiKey } from './make/organisations/api-key.ts'
import { merchant } from './make/organisations/merchant.ts'
import { organisation } from './make/organisations/organisation.ts'
import { profile } from './make/organisations/profile.ts'
import { pricePackage } from './make/packages/package.ts'
import { refund } from './make/payments/refund.ts'
import { stuckOperation } from './make/payments/stuck-operation.ts'
import { authorize, transaction } from './make/payments/transaction.ts'
import { bankEntry } from './make/payouts/bank-entry.ts'
import { clientMoneyDay } from './make/payouts/client-money-day.ts'
import { feeSweep } from './make/payouts/fee-sweep.ts'
import { paymentOrder } from './make/payouts/payment-order.ts'
import { settlementUpdate } from './make/payouts/settlement-update.ts'
import { scheme } from './make/pricing/scheme.ts'
import { processor } from './make/processors/processor.ts'
import { processorSettlement } from './make/processors/processor-settlement.ts'
import { report } from './make/report.ts'
import { reportSchedule } from './make/report-schedule.ts'
import { routing } from './make/routing.ts'
import { sapBatch, sapMapping } from './make/sap/sap-batch.ts'
import { scheduled } from './make/scheduled.ts'
import { invoice } from './make/settlements/invoice.ts'
import { oneOff } from './make/settlements/one-off.ts'
import { settlement } from './make/settlements/settlement.ts'
import { settlementProfile } from './make/settlements/settlement-profile.ts'
import { settlementSchedule } from './make/settlements/settlement-schedule.ts'
import { share } from './make/share.ts'
import { statusUpdate } from './make/status-update.ts'
import { discount } from './make/subscriptions/discount.ts'
import { plan } from './make/subscriptions/plan.ts'
import { subscription } from './make/subscriptions/subscription.ts'
import { tag } from './make/tag.ts'
import { terminal } from './make/terminal.ts'
import { rulesetHit, validationRuleset } from './make/validation-ruleset.ts'
import { webhook } from './make/webhook.ts'

export type { MadeMerchant } from './make/organisations/merchant.ts'

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
    routing: bound(routing),
    processorSettlement: bound(processorSettlement),
    profile: bound(profile),
    merchant: bound(merchant),
    user: bound(user),
    cookie: bound(cookie),
    apiKey: bound(apiKey),
    customer: bound(customer),
    card: bound(card),
    bankAccount: bound(bankAccount),
    pspBankAccount: bound(pspBankAccount),
    paymentOrder: bound(paymentOrder),
    bankEntry: bound(bankEntry),
    clientMoneyDay: bound(clientMoneyDay),
    feeSweep: bound(feeSweep),
    settlementUpdate: bound(settlementUpdate),
    sapBatch: bound(sapBatch),
    sapMapping: bound(sapMapping),
    terminal: bound(terminal),
    settlement: bound(settlement),
    invoice: bound(invoice),
    settlementProfile: bound(settlementProfile),
    settlementSchedule: bound(settlementSchedule),
    pricePackage: bound(pricePackage),
    share: bound(share),
    tag: bound(tag),
    validationRuleset: bound(validationRuleset),
    rulesetHit: bound(rulesetHit),
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
    oneOff: bound(oneOff),
    webhook: bound(webhook),
    auditTrailItem: bound(auditTrailItem),
    welcomeMail: bound(welcomeMail),
    scheme: bound(scheme),
    importOf: bound(importOf),
    report: bound(report),
    reportSchedule: bound(reportSchedule),
  }
}

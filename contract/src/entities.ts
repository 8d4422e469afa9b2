import { auditTrailItem, pspAuditTrailItem } from './audit-trail/audit-trail-item.entity.ts'
import { bankAccount } from './bank-accounts/bank-account.entity.ts'
import { pspBankAccount } from './bank-accounts/psp-bank-account.entity.ts'
import { cardAddLink } from './checkout/card-add-link.entity.ts'
import { checkoutDesign } from './checkout/checkout-design.entity.ts'
import { paymentLink } from './checkout/payment-link.entity.ts'
import { contradiction } from './contradictions/contradiction.entity.ts'
import { card } from './customers/card.entity.ts'
import { customer } from './customers/customer.entity.ts'
import { routing } from './decisions/routings/routing.entity.ts'
import { validationRuleset } from './decisions/rulesets/validation-ruleset.entity.ts'
import { chargeback } from './disputes/chargeback.entity.ts'
import type { Entity } from './entity.ts'
import { providerUser, user } from './identity/users/user.entity.ts'
import { welcomeMail } from './identity/welcome-mails/welcome-mail.entity.ts'
import { importEntity } from './imports/import.entity.ts'
import { middleware } from './middleware/middleware.entity.ts'
import { apiKey } from './organisations/api-keys.entity.ts'
import { merchant } from './organisations/merchant.entity.ts'
import { organisation } from './organisations/organisation.entity.ts'
import { paymentProfile } from './organisations/payment-profile.entity.ts'
import { pricePackage } from './packages/package.entity.ts'
import { refund } from './payments/refund.entity.ts'
import { stuckOperation } from './payments/stuck-operation.entity.ts'
import { transaction } from './payments/transaction.entity.ts'
import { clientMoneyDay } from './payouts/client-money/client-money-day.entity.ts'
import { bankEntry } from './payouts/entries/bank-entry.entity.ts'
import { paymentOrder } from './payouts/payment-order.entity.ts'
import { settlementUpdate } from './payouts/updates/settlement-update.entity.ts'
import { costScheme, partnerScheme, reserveScheme, revenueScheme } from './pricing/scheme.entity.ts'
import { processor } from './processors/processor.entity.ts'
import { processorSettlement } from './processors/processor-settlement.entity.ts'
import { report } from './reports/report.entity.ts'
import { reportSchedule } from './reports/report-schedule.entity.ts'
import { sapBatch } from './sap/sap-batch.entity.ts'
import { scheduledTransaction } from './scheduled/scheduled-transaction.entity.ts'
import { invoice } from './settlements/invoices/invoice.entity.ts'
import { oneOff } from './settlements/one-offs/one-off.entity.ts'
import { settlementProfile } from './settlements/profiles/settlement-profile.entity.ts'
import { settlementSchedule } from './settlements/schedules/settlement-schedule.entity.ts'
import { pspSettlement, settlement } from './settlements/settlement.entity.ts'
import { share } from './shares/share.entity.ts'
import { statusUpdate } from './status-updates/status-update.entity.ts'
import { subscriptionDiscount } from './subscriptions/discount.entity.ts'
import { plan } from './subscriptions/plan.entity.ts'
import { subscription } from './subscriptions/subscription.entity.ts'
import { tag } from './tags/tag.entity.ts'
import { terminal } from './terminals/terminal.entity.ts'
import { webhook } from './webhooks/webhook.entity.ts'

export const entities: readonly Entity[] = [
  merchant,
  organisation,
  paymentProfile,
  bankAccount,
  pspBankAccount,
  apiKey,
  user,
  providerUser,
  welcomeMail,
  processor,
  share,
  middleware,
  processorSettlement,
  customer,
  card,
  tag,
  revenueScheme,
  costScheme,
  reserveScheme,
  partnerScheme,
  validationRuleset,
  routing,
  terminal,
  transaction,
  refund,
  stuckOperation,
  chargeback,
  contradiction,
  statusUpdate,
  scheduledTransaction,
  plan,
  subscription,
  subscriptionDiscount,
  paymentOrder,
  bankEntry,
  clientMoneyDay,
  settlementUpdate,
  sapBatch,
  oneOff,
  paymentLink,
  cardAddLink,
  checkoutDesign,
  settlement,
  pspSettlement,
  invoice,
  settlementProfile,
  settlementSchedule,
  pricePackage,
  importEntity,
  report,
  reportSchedule,
  webhook,
  auditTrailItem,
  pspAuditTrailItem,
]

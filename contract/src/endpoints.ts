import * as auditTrail from './audit-trail/audit-trail.endpoints.ts'
import * as bankAccount from './bank-accounts/bank-account.endpoints.ts'
import * as pspBankAccount from './bank-accounts/psp-bank-account.endpoints.ts'
import * as checkout from './checkout/checkout.endpoints.ts'
import * as checkoutDesign from './checkout/checkout-design.endpoints.ts'
import * as link from './checkout/link.endpoints.ts'
import * as contradiction from './contradictions/contradiction.endpoints.ts'
import * as card from './customers/card.endpoints.ts'
import * as customer from './customers/customer.endpoints.ts'
import * as customerReads from './customers/customer-reads.endpoints.ts'
import * as backtest from './decisions/backtest/backtest.endpoints.ts'
import * as decision from './decisions/decision.endpoints.ts'
import * as routing from './decisions/routings/routing.endpoints.ts'
import * as validationRuleset from './decisions/rulesets/validation-ruleset.endpoints.ts'
import * as chargeback from './disputes/chargeback.endpoints.ts'
import type { Endpoint } from './endpoint.ts'
import { entities } from './entities.ts'
import { entityEndpoints } from './entity-endpoints.ts'
import * as home from './home/home.endpoints.ts'
import * as roleBundle from './identity/bundles/role-bundle.endpoints.ts'
import * as demo from './identity/demo.endpoints.ts'
import * as accessPreview from './identity/preview/access-preview.endpoints.ts'
import * as profile from './identity/profile.endpoints.ts'
import * as signIn from './identity/sign-in.endpoints.ts'
import * as signInEvent from './identity/sign-in-event.endpoints.ts'
import * as signOn from './identity/sign-on/sign-on.endpoints.ts'
import * as user from './identity/users/user.endpoints.ts'
import * as welcomeMail from './identity/welcome-mails/welcome-mail.endpoints.ts'
import * as imports from './imports/import.endpoints.ts'
import * as customerStatistics from './insights/customer-statistics.endpoints.ts'
import * as processorStatistics from './insights/processor-statistics.endpoints.ts'
import * as refundStatistics from './insights/refund-statistics.endpoints.ts'
import * as transactionStatistics from './insights/transaction-statistics.endpoints.ts'
import * as ledger from './ledger/ledger.endpoints.ts'
import * as transactionMoney from './ledger/money/money.endpoints.ts'
import * as middleware from './middleware/middleware.endpoints.ts'
import * as apiKeys from './organisations/api-keys.endpoints.ts'
import * as callbackAddresses from './organisations/callback-addresses.endpoints.ts'
import * as merchantConfiguration from './organisations/configuration/merchant-configuration.endpoints.ts'
import * as merchant from './organisations/merchant.endpoints.ts'
import * as merchantCategory from './organisations/merchant-category.endpoints.ts'
import * as merchantSecurity from './organisations/merchant-security.endpoints.ts'
import * as organisation from './organisations/organisation.endpoints.ts'
import * as paymentProfile from './organisations/payment-profile.endpoints.ts'
import * as webhookSecrets from './organisations/webhook-secrets.endpoints.ts'
import * as pricePackage from './packages/package.endpoints.ts'
import * as refund from './payments/refund.endpoints.ts'
import * as stuckOperation from './payments/stuck-operation.endpoints.ts'
import * as transaction from './payments/transaction.endpoints.ts'
import * as transactionTag from './payments/transaction-tag.endpoints.ts'
import * as clientMoney from './payouts/client-money/client-money.endpoints.ts'
import * as bankEntry from './payouts/entries/bank-entry.endpoints.ts'
import * as payout from './payouts/payout.endpoints.ts'
import * as settlementUpdate from './payouts/updates/settlement-update.endpoints.ts'
import * as cache from './platform/cache.endpoints.ts'
import * as clock from './platform/clock.endpoints.ts'
import * as currency from './platform/currency.endpoints.ts'
import * as exportProgress from './platform/export.endpoints.ts'
import * as gateway from './platform/gateway.endpoints.ts'
import * as savedView from './platform/saved-view.endpoints.ts'
import * as charged from './pricing/charged/charged.endpoints.ts'
import * as costs from './pricing/costs/costs.endpoints.ts'
import * as rehearsal from './pricing/rehearsal/rehearsal.endpoints.ts'
import * as scheme from './pricing/scheme.endpoints.ts'
import * as notification from './processors/notification.endpoints.ts'
import * as processor from './processors/processor.endpoints.ts'
import * as processorSettlement from './processors/processor-settlement.endpoints.ts'
import * as reconciliation from './reconciliation/reconciliation.endpoints.ts'
import { bookedListEndpoints } from './reports/booked/booked-list.endpoints.ts'
import * as periodReport from './reports/period-report.endpoints.ts'
import * as report from './reports/report.endpoints.ts'
import * as reportSchedule from './reports/report-schedule.endpoints.ts'
import * as sap from './sap/sap.endpoints.ts'
import * as scheduledTransaction from './scheduled/scheduled-transaction.endpoints.ts'
import * as financialReport from './settlements/financial/financial-report.endpoints.ts'
import * as invoice from './settlements/invoices/invoice.endpoints.ts'
import * as oneOff from './settlements/one-offs/one-off.endpoints.ts'
import * as settlementProfile from './settlements/profiles/settlement-profile.endpoints.ts'
import * as settlementSchedule from './settlements/schedules/settlement-schedule.endpoints.ts'
import * as settlement from './settlements/settlement.endpoints.ts'
import * as share from './shares/share.endpoints.ts'
import * as statusUpdate from './status-updates/status-update.endpoints.ts'
import * as discount from './subscriptions/discount.endpoints.ts'
import * as plan from './subscriptions/plan.endpoints.ts'
import * as subscription from './subscriptions/subscription.endpoints.ts'
import * as tag from './tags/tag.endpoints.ts'
import * as terminal from './terminals/terminal.endpoints.ts'
import * as webhook from './webhooks/webhook.endpoints.ts'
import * as webhookTrial from './webhooks/webhook-trial.endpoints.ts'

export const endpoints: readonly Endpoint[] = [
  ...entities.flatMap((entity) => {
    const { totals, history, ...others } = entityEndpoints(entity)
    return [
      ...Object.values(others),
      ...(entity.totals.length > 0 ? [totals] : []),
      ...(entity.hasHistory ? [history] : []),
    ]
  }),
  ...Object.values(checkoutDesign),
  ...Object.values(checkout),
  ...Object.values(link),
  ...Object.values(cache),
  ...Object.values(clock),
  ...Object.values(card),
  ...Object.values(customerReads),
  ...Object.values(customer),
  ...Object.values(chargeback),
  ...Object.values(contradiction),
  ...Object.values(validationRuleset),
  ...Object.values(backtest),
  ...Object.values(decision),
  ...Object.values(routing),
  ...Object.values(exportProgress),
  ...Object.values(ledger),
  ...Object.values(transactionMoney),
  ...Object.values(home),
  ...Object.values(accessPreview),
  ...Object.values(demo),
  ...Object.values(profile),
  ...Object.values(roleBundle),
  ...Object.values(signInEvent),
  ...Object.values(signIn),
  ...Object.values(signOn),
  ...Object.values(user),
  ...Object.values(welcomeMail),
  ...Object.values(imports),
  ...Object.values(customerStatistics),
  ...Object.values(processorStatistics),
  ...Object.values(refundStatistics),
  ...Object.values(transactionStatistics),
  ...Object.values(apiKeys),
  ...Object.values(callbackAddresses),
  ...Object.values(merchantConfiguration),
  ...Object.values(merchantSecurity),
  ...Object.values(currency),
  ...Object.values(merchant),
  ...Object.values(merchantCategory),
  ...Object.values(organisation),
  ...Object.values(paymentProfile),
  ...Object.values(bankAccount),
  ...Object.values(pspBankAccount),
  ...Object.values(webhookSecrets),
  ...Object.values(refund),
  ...Object.values(stuckOperation),
  ...Object.values(statusUpdate),
  ...Object.values(transactionTag),
  ...Object.values(gateway),
  ...Object.values(notification),
  ...Object.values(processor),
  ...Object.values(middleware),
  ...Object.values(processorSettlement),
  ...Object.values(reconciliation),
  ...Object.values(transaction),
  ...bookedListEndpoints,
  ...Object.values(periodReport),
  ...Object.values(report),
  ...Object.values(reportSchedule),
  ...Object.values(savedView),
  ...Object.values(charged),
  ...Object.values(costs),
  ...Object.values(rehearsal),
  ...Object.values(scheme).flatMap((each): Endpoint[] => Object.values(each)),
  ...Object.values(scheduledTransaction),
  ...Object.values(discount),
  ...Object.values(financialReport),
  ...Object.values(payout),
  ...Object.values(bankEntry),
  ...Object.values(clientMoney),
  ...Object.values(settlementUpdate),
  ...Object.values(sap),
  ...Object.values(oneOff),
  ...Object.values(plan),
  ...Object.values(subscription),
  ...Object.values(settlement),
  ...Object.values(invoice),
  ...Object.values(settlementProfile),
  ...Object.values(settlementSchedule),
  ...Object.values(pricePackage),
  ...Object.values(share),
  ...Object.values(tag),
  ...Object.values(terminal),
  ...Object.values(webhook),
  ...Object.values(webhookTrial),
  ...Object.values(auditTrail),
]

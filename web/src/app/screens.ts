import { anyone } from '@kontor/contract/roles'
import { IconBook } from '@tabler/icons-react'
import type { Resources } from 'i18next'
import { auditTrail, pspAuditTrail } from '../audit-trail/audit-trail.screen.ts'
import { bankAccounts, merchantBankAccounts, pspBankAccounts } from '../bank-accounts/bank-account.screen.ts'
import { designs, editDesign, newDesign } from '../checkout/designs/design.screen.ts'
import { cardAddLinks } from '../checkout/links/card-add-link.screen.ts'
import { paymentLinks } from '../checkout/links/payment-link.screen.ts'
import { contradictions } from '../contradictions/contradiction.screen.ts'
import { customers } from '../customers/customer.screen.ts'
import { editRouting, newRouting, routings } from '../decisions/routings/routing.screen.ts'
import {
  pspRiskRules,
  pspSecureRules,
  pspTagRules,
  riskRules,
  secureRules,
  tagRules,
} from '../decisions/rulesets/ruleset.screen.ts'
import { chargebacks } from '../disputes/chargeback.screen.ts'
import { home } from '../home/home.screen.ts'
import { profile } from '../identity/profile/profile.screen.ts'
import { pspRoleBundles, roleBundles } from '../identity/users/roles/bundles.screen.ts'
import { pspUsers, users } from '../identity/users/user.screen.ts'
import { welcomeMails } from '../identity/welcome-mails/welcome-mail.screen.ts'
import { imports } from '../imports/import.screen.ts'
import { customerDashboard, refundDashboard, transactionDashboard } from '../insights/dashboard.screen.ts'
import { processorCompare, processorStatistics } from '../insights/processors/processor.screen.ts'
import { rfm } from '../insights/rfm.screen.ts'
import { middlewares, pspMiddlewares } from '../middleware/middleware.screen.ts'
import { apiKeys } from '../organisations/api-keys/api-key.screen.ts'
import { apiSettings } from '../organisations/api-settings/api-settings.screen.ts'
import { merchantConfiguration } from '../organisations/configuration/merchant-configuration.screen.ts'
import { merchants } from '../organisations/merchants/merchant.screen.ts'
import { organisations } from '../organisations/organisation.screen.ts'
import { paymentProfiles } from '../organisations/profiles/payment-profile.screen.ts'
import { packages } from '../packages/package.screen.ts'
import { refunds } from '../payments/refunds/refund.screen.ts'
import { stuckOperations } from '../payments/stuck/stuck-operation.screen.ts'
import {
  blockedTransactions,
  declinedTransactions,
  missedTransactions,
  pspTransactions,
  taggedTransactions,
  transactions,
} from '../payments/transaction.screen.ts'
import { clientMoney } from '../payouts/client-money/client-money.screen.ts'
import { bankEntries } from '../payouts/entries/bank-entry.screen.ts'
import { paymentOrders } from '../payouts/payment-order.screen.ts'
import { settlementUpdates } from '../payouts/updates/settlement-update.screen.ts'
import { defineLink, type InnerScreen, type OpenScreen, type ShownScreen } from '../platform/screen/screen.ts'
import { costSchemes, partnerSchemes, reserveSchemes, revenueSchemes } from '../pricing/scheme.screen.ts'
import { unpricedPayments } from '../pricing/unpriced-payment.screen.ts'
import { processors, pspProcessors } from '../processors/processor.screen.ts'
import { processorCredentials } from '../processors/processor-credentials.screen.ts'
import { processorSettlements, pspProcessorSettlements } from '../processors/settlements/processor-settlement.screen.ts'
import { transfers } from '../reports/booked/transfer.screen.ts'
import { dailyReport, pspDailyReport, pspMonthlyReport } from '../reports/periods/period-report.screen.ts'
import { downloadedReport, newReport, reports } from '../reports/report.screen.ts'
import { editReportSchedule, newReportSchedule, reportSchedules } from '../reports/schedules/report-schedule.screen.ts'
import { sapBatches, sapConnection, sapMapping } from '../sap/sap.screen.ts'
import { scheduledTransactions } from '../scheduled/scheduled.screen.ts'
import { financialReport } from '../settlements/financial/financial-report.screen.ts'
import { invoices, pspInvoices } from '../settlements/invoices/invoice.screen.ts'
import { oneOffs } from '../settlements/one-offs/one-off.screen.ts'
import { settlementProfiles } from '../settlements/profiles/settlement-profile.screen.ts'
import { settlementSchedules } from '../settlements/schedules/settlement-schedule.screen.ts'
import { pspSettlements, settlements } from '../settlements/settlement.screen.ts'
import { shareCredentials, shareRequests } from '../shares/share.screen.ts'
import { statusUpdates } from '../status-updates/status-update.screen.ts'
import { discounts } from '../subscriptions/discount.screen.ts'
import { plans } from '../subscriptions/plan.screen.ts'
import { subscriptions } from '../subscriptions/subscription.screen.ts'
import { pspTags, tags } from '../tags/tag.screen.ts'
import { terminals } from '../terminals/terminal.screen.ts'
import { pspWebhooks, webhooks, webhookTesting } from '../webhooks/webhook.screen.ts'
import { caches } from './caches/cache.screen.ts'

/** The second level of the navigation (001 section 2.15): entries that are folded together. */
export interface Group<I = ShownScreen> {
  /** The key in the translations is `nav.group.{label}`. */
  readonly label: GroupLabel
  readonly items: readonly I[]
}
export type GroupLabel = keyof Resources['main']['nav']['group']

/** The first level: groups below one heading. A group that is no part of anything has no heading above it. */
export interface Section<I = ShownScreen> {
  /** The key in the translations is `nav.section.{label}`. */
  readonly label?: keyof Resources['main']['nav']['section']
  readonly groups: readonly Group<I>[]
}

/** The provider's own navigation (001 section 2.15). All entries are only for its staff. */
const provider: readonly Group[] = [
  {
    label: 'provider_merchants',
    items: [merchants, pspTransactions, contradictions, stuckOperations, merchantBankAccounts],
  },
  {
    label: 'provider_reports',
    items: [pspDailyReport, pspMonthlyReport, pspSettlements, pspInvoices, paymentOrders, bankEntries, clientMoney],
  },
  {
    label: 'pricing',
    items: [revenueSchemes, costSchemes, reserveSchemes, partnerSchemes, unpricedPayments],
  },
  {
    label: 'finance_settings',
    items: [packages, settlementSchedules, pspBankAccounts],
  },
  {
    label: 'compliance',
    items: [pspAuditTrail, pspWebhooks, pspRiskRules, pspTagRules, pspSecureRules],
  },
  {
    label: 'admin',
    items: [caches, statusUpdates, settlementUpdates],
  },
  {
    label: 'provider_settings',
    items: [pspUsers, welcomeMails, apiKeys, imports, pspTags],
  },
  {
    label: 'technical_settings',
    items: [pspProcessorSettlements, pspProcessors, pspMiddlewares, sapBatches],
  },
]

export const pspNavigation: readonly Section[] = [
  {
    groups: provider.map((group) => ({
      ...group,
      items: group.items.map((screen) => ({ ...screen, pspOnly: true })),
    })),
  },
]

/** A merchant's navigation, and the provider's while it views a merchant (001 section 2.15). */
export const merchantNavigation: readonly Section[] = [
  {
    label: 'payments',
    groups: [
      {
        label: 'transactions',
        items: [
          transactions,
          missedTransactions,
          declinedTransactions,
          taggedTransactions,
          blockedTransactions,
          refunds,
          chargebacks,
        ],
      },
      { label: 'creations', items: [paymentLinks, cardAddLinks, scheduledTransactions] },
      { label: 'customers', items: [customers] },
      { label: 'subscriptions', items: [plans, subscriptions, discounts] },
    ],
  },
  {
    label: 'insights',
    groups: [
      {
        label: 'dashboards',
        items: [transactionDashboard, refundDashboard, customerDashboard, rfm, processorStatistics, processorCompare],
      },
      {
        label: 'reports',
        items: [financialReport, reports, reportSchedules],
      },
    ],
  },
  {
    groups: [
      {
        label: 'finance',
        items: [settlements, transfers, invoices, dailyReport, oneOffs, settlementProfiles],
      },
      {
        label: 'risk',
        items: [riskRules, tagRules, secureRules, routings],
      },
      {
        label: 'developers',
        items: [
          apiSettings,
          terminals,
          // The API reference, a page of the server.
          defineLink({ label: 'documentation', route: '/docs', roles: anyone, icon: IconBook }),
          webhookTesting,
          webhooks,
          auditTrail,
        ],
      },
      {
        label: 'provider_only',
        items: [processorSettlements, processors, middlewares, merchantConfiguration, shareCredentials],
      },
      {
        label: 'settings',
        items: [organisations, paymentProfiles, bankAccounts, designs, users, tags, shareRequests],
      },
    ],
  },
]

/** Screens that only other screens link to. */
export const innerScreens: readonly InnerScreen[] = [
  profile,
  roleBundles,
  pspRoleBundles,
  newDesign,
  editDesign,
  newRouting,
  editRouting,
  newReport,
  newReportSchedule,
  editReportSchedule,
  downloadedReport,
  processorCredentials,
  sapMapping,
  sapConnection,
]

export const groupsOf = <I>(sections: readonly Section<I>[]): Group<I>[] => sections.flatMap(({ groups }) => groups)

export const navigationItems: readonly ShownScreen[] = [
  home,
  ...groupsOf([...pspNavigation, ...merchantNavigation]).flatMap(({ items }) => items),
]

/** Every screen that has a page. A screen with two entries has one route. */
export const openScreens: readonly OpenScreen[] = [...navigationItems, ...innerScreens]
  .filter((screen) => screen.kind === 'list' || screen.kind === 'page' || screen.kind === 'inner')
  .filter(({ route }, at, all) => all.findIndex((other) => other.route === route) === at)

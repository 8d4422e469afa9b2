import { refund } from '@kontor/contract/payments/refund.entity'
import { transaction } from '@kontor/contract/payments/transaction.entity'
import {
  type Area,
  anyOf,
  anyone,
  entityRoles,
  financialReportRoles,
  providerEntityRoles,
  riskRulesetRoles,
} from '@kontor/contract/roles'
import {
  IconArrowBackUp,
  IconCalendarRepeat,
  IconCircleX,
  IconCreditCard,
  IconDiscount,
  IconHourglassOff,
  IconRepeat,
  IconShieldX,
  IconTag,
} from '@tabler/icons-react'
import type { NavigationGroup } from './navigation-item.ts'

const lists = (...areas: Area[]) => entityRoles(...areas).list
const statistics = (area: 'TRANSACTION' | 'REFUND' | 'CUSTOMER') =>
  anyOf('USER_ALL', 'PSP_ALL', `${area}_ALL`, `${area}_STATISTICS`)
const transactions = { icon: IconCreditCard, roles: transaction.roles.list }
const provider = (area: Area) => ({ roles: providerEntityRoles(area).list, pspOnly: true })

/** A merchant's navigation, and the provider's while it views a merchant (001 section 2.15). */
export const merchantNavigation: readonly NavigationGroup[] = [
  {
    label: 'transactions',
    items: [
      { ...transactions, label: 'transactions', route: '/transactions' },
      { ...transactions, label: 'transactions_missed', route: '/transactionsMissed', icon: IconHourglassOff },
      { ...transactions, label: 'transactions_declined', route: '/transactionsDeclined', icon: IconCircleX },
      { ...transactions, label: 'transactions_tagged', route: '/transactionsTagged', icon: IconTag },
      { ...transactions, label: 'transactions_blocked', route: '/transactionsBlocked', icon: IconShieldX },
      { label: 'refunds', route: '/refunds', icon: IconArrowBackUp, roles: refund.roles.list },
      { label: 'chargebacks', route: '/chargebacks', roles: lists('CHARGEBACK') },
    ],
  },
  {
    label: 'creations',
    items: [
      { label: 'payment_links', route: '/payment-links', roles: lists('PAYMENT_LINK') },
      { label: 'card_add_links', route: '/card-add-links', roles: lists('CARD_ADD') },
      { label: 'scheduled', route: '/transactions/scheduled', roles: lists('SCHEDULED_TRANSACTION') },
    ],
  },
  { label: 'customers', items: [{ label: 'customers', route: '/customers', roles: lists('CUSTOMER') }] },
  {
    label: 'subscriptions',
    items: [
      { label: 'plans', route: '/subscriptions/plans', roles: lists('PLAN'), icon: IconCalendarRepeat },
      { label: 'subscriptions', route: '/subscriptions', roles: lists('SUBSCRIPTION'), icon: IconRepeat },
      {
        label: 'discounts',
        route: '/subscriptions/discounts',
        roles: lists('SUBSCRIPTION_DISCOUNT'),
        icon: IconDiscount,
      },
    ],
  },
  {
    label: 'dashboards',
    items: [
      { label: 'dashboard_transactions', route: '/dashboards/transactions', roles: statistics('TRANSACTION') },
      { label: 'dashboard_refunds', route: '/dashboards/refunds', roles: statistics('REFUND') },
      { label: 'dashboard_customers', route: '/dashboards/customers', roles: statistics('CUSTOMER') },
      { label: 'rfm', route: '/customers/rfm', roles: statistics('CUSTOMER') },
      { label: 'processor_statistics', route: '/dashboards/processor-statistics', roles: lists('PROCESSOR') },
      { label: 'processor_compare', route: '/insights/dashboards/processor-compare', roles: lists('PROCESSOR') },
    ],
  },
  {
    label: 'reports',
    items: [
      { label: 'report', route: '/report', roles: financialReportRoles },
      { label: 'transaction_reports', route: '/reports/transactions', roles: lists('REPORT') },
      { label: 'report_schedules', route: '/reports/schedules', roles: lists('REPORT_SCHEDULE') },
    ],
  },
  {
    label: 'finance',
    items: [
      {
        label: 'report_settlement',
        route: '/report/settlement',
        roles: anyOf('USER_ALL', 'PSP_ALL', 'SETTLEMENT_LIST'),
      },
      { label: 'report_daily', route: '/report/daily', roles: anyOf('USER_ALL', 'PSP_ALL', 'TRANSACTION_LIST') },
      { ...provider('PSP_ONE_OFF'), label: 'one_offs', route: '/finance/one-offs', withCollecting: true },
      {
        ...provider('PSP_SETTLEMENT_PROFILE'),
        label: 'settlement_profiles',
        route: '/finance/settlement-profiles',
        withCollecting: true,
      },
    ],
  },
  {
    label: 'risk',
    items: [
      { label: 'risk_rules', route: '/riskrules', roles: riskRulesetRoles },
      { label: 'tag_rules', route: '/tagrules', roles: riskRulesetRoles },
      { label: '3d_secure', route: '/3dsecure', roles: riskRulesetRoles },
      { label: 'routing', route: '/intelligent-routing', roles: lists('ROUTING') },
    ],
  },
  {
    label: 'developers',
    items: [
      { label: 'api_settings', route: '/apiSettings', roles: anyone },
      { label: 'terminals', route: '/terminals', roles: anyOf('USER_ALL', 'PSP_ALL', 'TERMINAL_LIST') },
      // The reference page of the server.
      { label: 'documentation', route: '/docs', roles: anyone, external: true },
      { label: 'webhook_testing', route: '/webhook-testing', roles: anyOf('USER_ALL', 'PSP_ALL', 'WEBHOOK_LIST') },
      { label: 'webhooks', route: '/webhooks', roles: anyOf('USER_ALL', 'PSP_ALL', 'WEBHOOK_LIST') },
    ],
  },
  {
    label: 'provider_only',
    items: [
      { ...provider('PSP_PROCESSOR_SETTLEMENT'), label: 'processor_settlements', route: '/processor-settlements' },
      { ...provider('PSP_PROCESSOR'), label: 'processors', route: '/processors' },
      { ...provider('PSP_MIDDLEWARE'), label: 'middlewares', route: '/middlewares' },
      { label: 'merchant_configuration', route: '/merchant-configuration', roles: anyOf('PSP_ALL'), pspOnly: true },
      { ...provider('SHARE'), label: 'share_credentials', route: '/share-credentials' },
    ],
  },
  {
    label: 'settings',
    items: [
      { label: 'organisations', route: '/organisations', roles: lists('ORGANISATION') },
      { label: 'payment_profiles', route: '/paymentprofiles', roles: lists('PAYMENT_PROFILE') },
      { label: 'bank_accounts', route: '/bank-accounts', roles: lists('BANK_ACCOUNT') },
      { label: 'checkout_designs', route: '/checkout-designs', roles: lists('CHECKOUT') },
      { label: 'users', route: '/users', roles: lists('PLATFORMUSER') },
      { label: 'tags', route: '/tags', roles: lists('TAG') },
      { label: 'share_requests', route: '/share-credentials', roles: lists('SHARE'), merchantOnly: true },
    ],
  },
]

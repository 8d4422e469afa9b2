import { customer } from '@kontor/contract/customers/customer.entity'
import { chargeback } from '@kontor/contract/disputes/chargeback.entity'
import { refund } from '@kontor/contract/payments/refund.entity'
import { transaction } from '@kontor/contract/payments/transaction.entity'
import { processor } from '@kontor/contract/processors/processor.entity'
import {
  type Area,
  anyOf,
  anyone,
  entityRoles,
  financialReportRoles,
  providerEntityRoles,
  riskRulesetRoles,
  statisticsRoles,
} from '@kontor/contract/roles'
import { scheduledTransaction } from '@kontor/contract/scheduled/scheduled-transaction.entity'
import { terminal } from '@kontor/contract/terminals/terminal.entity'
import { webhook } from '@kontor/contract/webhooks/webhook.entity'
import {
  IconApi,
  IconArrowBackUp,
  IconBook,
  IconCalendarDue,
  IconCalendarRepeat,
  IconChartBar,
  IconChartDonut,
  IconChartLine,
  IconCircleX,
  IconCreditCard,
  IconCreditCardPay,
  IconDeviceMobileDollar,
  IconDiscount,
  IconGavel,
  IconHourglassOff,
  IconLink,
  IconPalette,
  IconPlugConnected,
  IconRepeat,
  IconScale,
  IconShieldX,
  IconTag,
  IconTestPipe,
  IconUsers,
  IconUsersGroup,
  IconWebhook,
} from '@tabler/icons-react'
import type { NavigationGroup } from './navigation-item.ts'

const lists = (...areas: Area[]) => entityRoles(...areas).list
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
      { label: 'chargebacks', route: '/chargebacks', icon: IconGavel, roles: chargeback.roles.list },
    ],
  },
  {
    label: 'creations',
    items: [
      { label: 'payment_links', route: '/payment-links', icon: IconLink, roles: lists('PAYMENT_LINK') },
      { label: 'card_add_links', route: '/card-add-links', icon: IconCreditCardPay, roles: lists('CARD_ADD') },
      {
        label: 'scheduled',
        route: '/transactions/scheduled',
        icon: IconCalendarDue,
        roles: scheduledTransaction.roles.list,
      },
    ],
  },
  {
    label: 'customers',
    items: [{ label: 'customers', route: '/customers', icon: IconUsers, roles: customer.roles.list }],
  },
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
      {
        label: 'dashboard_transactions',
        route: '/dashboards/transactions',
        icon: IconChartLine,
        roles: statisticsRoles('TRANSACTION'),
      },
      {
        label: 'dashboard_refunds',
        route: '/dashboards/refunds',
        icon: IconChartBar,
        roles: statisticsRoles('REFUND'),
      },
      {
        label: 'dashboard_customers',
        route: '/dashboards/customers',
        icon: IconChartDonut,
        roles: statisticsRoles('CUSTOMER'),
      },
      { label: 'rfm', route: '/customers/rfm', icon: IconUsersGroup, roles: statisticsRoles('CUSTOMER') },
      {
        label: 'processor_statistics',
        route: '/dashboards/processor-statistics',
        icon: IconPlugConnected,
        roles: processor.roles.list,
      },
      {
        label: 'processor_compare',
        route: '/insights/dashboards/processor-compare',
        icon: IconScale,
        roles: processor.roles.list,
      },
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
      { label: 'api_settings', route: '/apiSettings', icon: IconApi, roles: anyone },
      { label: 'terminals', route: '/terminals', icon: IconDeviceMobileDollar, roles: terminal.roles.list },
      // The reference page of the server.
      { label: 'documentation', route: '/docs', roles: anyone, external: true, icon: IconBook },
      { label: 'webhook_testing', route: '/webhook-testing', icon: IconTestPipe, roles: webhook.roles.list },
      { label: 'webhooks', route: '/webhooks', icon: IconWebhook, roles: webhook.roles.list },
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
      { label: 'checkout_designs', route: '/checkout-designs', icon: IconPalette, roles: lists('CHECKOUT') },
      { label: 'users', route: '/users', roles: lists('PLATFORMUSER') },
      { label: 'tags', route: '/tags', roles: lists('TAG') },
      { label: 'share_requests', route: '/share-credentials', roles: lists('SHARE'), merchantOnly: true },
    ],
  },
]

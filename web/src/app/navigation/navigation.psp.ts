import { merchant } from '@kontor/contract/organisations/merchant.entity'
import { type Area, anyOf, providerEntityRoles, riskRulesetRoles } from '@kontor/contract/roles'
import { IconBuildingStore, IconCreditCard, IconWebhook } from '@tabler/icons-react'
import type { NavigationGroup, NavigationItem } from './navigation-item.ts'

const lists = (...areas: Area[]) => providerEntityRoles(...areas).list

/** The provider's own navigation (001 section 2.15): every entry is only for its staff. */
const groups = [
  {
    label: 'provider_merchants',
    items: [
      { label: 'psp_merchants', route: '/psp/merchants', icon: IconBuildingStore, roles: merchant.roles.list },
      // 000 section 6 spells the role TRANSACTON_LIST; both spellings are one role since roles.ts.
      { label: 'psp_transactions', route: '/psp/transactions', icon: IconCreditCard, roles: lists('TRANSACTION') },
    ],
  },
  {
    label: 'provider_reports',
    items: [
      { label: 'psp_reports_daily', route: '/psp/reports/daily', roles: anyOf('PSP_ALL', 'PSP_REPORT_LIST') },
      { label: 'psp_reports_monthly', route: '/psp/reports/monthly', roles: anyOf('PSP_ALL', 'PSP_REPORT_LIST') },
      { label: 'psp_settlement', route: '/psp/reports/settlement', roles: anyOf('PSP_ALL', 'PSP_SETTLEMENT_LIST') },
    ],
  },
  {
    label: 'pricing',
    items: [
      collected('pricing_revenue', '/psp/pricing/revenue', 'PSP_REVENUESCHEME'),
      collected('pricing_cost', '/psp/pricing/cost', 'PSP_COSTSCHEME'),
      collected('pricing_reserve', '/psp/pricing/reserve', 'PSP_RESERVESCHEME'),
      collected('pricing_partner', '/psp/pricing/partner', 'PSP_PARTNERSCHEME'),
    ],
  },
  {
    label: 'finance_settings',
    items: [
      collected('packages', '/psp/finance/packages', 'PSP_PACKAGE'),
      collected('settlement_schedules', '/psp/finance/settlement-schedules', 'PSP_SETTLEMENT_SCHEDULE'),
      collected('psp_bank_accounts', '/psp/finance/settings/bank-accounts', 'PSP_BANK_ACCOUNT'),
    ],
  },
  {
    label: 'compliance',
    items: [
      { label: 'audit_trail', route: '/psp/audit-trail', roles: anyOf('PSP_ALL', 'PSP_AUDITTRAIL_LIST') },
      { label: 'psp_webhooks', route: '/psp/webhooks', icon: IconWebhook, roles: lists('WEBHOOK') },
      { label: 'psp_risk_rules', route: '/psp/riskrules', roles: riskRulesetRoles },
      { label: 'psp_tag_rules', route: '/psp/tagrules', roles: riskRulesetRoles },
      { label: 'psp_3d_secure', route: '/psp/3dsecure', roles: riskRulesetRoles },
    ],
  },
  {
    label: 'admin',
    items: [
      { label: 'admin_cache', route: '/psp/admin/cache', roles: anyOf('PSP_SUPER'), superOnly: true },
      { label: 'admin_status', route: '/psp/admin/status-updates', roles: anyOf('PSP_SUPER'), superOnly: true },
      { label: 'admin_settlement', route: '/psp/admin/settlement-updates', roles: anyOf('PSP_SUPER'), superOnly: true },
    ],
  },
  {
    label: 'provider_settings',
    items: [
      { label: 'psp_users', route: '/psp/users', roles: lists('PSP_USER') },
      { label: 'welcome_mails', route: '/psp/welcome-mails', roles: lists('PSP_WELCOME') },
      { label: 'api_keys', route: '/psp/api-keys', roles: lists('PSP_APIKEY') },
      { label: 'imports', route: '/psp/imports', roles: lists('PSP_IMPORT') },
      { label: 'psp_tags', route: '/psp/tags', roles: lists('TAG') },
    ],
  },
  {
    label: 'technical_settings',
    items: [
      { label: 'psp_settlements', route: '/psp/processor-settlements', roles: lists('PSP_PROCESSOR_SETTLEMENT') },
      { label: 'psp_processors', route: '/psp/processors', roles: lists('PSP_PROCESSOR') },
      { label: 'psp_middlewares', route: '/psp/middlewares', roles: lists('PSP_MIDDLEWARE') },
      { label: 'sap', route: '/psp/sap', roles: lists('PSP_SAP'), module: 'sap' },
    ],
  },
] satisfies NavigationGroup[]

/** 001 section 2.3: these exist only when the collecting feature is on. */
function collected(label: string, route: string, area: Area): NavigationItem {
  return { label, route, roles: lists(area), withCollecting: true }
}

export const pspNavigation: readonly NavigationGroup[] = groups.map((group) => ({
  ...group,
  items: group.items.map((item) => ({ ...item, pspOnly: true })),
}))

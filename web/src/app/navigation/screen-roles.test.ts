import { merchantRoles, providerRoles, type Role } from '@kontor/contract/roles'
import { describe, expect, it } from 'vitest'
import type { Viewer } from '../../platform/viewer.ts'
import { groupsOf, innerScreens } from '../screens.ts'
import { mayOpen, navigationFor } from './navigation.ts'

// Written by hand from 000 section 6 and 001 sections 2.3, 2.5, 2.10 and 6, and from no part of the program. The role names
// are text, so that a mistake in the contract is not repeated here.

const list = (area: string) => [`${area}_ALL`, `${area}_LIST`]
const statistics = (area: string) => [`${area}_ALL`, `${area}_STATISTICS`]
const onlyAll: string[] = []
const anybody = 'anybody'

type Opens = readonly string[] | typeof anybody

/** Beside USER_ALL, and PSP_ALL for the provider's staff. */
const forMerchants: Readonly<Record<string, Opens>> = {
  '/transactions': list('TRANSACTION'),
  '/transactionsMissed': list('TRANSACTION'),
  '/transactionsDeclined': list('TRANSACTION'),
  '/transactionsTagged': list('TRANSACTION'),
  '/transactionsBlocked': list('TRANSACTION'),
  '/refunds': list('REFUND'),
  '/chargebacks': list('CHARGEBACK'),
  '/payment-links': list('PAYMENT_LINK'),
  '/card-add-links': list('CARD_ADD'),
  '/transactions/scheduled': list('SCHEDULED_TRANSACTION'),
  '/customers': list('CUSTOMER'),
  '/subscriptions/plans': list('PLAN'),
  '/subscriptions': list('SUBSCRIPTION'),
  '/subscriptions/discounts': list('SUBSCRIPTION_DISCOUNT'),
  '/dashboards/transactions': statistics('TRANSACTION'),
  '/dashboards/refunds': statistics('REFUND'),
  '/dashboards/customers': statistics('CUSTOMER'),
  '/customers/rfm': statistics('CUSTOMER'),
  '/dashboards/processor-statistics': list('PROCESSOR'),
  '/insights/dashboards/processor-compare': list('PROCESSOR'),
  // It needs roles of payments and of settlements, so that no other single role is enough.
  '/report': onlyAll,
  '/reports/transactions': list('REPORT'),
  '/reports/schedules': list('REPORT_SCHEDULE'),
  '/report/settlement': list('SETTLEMENT'),
  '/report/transfers': list('SETTLEMENT'),
  '/report/invoices': list('SETTLEMENT'),
  '/report/daily': ['TRANSACTION_LIST'],
  // They need roles of tags and of rulesets.
  '/riskrules': onlyAll,
  '/tagrules': onlyAll,
  '/3dsecure': onlyAll,
  '/intelligent-routing': list('ROUTING'),
  '/apiSettings': anybody,
  '/docs': anybody,
  '/terminals': list('TERMINAL'),
  '/webhook-testing': list('WEBHOOK'),
  '/webhooks': list('WEBHOOK'),
  '/audit-trail': list('AUDITTRAIL'),
  '/organisations': list('ORGANISATION'),
  '/paymentprofiles': list('PAYMENT_PROFILE'),
  '/bank-accounts': list('BANK_ACCOUNT'),
  '/checkout-designs': list('CHECKOUT'),
  '/users': list('PLATFORMUSER'),
  '/tags': list('TAG'),
  '/share-credentials': list('SHARE'),
}

/** Beside PSP_ALL: what the provider's staff have in a merchant's navigation by roles of their own. */
const forStaffOfMerchants: Readonly<Record<string, Opens>> = {
  '/finance/one-offs': list('PSP_ONE_OFF'),
  '/finance/settlement-profiles': list('PSP_SETTLEMENT_PROFILE'),
  '/processor-settlements': list('PSP_PROCESSOR_SETTLEMENT'),
  '/processors': list('PSP_PROCESSOR'),
  '/middlewares': list('PSP_MIDDLEWARE'),
  '/merchant-configuration': onlyAll,
  // They read of one merchant what they read of all of them.
  '/dashboards/processor-statistics': [...list('PROCESSOR'), ...list('PSP_PROCESSOR')],
  '/insights/dashboards/processor-compare': [...list('PROCESSOR'), ...list('PSP_PROCESSOR')],
  '/report/transfers': [...list('SETTLEMENT'), ...list('PSP_SETTLEMENT')],
  // This one is the provider's own (001 section 2.15), which the merchants' role for everything does not open.
  '/share-credentials': list('SHARE'),
}
/** Of those, the ones that are the provider's alone. */
const ofStaffAlone = ['/share-credentials']

/** Beside PSP_ALL, but for the pages of super users. */
const forTheProvider: Readonly<Record<string, Opens>> = {
  '/psp/merchants': list('PSP_MERCHANT'),
  '/psp/transactions': list('TRANSACTION'),
  '/psp/contradictions': list('PSP_PROCESSOR'),
  '/psp/stuck-operations': list('PSP_PROCESSOR'),
  '/psp/bank-accounts': list('PSP_BANK_ACCOUNT'),
  '/psp/reports/daily': ['PSP_REPORT_LIST'],
  '/psp/reports/monthly': ['PSP_REPORT_LIST'],
  '/psp/reports/settlement': list('PSP_SETTLEMENT'),
  '/psp/reports/invoices': list('PSP_SETTLEMENT'),
  '/psp/reports/payment-orders': list('PSP_SETTLEMENT'),
  '/psp/reports/bank-entries': list('PSP_BANK_ACCOUNT'),
  '/psp/reports/client-money': list('PSP_SETTLEMENT'),
  '/psp/pricing/revenue': list('PSP_REVENUESCHEME'),
  '/psp/pricing/cost': list('PSP_COSTSCHEME'),
  '/psp/pricing/reserve': list('PSP_RESERVESCHEME'),
  '/psp/pricing/partner': list('PSP_PARTNERSCHEME'),
  '/psp/pricing/unpriced': list('PSP_SETTLEMENT'),
  '/psp/finance/packages': list('PSP_PACKAGE'),
  '/psp/finance/settlement-schedules': list('PSP_SETTLEMENT_SCHEDULE'),
  '/psp/finance/settings/bank-accounts': list('PSP_BANK_ACCOUNT'),
  '/psp/audit-trail': list('PSP_AUDITTRAIL'),
  '/psp/webhooks': list('WEBHOOK'),
  '/psp/riskrules': onlyAll,
  '/psp/tagrules': onlyAll,
  '/psp/3dsecure': onlyAll,
  '/psp/users': list('PSP_USER'),
  '/psp/welcome-mails': list('PSP_WELCOME'),
  '/psp/api-keys': list('PSP_APIKEY'),
  '/psp/imports': list('PSP_IMPORT'),
  '/psp/tags': list('TAG'),
  '/psp/processor-settlements': list('PSP_PROCESSOR_SETTLEMENT'),
  '/psp/processors': list('PSP_PROCESSOR'),
  '/psp/middlewares': list('PSP_MIDDLEWARE'),
  '/psp/sap': list('PSP_SAP'),
}
const forSuperUsers = ['/psp/admin/cache', '/psp/admin/status-updates', '/psp/admin/settlement-updates']

/** Pages that others lead to, beside USER_ALL and PSP_ALL, or PSP_ALL alone. */
const inner: Readonly<Record<string, Opens>> = {
  '/intelligent-routing/new': ['ROUTING_ALL', 'ROUTING_CREATE'],
  '/intelligent-routing/$routeId': ['ROUTING_ALL', 'ROUTING_UPDATE'],
  '/checkout-designs/new': ['CHECKOUT_ALL', 'CHECKOUT_CREATE'],
  '/checkout-designs/$checkoutId': ['CHECKOUT_ALL', 'CHECKOUT_UPDATE'],
  '/profile': anybody,
}

const viewer = (psp: boolean, roles: Role[]): Viewer => ({
  ...{ id: 'u1', email: 'ada@example.com', name: 'Ada', psp, roles, time_zone: 'Europe/Amsterdam' },
  ...(psp
    ? { organisation: null, merchant: null, merchant_name: null }
    : { organisation: 'm1', merchant: 'm1', merchant_name: 'Shop' }),
  modules: ['collecting', 'sap', 'subscriptions', 'terminals'],
})
const seen = (of: Viewer, isMerchantView: boolean) =>
  groupsOf(navigationFor(of, isMerchantView))
    .flatMap(({ items }) => items)
    .map(({ route }) => route)
const openTo = (role: string, table: Readonly<Record<string, Opens>>, always: readonly string[]) =>
  Object.entries(table).flatMap(([route, opens]) =>
    opens === anybody || always.includes(role) || opens.includes(role) ? [route] : [],
  )
const staffRoles = [...providerRoles, ...merchantRoles]

/** What the navigation shows and the tables do not say, and the other way round, for each role alone. */
function differences(roles: readonly Role[], shown: (role: Role) => string[], specified: (role: Role) => string[]) {
  return roles.flatMap((role) => {
    const [seen, said] = [shown(role), specified(role)]
    return [
      ...seen.filter((route) => !said.includes(route)).map((route) => `${role} sees ${route}`),
      ...said.filter((route) => !seen.includes(route)).map((route) => `${role} lacks ${route}`),
    ]
  })
}

describe('the screens of somebody with one role alone', () => {
  it('are for a merchant’s user those of the specification', () => {
    const shown = (role: Role) => seen(viewer(false, [role]), true)
    expect(differences(merchantRoles, shown, (role) => openTo(role, forMerchants, ['USER_ALL']))).toEqual([])
  })

  it('are for the provider’s staff those of the specification, and the pages of super users for these alone', () => {
    const shown = (role: Role) => seen(viewer(true, [role]), false)
    const specified = (role: Role) => [
      ...openTo(role, forTheProvider, ['PSP_ALL']),
      ...(role === 'PSP_SUPER' ? forSuperUsers : []),
    ]
    expect(differences(staffRoles, shown, specified)).toEqual([])
  })

  it('are for staff in the view of a merchant the merchant’s, and those of the provider there', () => {
    const shown = (role: Role) => seen(viewer(true, [role]), true)
    const specified = (role: Role) => [
      ...openTo(role, forMerchants, ['USER_ALL', 'PSP_ALL']).filter((route) => !ofStaffAlone.includes(route)),
      ...openTo(role, forStaffOfMerchants, ['PSP_ALL']),
    ]
    expect(differences(staffRoles, shown, specified)).toEqual([])
  })

  it.each([false, true])('begin with forms for those who may create or change (staff: %s)', (psp) => {
    const shown = (role: Role) =>
      innerScreens
        .filter(({ route }) => route in inner)
        .flatMap((screen) => (mayOpen(screen, viewer(psp, [role])) ? [screen.route] : []))
    const specified = (role: Role) => openTo(role, inner, psp ? ['USER_ALL', 'PSP_ALL'] : ['USER_ALL'])
    expect(differences(psp ? staffRoles : merchantRoles, shown, specified)).toEqual([])
  })
})

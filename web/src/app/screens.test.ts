import { endpoints } from '@kontor/contract/endpoints'
import { entities } from '@kontor/contract/entities'
import { attentionItems } from '@kontor/contract/home/attention.rules'
import { isAllowed } from '@kontor/contract/roles'
import { describe, expect, it } from 'vitest'
import { stepRoutes } from '../home/step-routes.ts'
import { cleanSearch } from '../platform/list/address/clean-search.ts'
import type { Screen } from '../platform/screen/screen.ts'
import { entityNamed, requirementOf } from './navigation/navigation.ts'
import {
  groupsOf,
  innerScreens,
  merchantNavigation,
  navigationItems,
  openScreens,
  pspNavigation,
  type Section,
} from './screens.ts'

// The groups and entries of 001 section 2.15, in its order. The contradictions, the stuck operations and a merchant's own
// trail are ours (docs/adr/0080, 0081, 0119), and so is the list of transfers (docs/adr/0150).
const ofMerchants = `
  /transactions /transactionsMissed /transactionsDeclined /transactionsTagged /transactionsBlocked /refunds /chargebacks
  /payment-links /card-add-links /transactions/scheduled
  /customers
  /subscriptions/plans /subscriptions /subscriptions/discounts
  /dashboards/transactions /dashboards/refunds /dashboards/customers /customers/rfm /dashboards/processor-statistics /insights/dashboards/processor-compare
  /report /reports/transactions /reports/schedules
  /report/settlement /report/transfers /report/invoices /report/daily /finance/one-offs /finance/settlement-profiles
  /riskrules /tagrules /3dsecure /intelligent-routing
  /apiSettings /terminals /docs /webhook-testing /webhooks /audit-trail
  /processor-settlements /processors /middlewares /merchant-configuration /share-credentials
  /organisations /paymentprofiles /bank-accounts /checkout-designs /users /tags /share-credentials
`
const ofTheProvider = `
  /psp/merchants /psp/transactions /psp/contradictions /psp/stuck-operations /psp/bank-accounts
  /psp/reports/daily /psp/reports/monthly /psp/reports/settlement /psp/reports/invoices /psp/reports/payment-orders /psp/reports/bank-entries /psp/reports/client-money
  /psp/pricing/revenue /psp/pricing/cost /psp/pricing/reserve /psp/pricing/partner /psp/pricing/unpriced
  /psp/finance/packages /psp/finance/settlement-schedules /psp/finance/settings/bank-accounts
  /psp/audit-trail /psp/webhooks /psp/riskrules /psp/tagrules /psp/3dsecure
  /psp/admin/cache /psp/admin/status-updates /psp/admin/settlement-updates
  /psp/users /psp/welcome-mails /psp/api-keys /psp/imports /psp/tags
  /psp/processor-settlements /psp/processors /psp/middlewares /psp/sap
`
/** Lists without a screen of their own, with the screen that shows them. */
const withoutScreen = {
  // The customer's panel shows the customer's cards.
  card: '/customers',
  // Reports are an accordion, not a table (000 section 2).
  report: '/reports/transactions',
}

const screens: readonly Screen[] = [...navigationItems, ...innerScreens]
const lists = openScreens.filter((screen) => screen.kind === 'list')

describe('the navigation', () => {
  it.each([
    ['of merchants', merchantNavigation, ofMerchants],
    ['of the provider', pspNavigation, ofTheProvider],
  ])('%s has every entry of the specification, in its order', (_, sections: readonly Section[], specified) => {
    expect(groupsOf(sections).map(({ items }) => items.map(({ route }) => route))).toEqual(linesOf(specified))
  })

  it('of merchants has the two levels of the specification, whose first level is a group itself where it has no second', () => {
    expect(merchantNavigation.map(({ label, groups }) => [label, groups.map((group) => group.label)])).toEqual([
      ['payments', ['transactions', 'creations', 'customers', 'subscriptions']],
      ['insights', ['dashboards', 'reports']],
      [undefined, ['finance', 'risk', 'developers', 'provider_only', 'settings']],
    ])
  })

  it('of the provider is for its staff alone', () => {
    expect(
      groupsOf(pspNavigation)
        .flatMap(({ items }) => items)
        .filter(({ pspOnly }) => !pspOnly),
    ).toEqual([])
  })
})

describe('a description', () => {
  const files = import.meta.glob<Record<string, Screen>>('../**/*.screen.ts', { eager: true })

  it.each(Object.entries(files))('in %s stands among the screens', (_, described) => {
    const known = screens.map(({ route, label, kind }) => ({ route, label, kind }))
    for (const { route, label, kind } of Object.values(described)) expect(known).toContainEqual({ route, label, kind })
  })

  it('says who may open the screen', () => {
    for (const screen of screens) expect(requirementOf(screen).length, screen.route).toBeGreaterThan(0)
  })

  it('of a list begins with filters that its entity knows', () => {
    for (const { route, entity, initial, fixed } of lists)
      expect(cleanSearch(entityNamed(entity), { ...initial, ...fixed }).dropped, route).toEqual([])
  })

  it('offers its form to those who may send it, and to nobody else', () => {
    const creating = endpoints.filter(
      ({ name }) => name.startsWith('create-') || ['refund-transaction', 'invite-users'].includes(name),
    )
    for (const { route, entity, add } of lists.filter(({ add }) => add)) {
      const asked = add?.roles ?? entityNamed(entity).roles.create
      const sent = creating.filter(({ changes, access }) => changes.includes(entity) && access !== 'anyone')
      expect(
        sent.map(({ access }) => access),
        route,
      ).toContainEqual(asked)
    }
  })

  it('names as parameters of the page none that the list has already', () => {
    for (const { route, entity, parameters = [] } of lists)
      for (const name of parameters) {
        expect(name, route).not.toMatch(/^(_.*|tab)$/)
        expect(Object.keys(entityNamed(entity).filters), route).not.toContain(name.replace(/\[\]$|[<>]$/, ''))
      }
  })
})

it('every entity has a screen, will have one, or is named as having none', () => {
  const told = new Set(navigationItems.filter(({ kind }) => kind !== 'page').map(({ entity }) => entity))
  const untold = entities.map(({ name }) => name).filter((name) => !told.has(name))
  expect(untold.sort()).toEqual(Object.keys(withoutScreen).sort())
  const shown = navigationItems.map(({ route }) => route)
  for (const place of Object.values(withoutScreen)) expect(shown).toContain(place)
})

it('every first step leads to a screen that there is', () => {
  const open = openScreens.map(({ route }) => route)
  for (const route of Object.values(stepRoutes)) expect(open).toContain(route)
})

it('what waits for a person has a list among the entries of merchants, unless it is the provider’s own, and at most one among the provider’s', () => {
  // A screen under two entries is for the provider's staff under one, and for merchants under the other.
  const waitingIn = (sections: readonly Section[]) => {
    const items = groupsOf(sections).flatMap((group) => group.items)
    return [...new Map(items.map(({ route, attention }) => [route, attention])).values()].flatMap((each) => each ?? [])
  }
  const ofMerchant = waitingIn(merchantNavigation)
  expect([...new Set([...ofMerchant, ...waitingIn(pspNavigation)])].sort()).toEqual([...attentionItems].sort())
  expect(ofMerchant).toEqual([...new Set(ofMerchant)])
  for (const { attention, entity, roles } of lists)
    if (attention && !ofMerchant.includes(attention))
      expect(isAllowed(roles ?? entityNamed(entity).roles.list, ['USER_ALL'])).toBe(false)
  expect(waitingIn(pspNavigation).sort()).toEqual([...new Set(waitingIn(pspNavigation))].sort())
})

it('no two screens have one route, but those of which one is for merchants and one for the provider', () => {
  const routes = screens.map(({ route }) => route)
  const twice = screens.filter(({ route }, at) => routes.indexOf(route) !== at).map(({ route }) => route)
  expect(twice).toEqual(['/share-credentials'])
  const both = screens.filter(({ route }) => twice.includes(route))
  expect(both.map(({ pspOnly = false, merchantOnly = false }) => [pspOnly, merchantOnly])).toEqual([
    [true, false],
    [false, true],
  ])
})

const linesOf = (text: string): string[][] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(' '))

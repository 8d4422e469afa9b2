import { attentionItems } from '@kontor/contract/home/attention.rules'
import { type Role, roleNamed } from '@kontor/contract/roles'
import { describe, expect, it } from 'vitest'
import type { Viewer } from '../../platform/viewer.ts'
import { navigationItems } from '../screens.ts'
import { mayOpen, screenAt, screensFor } from './navigation.ts'

/** Of an installation with these optional parts; the others belong to each of them. */
const viewer = (psp: boolean, roles: Role[], modules: string[] = []): Viewer => ({
  id: 'u1',
  email: 'ada@example.com',
  name: 'Ada',
  psp,
  roles,
  organisation: psp ? null : 'm1',
  merchant: psp ? null : 'm1',
  merchant_name: psp ? null : 'Shop',
  time_zone: 'Europe/Amsterdam',
  modules: ['subscriptions', 'terminals', ...modules],
})
const routesWith = (given: Viewer) => navigationItems.filter((item) => mayOpen(item, given)).map(({ route }) => route)

describe('the optional parts of the product', () => {
  it('are there where the configuration has them, and nowhere else', () => {
    const without = routesWith(viewer(true, ['PSP_ALL']))
    const withSap = routesWith(viewer(true, ['PSP_ALL'], ['sap']))
    expect(without).not.toContain('/psp/sap')
    expect(withSap.filter((route) => !without.includes(route))).toEqual(['/psp/sap'])
  })

  it('with collecting are the prices and the finances of the provider', () => {
    const without = routesWith(viewer(true, ['PSP_ALL']))
    const collecting = routesWith(viewer(true, ['PSP_ALL'], ['collecting']))
    expect(collecting.filter((route) => !without.includes(route))).toEqual([
      '/psp/bank-accounts',
      '/psp/reports/settlement',
      '/psp/reports/invoices',
      '/psp/reports/payment-orders',
      '/psp/reports/bank-entries',
      '/psp/reports/client-money',
      '/psp/pricing/revenue',
      '/psp/pricing/cost',
      '/psp/pricing/reserve',
      '/psp/pricing/partner',
      '/psp/pricing/unpriced',
      '/psp/finance/packages',
      '/psp/finance/settlement-schedules',
      '/psp/finance/settings/bank-accounts',
      '/report',
      '/report/settlement',
      '/report/transfers',
      '/report/invoices',
      '/finance/one-offs',
      '/finance/settlement-profiles',
      '/bank-accounts',
    ])
  })

  it('are not there for a merchant that lacks them, whose screens are those of their entities', () => {
    const whole = viewer(false, ['USER_ALL'], ['collecting'])
    const lacked = (...lacks: string[]) => {
      const open = routesWith({ ...whole, modules: whole.modules.filter((module) => !lacks.includes(module)) })
      return routesWith(whole).filter((route) => !open.includes(route))
    }
    expect(lacked('subscriptions')).toEqual(['/subscriptions/plans', '/subscriptions', '/subscriptions/discounts'])
    expect(lacked('terminals')).toEqual(['/terminals'])
    expect(lacked('collecting')).toEqual(
      expect.arrayContaining([
        '/report',
        '/report/settlement',
        '/report/transfers',
        '/report/invoices',
        '/bank-accounts',
      ]),
    )
  })

  it('with collecting are the settlement updates of super users', () => {
    const settlementUpdates = screenAt('/psp/admin/settlement-updates')
    expect(mayOpen(settlementUpdates, viewer(true, ['PSP_ALL', 'PSP_SUPER']))).toBe(false)
    expect(mayOpen(settlementUpdates, viewer(true, ['PSP_ALL', 'PSP_SUPER'], ['collecting']))).toBe(true)
  })

  it.each(['REVENUE', 'COST', 'RESERVE', 'PARTNER'] as const)(
    'with collecting are the prices of type %s, by both spellings of their roles (money check 25)',
    (type) => {
      const screen = screenAt(`/psp/pricing/${type.toLowerCase()}`)
      const opens = (role: string, modules = ['collecting']) => {
        const known = roleNamed(role)
        if (!known) throw new Error(`no role ${role}`)
        return mayOpen(screen, viewer(true, [known], modules))
      }
      const other = type === 'COST' ? 'REVENUE' : 'COST'
      expect([opens(`PSP_1${type}SCHEME_ALL`), opens(`PSP_${type}SCHEME_LIST`)]).toEqual([true, true])
      expect(opens(`PSP_${other}SCHEME_LIST`)).toBe(false)
      expect(opens(`PSP_${type}SCHEME_LIST`, [])).toBe(false)
      expect(screen).toMatchObject({ initial: { active: 'true', visible: 'true' } })
    },
  )
})

describe('the screens over all merchants', () => {
  const routes = (given: Viewer) => screensFor(given, false).map(({ route }) => route)

  it('are for the provider also the statistics, and each list in which something waits, once', () => {
    const all = screensFor(viewer(true, ['PSP_ALL', 'PSP_SUPER'], ['collecting']), false)
    expect(all.flatMap(({ attention }) => attention ?? []).sort()).toEqual([...attentionItems].sort())
    expect(all.map(({ route }) => route)).toEqual(
      expect.arrayContaining(['/', '/psp/webhooks', '/chargebacks', '/dashboards/refunds']),
    )
    expect(routes(viewer(true, ['PSP_ALL']))).not.toContain('/webhooks')
    expect(routes(viewer(true, ['CHARGEBACK_LIST']))).not.toContain('/subscriptions')
  })

  it('are for a merchant’s user those of the navigation, after the first screen', () => {
    expect(routes(viewer(false, []))).toEqual(['/', '/apiSettings', '/docs'])
  })
})

describe('a screen', () => {
  it('of super users opens for them alone', () => {
    expect(mayOpen(screenAt('/psp/admin/cache'), viewer(true, ['PSP_ALL']))).toBe(false)
    expect(mayOpen(screenAt('/psp/admin/cache'), viewer(true, ['PSP_ALL', 'PSP_SUPER']))).toBe(true)
  })

  it('of the provider opens for no merchant, whatever roles it was given', () => {
    const merchant = viewer(false, ['USER_ALL', 'PSP_ALL', 'PSP_SUPER'], ['sap', 'host2host', 'collecting'])
    const open = navigationItems.filter((item) => mayOpen(item, merchant))
    expect(open.filter(({ pspOnly, superOnly }) => pspOnly || superOnly)).toEqual([])
    expect(open.map(({ route }) => route)).toContain('/transactions')
  })

  it('that stands in two places is found in the one that is the viewer’s', () => {
    expect(screenAt('/share-credentials', viewer(true, ['PSP_ALL'])).pspOnly).toBe(true)
    expect(screenAt('/share-credentials', viewer(false, ['USER_ALL'])).merchantOnly).toBe(true)
    // Whoever lacks its role hears of the role, and not that it is the provider's.
    expect(screenAt('/share-credentials', viewer(false, ['TAG_LIST'])).merchantOnly).toBe(true)
  })

  it('on risk asks for both kinds of roles, or for all', () => {
    const opens = (...roles: Role[]) => mayOpen(screenAt('/riskrules'), viewer(false, roles))
    expect(opens('USER_ALL')).toBe(true)
    expect(opens('TAG_LIST', 'VALIDATION_RULESET_LIST')).toBe(true)
    for (const alone of ['TAG_ALL', 'TAG_LIST', 'VALIDATION_RULESET_ALL', 'VALIDATION_RULESET_LIST'] as const)
      expect(opens(alone)).toBe(false)
  })
})

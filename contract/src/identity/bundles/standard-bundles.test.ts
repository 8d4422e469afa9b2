import { expect, it } from 'vitest'
import { roles as everyRole, merchantRoles } from '../../roles.ts'
import { standardBundles } from './standard-bundles.ts'

it('the bundles that come with Kontor have a name, a sentence and each role once, in both languages', () => {
  for (const bundles of Object.values(standardBundles)) {
    expect(bundles.map(({ id }) => id)).toEqual(['owner', 'finance', 'support', 'developer', 'read_only'])
    for (const { name, description, roles } of bundles) {
      for (const words of [name, description]) expect(words.nl).not.toBe(words['en-US'])
      expect(description.nl).toMatch(/\.$/)
      expect(description['en-US']).toMatch(/\.$/)
      expect(roles.length - new Set(roles).size).toBe(0)
      expect(roles.length).toBeGreaterThan(0)
    }
  }
})

it('the bundles for a merchant’s users have no role of the provider, and the one to read changes nothing', () => {
  for (const { roles } of standardBundles.merchant)
    expect(roles.filter((role) => !merchantRoles.includes(role))).toEqual([])
  for (const bundles of Object.values(standardBundles))
    expect(bundles.at(-1)?.roles.filter((role) => !/_(LIST|STATISTICS)$/.test(role))).toEqual([])
})

it('the bundle to read sees every list: of a merchant, and for the provider’s staff of the provider as well', () => {
  const lists = (roles: readonly string[]) => roles.filter((role) => role.endsWith('_LIST')).sort()
  expect(lists(standardBundles.merchant.at(-1)?.roles ?? [])).toEqual(lists(merchantRoles))
  expect(lists(standardBundles.provider.at(-1)?.roles ?? [])).toEqual(lists(everyRole))
})

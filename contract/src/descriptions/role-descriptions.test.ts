import { describe, expect, it } from 'vitest'
import {
  financialReportRoles,
  isAllowed,
  merchantAreas,
  providerAreas,
  riskRulesetRoles,
  roleNamed,
  roles,
} from '../roles.ts'
import { aboutArea, describeRole } from './role-descriptions.ts'

describe('the description of a role', () => {
  it.each(['nl', 'en-US'] as const)('is in words of its own, in %s', (language) => {
    const texts = roles.map((role) => describeRole(role, language))
    expect(texts.filter((text) => /[A-Z]{2}_/.test(text) || text.length < 8)).toEqual([])
    expect(texts.length - new Set(texts).size).toBe(0)
  })

  it('does not take a longer area for a verb of a shorter one', () =>
    expect(describeRole('SUBSCRIPTION_DISCOUNT_LIST', 'en-US')).toBe('Views subscription discounts'))
})

describe('the words about an area', () => {
  it.each(['nl', 'en-US'] as const)('are a sentence of its own, in %s', (language) => {
    const texts = [...merchantAreas, ...providerAreas].map((area) => aboutArea(area, language))
    expect(texts.filter((text) => text.length < 12 || !text.endsWith('.') || /[A-Z]{2}_/.test(text))).toEqual([])
    expect(texts.length - new Set(texts).size).toBe(0)
  })
})

describe('a requirement of both', () => {
  it.each([
    [financialReportRoles, 'TRANSACTION', 'SETTLEMENT'],
    [riskRulesetRoles, 'TAG', 'VALIDATION_RULESET'],
  ] as const)('is not met by one, nor by the list of one and all of the other', (requirement, one, other) => {
    for (const name of [`${one}_ALL`, `${other}_ALL`, `${one}_LIST`, `${other}_LIST`])
      expect(isAllowed(requirement, [name])).toBe(false)
    expect(isAllowed(requirement, [`${one}_ALL`, `${other}_LIST`])).toBe(false)
    expect(isAllowed(requirement, [`${one}_LIST`, `${other}_LIST`])).toBe(true)
    expect(isAllowed(requirement, [`${one}_ALL`, `${other}_ALL`])).toBe(true)
    expect(isAllowed(requirement, ['USER_ALL'])).toBe(true)
  })
})

describe('odd spellings', () => {
  it.each([
    ['TRANSACTON_LIST', 'TRANSACTION_LIST'],
    ['PSP_1REVENUESCHEME_ALL', 'PSP_REVENUESCHEME_ALL'],
    ['PSP_WELCOME_MAIL_UPDATE', 'PSP_WELCOME_UPDATE'],
    ['PSP_SCHEDULE_LIST', 'PSP_SETTLEMENT_SCHEDULE_LIST'],
    ['CARD_ADD_LINK_LIST', 'CARD_ADD_LIST'],
    ['DISCOUNT_CREATE', 'SUBSCRIPTION_DISCOUNT_CREATE'],
  ])('%s is %s', (odd, name) => expect(roleNamed(odd)).toBe(name))
})

import { describe, expect, it } from 'vitest'
import { entities } from './entities.ts'
import {
  allOf,
  anyOf,
  anyone,
  either,
  grantableRoles,
  heldRoles,
  includedRoles,
  isAllowed,
  lackedRoles,
  merchantRoles,
  providerRoles,
  type Role,
  roleAliases,
  roleNamed,
  roles,
} from './roles.ts'

const may = (requirement: Parameters<typeof isAllowed>[0], ...names: string[]) =>
  isAllowed(
    requirement,
    names.map(roleNamed).filter((role) => role !== undefined),
  )
const requirements = entities.flatMap(({ roles: of }) => [of.list, of.create, of.update, of.delete])

describe('role names', () => {
  it('are unique, and either a merchant’s or the provider’s', () => {
    expect(new Set(roles).size).toBe(roles.length)
    expect(merchantRoles.filter((role) => providerRoles.includes(role))).toEqual([])
    expect(providerRoles.every((role) => role.startsWith('PSP_'))).toBe(true)
  })

  it.each(Object.entries(roleAliases))('%s grants what %s grants, and nothing more', (alias, role) => {
    expect(roleNamed(alias)).toBe(role)
    for (const requirement of requirements) expect(may(requirement, alias)).toBe(may(requirement, role))
  })

  it('lists transactions by the misspelt name, and does nothing else', () => {
    const transaction = entities.find(({ name }) => name === 'transaction')?.roles
    expect(may(transaction?.list ?? [], 'TRANSACTON_LIST')).toBe(true)
    expect(requirements.filter((requirement) => may(requirement, 'TRANSACTON_LIST'))).toEqual([transaction?.list])
  })

  it.each(['', 'ADMIN', 'user_all', 'USER_ALL ', 'toString', 'constructor', '__proto__', 'hasOwnProperty'])(
    'does not know "%s"',
    (name) => expect(roleNamed(name)).toBeUndefined(),
  )
})

describe('the roles that are held', () => {
  it('are the known ones, and of a merchant’s user a merchant’s alone', () => {
    const stored = ['TRANSACTON_LIST', 'PSP_ALL', 'REFUND_LIST', 'NONSENSE', 'PSP_MERCHANT_UPDATE']
    expect(heldRoles(stored, 'merchant')).toEqual(['TRANSACTION_LIST', 'REFUND_LIST'])
    expect(heldRoles(stored, 'provider')).toEqual(['TRANSACTION_LIST', 'PSP_ALL', 'REFUND_LIST', 'PSP_MERCHANT_UPDATE'])
  })
})

describe('the roles that a holder cannot pass on', () => {
  it.each([
    [['USER_ALL'], ['USER_ALL', 'REFUND_ALL', 'TAG_LIST'], []],
    [['USER_ALL'], ['PSP_ALL', 'PSP_USER_LIST', 'TAG_LIST'], ['PSP_ALL', 'PSP_USER_LIST']],
    [['PSP_ALL'], ['PSP_ALL', 'PSP_USER_ALL', 'USER_ALL', 'PSP_SUPER'], ['PSP_SUPER']],
    [['PSP_ALL', 'PSP_SUPER'], ['PSP_SUPER'], []],
    [['PSP_SUPER'], ['PSP_SUPER', 'PSP_ALL'], ['PSP_ALL']],
    [['REFUND_ALL', 'PSP_USER_ALL'], ['REFUND_CREATE', 'PSP_USER_LIST', 'PSP_IMPORT_LIST'], ['PSP_IMPORT_LIST']],
    [['REFUND_LIST'], ['REFUND_LIST', 'REFUND_ALL'], ['REFUND_ALL']],
  ] as [Role[], Role[], Role[]][])('of %j, among %j, are %j', (held, wanted, lacked) => {
    expect(lackedRoles(held, wanted)).toEqual(lacked)
  })
})

describe('granting', () => {
  it('gives on what is held, and what a role for everything includes', () => {
    expect(lackedRoles(['REFUND_ALL', 'TAG_LIST'], ['REFUND_CREATE', 'TAG_LIST', 'TAG_ALL', 'PLAN_LIST'])).toEqual([
      'TAG_ALL',
      'PLAN_LIST',
    ])
    expect(lackedRoles(['PSP_USER_ALL'], ['PSP_USER_LIST', 'PSP_ALL'])).toEqual(['PSP_ALL'])
    expect(lackedRoles(['USER_ALL'], merchantRoles)).toEqual([])
  })

  it('gives a role of the provider to nobody by the merchants’ role for everything', () => {
    expect(lackedRoles(['USER_ALL'], ['PSP_MERCHANT_LIST', 'PSP_ALL'])).toEqual(['PSP_MERCHANT_LIST', 'PSP_ALL'])
    expect(grantableRoles(['PSP_ALL'], 'merchant')).toEqual(merchantRoles)
  })

  it('of the role of super users takes a super user', () => {
    expect(grantableRoles(['PSP_ALL'], 'provider')).toEqual(roles.filter((role) => role !== 'PSP_SUPER'))
    expect(grantableRoles(['PSP_ALL', 'PSP_SUPER'], 'provider')).toEqual(roles)
  })

  it('knows what a role includes, which is nothing for a role of one verb', () => {
    expect(includedRoles('TAG_ALL')).toEqual(['TAG_LIST', 'TAG_CREATE', 'TAG_UPDATE', 'TAG_DELETE', 'TAG_STATISTICS'])
    expect(includedRoles('SUBSCRIPTION_ALL')).not.toContain('SUBSCRIPTION_DISCOUNT_ALL')
    expect(includedRoles('TAG_LIST')).toEqual([])
  })
})

describe('a requirement', () => {
  it('of any is met by one, of all only by all, of anyone by nobody in particular', () => {
    expect(isAllowed(anyOf('TAG_ALL', 'TAG_LIST'), ['TAG_LIST'])).toBe(true)
    expect(isAllowed(allOf('TAG_ALL', 'TAG_LIST'), ['TAG_LIST'])).toBe(false)
    expect(isAllowed(allOf('TAG_ALL', 'TAG_LIST'), ['TAG_LIST', 'TAG_ALL'])).toBe(true)
    expect(isAllowed(either(allOf('TAG_ALL', 'TAG_LIST'), anyOf('USER_ALL')), ['USER_ALL'])).toBe(true)
    expect(isAllowed(anyone, [])).toBe(true)
    expect(isAllowed([], ['USER_ALL', 'PSP_ALL'])).toBe(false)
  })

  it('of the provider’s own entities is never met by a role that a merchant’s user can hold', () => {
    for (const { resource, roles: of } of entities.filter((entity) => entity.resource.startsWith('psp/')))
      expect([resource, isAllowed(of.list, merchantRoles)]).toEqual([resource, false])
  })

  // Cards belong to customers: the roles of customers show them.
  const areasOf: Record<string, string> = {
    merchant: 'PSP_MERCHANT',
    card: 'CUSTOMER',
    contradiction: 'PSP_PROCESSOR',
    api_key: 'PSP_APIKEY',
    user: 'PLATFORMUSER',
    welcome_mail: 'PSP_WELCOME',
    revenue_scheme: 'PSP_REVENUESCHEME',
    cost_scheme: 'PSP_COSTSCHEME',
    reserve_scheme: 'PSP_RESERVESCHEME',
    partner_scheme: 'PSP_PARTNERSCHEME',
    import: 'PSP_IMPORT',
    middleware: 'PSP_MIDDLEWARE',
    processor_settlement: 'PSP_PROCESSOR_SETTLEMENT',
    stuck_operation: 'PSP_PROCESSOR',
    one_off: 'PSP_ONE_OFF',
    audit_trail_item: 'AUDITTRAIL',
    psp_audit_trail_item: 'PSP_AUDITTRAIL',
    settlement_profile: 'PSP_SETTLEMENT_PROFILE',
    payment_order: 'PSP_SETTLEMENT',
    bank_entry: 'PSP_BANK_ACCOUNT',
    client_money_day: 'PSP_SETTLEMENT',
    invoice: 'PSP_SETTLEMENT',
    sap_batch: 'PSP_SAP',
    settlement_schedule: 'PSP_SETTLEMENT_SCHEDULE',
    package: 'PSP_PACKAGE',
  }

  // Super users alone: no area has a part of it.
  const ofSuperUsers = ['status_update', 'settlement_update']
  it('of what belongs to super users is met by no other role', () => {
    for (const { name, roles: of } of entities.filter((entity) => ofSuperUsers.includes(entity.name)))
      for (const requirement of Object.values(of))
        expect([name, roles.filter((role) => isAllowed(requirement, [role]))]).toEqual([name, ['PSP_SUPER']])
  })

  // Rulesets need roles of two areas.
  const ofTwoAreas = ['validation_ruleset']
  it('of what needs two areas is met by no role of one, but by those for everything', () => {
    for (const { name, roles: of } of entities.filter((entity) => ofTwoAreas.includes(entity.name)))
      for (const requirement of Object.values(of))
        expect([name, roles.filter((role) => isAllowed(requirement, [role]))]).toEqual([name, ['USER_ALL', 'PSP_ALL']])
  })

  const ofOneArea = entities.filter(({ name }) => ![...ofSuperUsers, ...ofTwoAreas].includes(name))
  it.each(ofOneArea.map((entity) => [entity.name, entity.roles] as const))(
    'of %s is met by the verb’s own role for that verb alone',
    (name, of) => {
      const own = { list: 'LIST', create: 'CREATE', update: 'UPDATE', delete: 'DELETE' } as const
      const area = areasOf[name] ?? name.toUpperCase()
      for (const [verb, suffix] of Object.entries(own)) {
        const allowed = Object.entries(of).filter(([, requirement]) => may(requirement, `${area}_${suffix}`))
        // A row alone may be read by those who change it, too.
        expect(allowed.map(([key]) => key).filter((key) => key !== 'get')).toEqual([verb])
        expect(may(of[verb as keyof typeof own], `${area}_ALL`)).toBe(true)
        expect(may(of[verb as keyof typeof own], 'PSP_ALL')).toBe(true)
      }
    },
  )
})

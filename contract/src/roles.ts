/**
 * All role names, and the requirements of routes. The specification's pattern is `{AREA}_ALL`, `_LIST`, `_CREATE`,
 * `_UPDATE`, `_DELETE`, `_STATISTICS`; USER_ALL stands for everything of a merchant, PSP_ALL for everything of the
 * provider.
 */

const verbs = ['ALL', 'LIST', 'CREATE', 'UPDATE', 'DELETE', 'STATISTICS'] as const
type Verb = (typeof verbs)[number]

/** Areas whose roles a merchant's user may hold. Provider staff may hold them too, and then reach every merchant. */
export const merchantAreas = [
  'TRANSACTION',
  'REFUND',
  'CHARGEBACK',
  'CUSTOMER',
  'PAYMENT_LINK',
  'CARD_ADD',
  'SCHEDULED_TRANSACTION',
  'PLAN',
  'SUBSCRIPTION',
  'SUBSCRIPTION_DISCOUNT',
  'REPORT',
  'REPORT_SCHEDULE',
  'SETTLEMENT',
  'TAG',
  'VALIDATION_RULESET',
  'ROUTING',
  'TERMINAL',
  'WEBHOOK',
  'ORGANISATION',
  'PAYMENT_PROFILE',
  'PROCESSOR',
  'BANK_ACCOUNT',
  'CHECKOUT',
  'PLATFORMUSER',
  'SHARE',
  'AUDITTRAIL',
] as const

export const providerAreas = [
  'PSP_MERCHANT',
  'PSP_REPORT',
  'PSP_SETTLEMENT',
  'PSP_REVENUESCHEME',
  'PSP_COSTSCHEME',
  'PSP_RESERVESCHEME',
  'PSP_PARTNERSCHEME',
  'PSP_PACKAGE',
  'PSP_ONE_OFF',
  'PSP_SETTLEMENT_PROFILE',
  'PSP_SETTLEMENT_SCHEDULE',
  'PSP_BANK_ACCOUNT',
  'PSP_AUDITTRAIL',
  'PSP_PROCESSOR',
  'PSP_PROCESSOR_SETTLEMENT',
  'PSP_MIDDLEWARE',
  'PSP_SAP',
  'PSP_USER',
  'PSP_WELCOME',
  'PSP_IMPORT',
  'PSP_APIKEY',
] as const

export type Area = (typeof merchantAreas)[number] | (typeof providerAreas)[number]
export type Role = 'USER_ALL' | 'PSP_ALL' | 'PSP_SUPER' | `${Area}_${Verb}`

const rolesOf = (areas: readonly Area[]): Role[] =>
  areas.flatMap((area) => verbs.map((verb) => `${area}_${verb}` as const))

export const merchantRoles: readonly Role[] = ['USER_ALL', ...rolesOf(merchantAreas)]
export const providerRoles: readonly Role[] = ['PSP_ALL', 'PSP_SUPER', ...rolesOf(providerAreas)]
export const roles: readonly Role[] = [...merchantRoles, ...providerRoles]

/** Second names of areas: the specifications use one name for a route and another for the menu or another route. */
const areaAliases: Readonly<Record<string, Area>> = {
  CARD_ADD_LINK: 'CARD_ADD',
  DISCOUNT: 'SUBSCRIPTION_DISCOUNT',
  PSP_TRANSACTION: 'TRANSACTION',
  PSP_TAG: 'TAG',
  PSP_SHARE: 'SHARE',
  PSP_SCHEDULE: 'PSP_SETTLEMENT_SCHEDULE',
  PSP_WELCOME_MAIL: 'PSP_WELCOME',
  PSP_1REVENUESCHEME: 'PSP_REVENUESCHEME',
  PSP_1COSTSCHEME: 'PSP_COSTSCHEME',
  PSP_1RESERVESCHEME: 'PSP_RESERVESCHEME',
  PSP_1PARTNERSCHEME: 'PSP_PARTNERSCHEME',
}

/** Both spellings mean the same role; only the name on the right is stored and shown. */
export const roleAliases: Readonly<Record<string, Role>> = {
  // The spelling of specification 000, section 6.
  TRANSACTON_LIST: 'TRANSACTION_LIST',
  ...Object.fromEntries(
    Object.entries(areaAliases).flatMap(([alias, area]) =>
      verbs.map((verb): [string, Role] => [`${alias}_${verb}`, `${area}_${verb}`]),
    ),
  ),
}

/** The role of a stored or written name; undefined when there is none. */
export function roleNamed(name: string): Role | undefined {
  const meant = Object.hasOwn(roleAliases, name) ? roleAliases[name] : name
  return roles.find((role) => role === meant)
}

/**
 * The roles that stored names give. A merchant's user or key gets only a merchant's roles, whatever names are stored: a
 * provider's role would reach beyond the merchant.
 */
export function heldRoles(names: readonly string[], holder: 'merchant' | 'provider'): Role[] {
  const known = names.map(roleNamed).filter((role) => role !== undefined)
  return holder === 'provider' ? known : known.filter((role) => merchantRoles.includes(role))
}

/** One of the groups is enough; within a group every role is required. */
export type Requirement = readonly (readonly Role[])[]

export const anyOf = (...names: Role[]): Requirement => names.map((name) => [name])
export const allOf = (...names: Role[]): Requirement => [names]
export const either = (...requirements: Requirement[]): Requirement => {
  const groups = requirements.flat()
  const key = (group: readonly Role[]) => group.join()
  return groups.filter((group, at) => groups.findIndex((other) => key(other) === key(group)) === at)
}
/** Any signed-in user. */
export const anyone: Requirement = [[]]

export const superUser = anyOf('PSP_SUPER')
/**
 * The requirement for a place of the provider only: without the groups of USER_ALL, the merchants' role for everything.
 */
export const ofProvider = (requirement: Requirement): Requirement =>
  requirement.filter((group) => !group.includes('USER_ALL'))

export const isAllowed = (requirement: Requirement, held: readonly string[]): boolean =>
  requirement.some((group) => group.every((role) => held.includes(role)))

/** The roles that a role for everything gives besides itself. PSP_ALL gives everything but the installation itself. */
export function includedRoles(role: Role): readonly Role[] {
  if (role === 'USER_ALL') return merchantRoles.filter((other) => other !== role)
  if (role === 'PSP_ALL') return roles.filter((other) => other !== role && other !== 'PSP_SUPER')
  const area = [...merchantAreas, ...providerAreas].find((name) => role === `${name}_ALL`)
  return area ? rolesOf([area]).filter((other) => other !== role) : []
}

/** The roles that a holder lacks and cannot pass on. A role for everything includes the others. */
export function lackedRoles(held: readonly string[], wanted: readonly Role[]): Role[] {
  const own = roles.filter((role) => held.includes(role))
  const passed = new Set(own.flatMap((role) => [role, ...includedRoles(role)]))
  return wanted.filter((role) => !passed.has(role))
}

/** The roles that a holder may grant to a user of this kind: nobody grants what they lack. */
export function grantableRoles(held: readonly string[], kind: 'merchant' | 'provider'): Role[] {
  const known = kind === 'merchant' ? merchantRoles : roles
  const lacked = new Set(lackedRoles(held, known))
  return known.filter((role) => !lacked.has(role))
}

/** The usual roles of an entity: `{AREA}_ALL` or the verb's own, always with USER_ALL and PSP_ALL. */
export function entityRoles(...areas: Area[]) {
  const may = (verb: Verb): Requirement =>
    anyOf('USER_ALL', 'PSP_ALL', ...areas.flatMap((area): Role[] => [`${area}_ALL`, `${area}_${verb}`]))
  return { list: may('LIST'), create: may('CREATE'), update: may('UPDATE'), delete: may('DELETE') }
}

/** The roles of an entity that merchants never reach: as above, without USER_ALL. */
export function providerEntityRoles(...areas: Area[]) {
  const may = (verb: Verb): Requirement =>
    anyOf('PSP_ALL', ...areas.flatMap((area): Role[] => [`${area}_ALL`, `${area}_${verb}`]))
  return { list: may('LIST'), create: may('CREATE'), update: may('UPDATE'), delete: may('DELETE') }
}

export const statisticsRoles = (area: Area): Requirement =>
  anyOf('USER_ALL', 'PSP_ALL', `${area}_ALL`, `${area}_STATISTICS`)

/** The financial report shows transactions and settlements: it requires roles for both (000, section 6). */
export const financialReportRoles = either(
  anyOf('USER_ALL', 'PSP_ALL'),
  allOf('TRANSACTION_ALL', 'SETTLEMENT_ALL'),
  allOf('TRANSACTION_LIST', 'SETTLEMENT_LIST'),
)

/** Rulesets put tags on payments: they require roles for both areas (001, section 6). */
export const riskRulesetRoles = either(
  anyOf('USER_ALL', 'PSP_ALL'),
  allOf('TAG_ALL', 'VALIDATION_RULESET_ALL'),
  allOf('TAG_LIST', 'VALIDATION_RULESET_LIST'),
)

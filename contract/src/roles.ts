/**
 * Every role name, and what a route may ask for. The specification's pattern is `{AREA}_ALL`, `_LIST`, `_CREATE`,
 * `_UPDATE`, `_DELETE`, `_STATISTICS`; USER_ALL stands for everything of a merchant, PSP_ALL for everything of the provider.
 */

const verbs = ['ALL', 'LIST', 'CREATE', 'UPDATE', 'DELETE', 'STATISTICS'] as const
type Verb = (typeof verbs)[number]

/** Areas whose roles a merchant's user may hold. Provider staff may hold them too: they then reach every merchant. */
export const merchantAreas = [
  'TRANSACTION',
  'REFUND',
  'CHARGEBACK',
  'CUSTOMER',
  'TAG',
  'ORGANISATION',
  'PAYMENT_PROFILE',
  'PROCESSOR',
] as const

/** Areas of the provider alone. */
export const providerAreas = ['PSP_MERCHANT', 'PSP_TRANSACTION', 'PSP_PROCESSOR', 'PSP_TAG'] as const

export type Area = (typeof merchantAreas)[number] | (typeof providerAreas)[number]
export type Role = 'USER_ALL' | 'PSP_ALL' | 'PSP_SUPER' | `${Area}_${Verb}`

const rolesOf = (areas: readonly Area[]): Role[] =>
  areas.flatMap((area) => verbs.map((verb) => `${area}_${verb}` as const))

export const merchantRoles: readonly Role[] = ['USER_ALL', ...rolesOf(merchantAreas)]
export const providerRoles: readonly Role[] = ['PSP_ALL', 'PSP_SUPER', ...rolesOf(providerAreas)]
export const roles: readonly Role[] = [...merchantRoles, ...providerRoles]

/**
 * Names that the specification spells in a second way. Both mean the same; only the name on the right is stored and shown.
 * TRANSACTON_LIST: 000 section 6. PSP_TRANSACTION_*: the menu's word for what the route calls TRANSACTION_*.
 */
export const roleAliases: Readonly<Record<string, Role>> = {
  TRANSACTON_LIST: 'TRANSACTION_LIST',
  PSP_TRANSACTION_ALL: 'TRANSACTION_ALL',
  PSP_TRANSACTION_LIST: 'TRANSACTION_LIST',
  PSP_TAG_ALL: 'TAG_ALL',
  PSP_TAG_LIST: 'TAG_LIST',
}

/** The role that a stored or written name means, or undefined when there is none. */
export function roleNamed(name: string): Role | undefined {
  const meant = Object.hasOwn(roleAliases, name) ? roleAliases[name] : name
  return roles.find((role) => role === meant)
}

/**
 * What the stored names allow. A merchant's user or key has a merchant's roles alone, whatever was written: one of the
 * provider's in its hands would reach beyond the merchant.
 */
export function heldRoles(names: readonly string[], holder: 'merchant' | 'provider'): Role[] {
  const known = names.map(roleNamed).filter((role) => role !== undefined)
  return holder === 'provider' ? known : known.filter((role) => merchantRoles.includes(role))
}

/** Any one of the groups is enough; of a group every role is needed. */
export type Requirement = readonly (readonly Role[])[]

export const anyOf = (...names: Role[]): Requirement => names.map((name) => [name])
export const allOf = (...names: Role[]): Requirement => [names]
/** Either of two requirements. */
export const either = (...requirements: Requirement[]): Requirement => requirements.flat()
/** Any signed-in user. */
export const anyone: Requirement = [[]]

export const isAllowed = (requirement: Requirement, held: readonly string[]): boolean =>
  requirement.some((group) => group.every((role) => held.includes(role)))

/** The usual roles of an entity: `{AREA}_ALL` or the verb's own, always with USER_ALL and PSP_ALL. */
export function entityRoles(...areas: Area[]) {
  const may = (verb: Verb): Requirement =>
    anyOf('USER_ALL', 'PSP_ALL', ...areas.flatMap((area): Role[] => [`${area}_ALL`, `${area}_${verb}`]))
  return { list: may('LIST'), create: may('CREATE'), update: may('UPDATE'), delete: may('DELETE') }
}

/** The same for what merchants never reach: without USER_ALL. */
export function providerEntityRoles(...areas: Area[]) {
  const may = (verb: Verb): Requirement =>
    anyOf('PSP_ALL', ...areas.flatMap((area): Role[] => [`${area}_ALL`, `${area}_${verb}`]))
  return { list: may('LIST'), create: may('CREATE'), update: may('UPDATE'), delete: may('DELETE') }
}

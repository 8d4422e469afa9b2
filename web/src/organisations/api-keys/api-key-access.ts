import { merchantAreas, merchantRoles, type Role } from '@kontor/contract/roles'

export const accesses = ['payments', 'reading', 'everything', 'chosen'] as const
export type Access = (typeof accesses)[number]

/** Role sets that suit most programs. All other sets are chosen area by area. */
export const presets: Readonly<Record<Access, readonly Role[] | undefined>> = {
  payments: ['TRANSACTION_ALL', 'REFUND_ALL', 'CUSTOMER_ALL', 'PAYMENT_LINK_ALL'],
  reading: merchantRoles.filter((role) => role.endsWith('_LIST')),
  everything: ['USER_ALL'],
  chosen: undefined,
}

/** The preset of these roles. */
export function accessOf(roles: readonly string[]): Access {
  if (roles.includes('USER_ALL')) return 'everything'
  return accesses.find((access) => presets[access] && isSame(presets[access], roles)) ?? 'chosen'
}

export const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((role) => others.includes(role))

export type Area = (typeof merchantAreas)[number]
/** MIXED: other roles of the area than these. It stays until another level is chosen. */
export const levels = ['none', 'reading', 'everything', 'mixed'] as const
export type Level = (typeof levels)[number]

const verbs = ['ALL', 'LIST', 'CREATE', 'UPDATE', 'DELETE', 'STATISTICS'] as const
const rolesOf = (area: Area): Role[] => verbs.map((verb) => `${area}_${verb}` as const)

/** What the roles allow in an area. */
export function levelOf(roles: readonly string[], area: Area): Level {
  const held = rolesOf(area).filter((role) => roles.includes(role))
  if (held.length === 0) return 'none'
  if (held.includes(`${area}_ALL`)) return 'everything'
  return isSame(held, rolesAt('reading', area)) ? 'reading' : 'mixed'
}

/** The roles that a level needs. */
export const rolesAt = (level: Level, area: Area): Role[] =>
  level === 'everything' ? [`${area}_ALL`] : level === 'reading' ? [`${area}_LIST`] : []

/** The roles with another level in one area. */
export const withLevel = (roles: readonly string[], area: Area, level: Level): string[] => {
  const own: readonly string[] = rolesOf(area)
  return [...roles.filter((role) => !own.includes(role)), ...rolesAt(level, area)]
}

export { merchantAreas }

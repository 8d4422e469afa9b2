import { merchantRoles, type Role } from '@kontor/contract/roles'

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

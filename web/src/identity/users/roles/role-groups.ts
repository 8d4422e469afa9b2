import type { Language } from '@kontor/contract/codes/languages'
import { aboutArea, describeRole, nameOfArea } from '@kontor/contract/descriptions/role-descriptions'
import {
  type Area,
  includedRoles,
  merchantAreas,
  merchantRoles,
  providerAreas,
  providerRoles,
  type Role,
  roles,
} from '@kontor/contract/roles'

export interface RoleGroup {
  /** `whole` has the roles for everything. */
  readonly name: 'whole' | Area
  readonly title: string
  readonly about: string
  readonly roles: readonly Role[]
}

/** The roles of a merchant by area; with the provider's before them, when one of those is offered. */
export function groupsOf(offered: readonly Role[], whole: string, language: Language): RoleGroup[] {
  const isOfProvider = offered.some((role) => providerRoles.includes(role))
  const known = isOfProvider ? roles : merchantRoles
  const areas = isOfProvider ? [...providerAreas, ...merchantAreas] : merchantAreas
  const ofAreas = areas.map((area) => ({
    name: area,
    title: nameOfArea(area, language),
    about: aboutArea(area, language),
    roles: [...includedRoles(`${area}_ALL`), `${area}_ALL` as const].sort(
      (one, other) => known.indexOf(one) - known.indexOf(other),
    ),
  }))
  const wholes = (['PSP_ALL', 'PSP_SUPER', 'USER_ALL'] as const).filter((role) => known.includes(role))
  return [{ name: 'whole', title: whole, about: '', roles: wholes }, ...ofAreas]
}

/** The groups and roles that a text is found in: all roles of a group whose title has it, otherwise those that have it. */
export function foundIn(groups: readonly RoleGroup[], typed: string, language: Language): RoleGroup[] {
  const words = typed.trim().toLowerCase()
  if (words === '') return [...groups]
  const has = (text: string) => text.toLowerCase().includes(words)
  return groups
    .map((group) => ({
      ...group,
      roles: has(group.title)
        ? group.roles
        : group.roles.filter((role) => has(role) || has(describeRole(role, language))),
    }))
    .filter((group) => group.roles.length > 0)
}

/** For each role that another one includes, the widest that does. */
export function includedBy(value: readonly Role[]): ReadonlyMap<Role, Role> {
  const wholes = [...value].sort((one, other) => includedRoles(one).length - includedRoles(other).length)
  return new Map(wholes.flatMap((whole) => includedRoles(whole).map((role) => [role, whole] as const)))
}

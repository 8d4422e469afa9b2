import { describeRole } from '@kontor/contract/role-descriptions'
import { providerRoles, type Requirement, roleNamed } from '@kontor/contract/roles'
import { languages } from './i18n.ts'

/** What a requirement asks for, in plain words with the names: those of the provider only to the provider's staff. */
export function describeRequirement(requirement: Requirement, language: string, psp: boolean): string {
  return requirement
    .filter((group) => psp || !group.some((role) => providerRoles.includes(role)))
    .map((group) => group.map((role) => describeNamed(role, language)).join(' + '))
    .join('; ')
}

/** `Everything with refunds (REFUND_ALL)`; a name that no role has is left as it is. */
export function describeNamed(name: string, language: string): string {
  const role = roleNamed(name)
  const known = languages.find((each) => each === language) ?? 'nl'
  return role ? `${describeRole(role, known)} (${role})` : name
}

import { describeRole } from '@kontor/contract/role-descriptions'
import { providerRoles, type Requirement, roleNamed } from '@kontor/contract/roles'
import { languages } from './i18n.ts'

/** A requirement in plain words with the role names. Only the provider's staff see the provider's roles. */
export function describeRequirement(requirement: Requirement, language: string, psp: boolean): string {
  return requirement
    .filter((group) => psp || !group.some((role) => providerRoles.includes(role)))
    .map((group) => group.map((role) => describeNamed(role, language)).join(' + '))
    .join('; ')
}

/** `Everything with refunds (REFUND_ALL)`; an unknown name stays unchanged. */
export function describeNamed(name: string, language: string): string {
  const role = roleNamed(name)
  const known = languages.find((each) => each === language) ?? 'nl'
  return role ? `${describeRole(role, known)} (${role})` : name
}

import { describeRole } from '@kontor/contract/descriptions/role-descriptions'
import { providerRoles, type Requirement, roleNamed } from '@kontor/contract/roles'
import { languages } from './i18n.ts'

/** A requirement in plain words. Only the provider's staff see the provider's roles. */
export function describeRequirement(requirement: Requirement, language: string, psp: boolean): string {
  return requirement
    .filter((group) => psp || !group.some((role) => providerRoles.includes(role)))
    .map((group) => group.map((role) => describeRole(role, languageOf(language))).join(' + '))
    .join('; ')
}

/** `Everything with refunds (REFUND_ALL)`; an unknown name stays unchanged. */
export function describeNamed(name: string, language: string): string {
  const role = roleNamed(name)
  return role ? `${describeRole(role, languageOf(language))} (${role})` : name
}

const languageOf = (language: string) => languages.find((each) => each === language) ?? 'nl'

import type { Requirement } from '@kontor/contract/roles'
import { redirect } from '@tanstack/react-router'
import { currentSession } from '../identity/session.ts'
import { i18n } from '../platform/i18n.ts'
import { notify } from '../platform/notify.ts'
import { mayOpen, navigationItem } from './navigation/navigation.ts'
import type { NavigationItem } from './navigation/navigation-item.ts'

export interface Visit {
  location: { search: object; pathname: string }
  /** A link under the pointer is prepared, not visited: it says nothing. */
  preload: boolean
}

/** Sends somebody who lacks the role to the root, and says what was missing. A screen may ask for more than its list. */
export function requireScreen(route: string, { preload }: Visit, roles?: Requirement): void {
  const session = currentSession()
  const item = { ...navigationItem(route, session ?? undefined), ...(roles ? { roles } : {}) }
  if (!session || mayOpen(item, session)) return
  if (!preload) void sayWhatIsMissing(item, session.psp)
  throw redirect({ to: '/', replace: true })
}

async function sayWhatIsMissing(item: NavigationItem, psp: boolean): Promise<void> {
  // Only somebody who lacks a role needs the descriptions of them all.
  const { describeRequirement } = await import('../platform/role-text.ts')
  const screen = i18n.t(`nav.${item.label}.label`)
  const roles = describeRequirement(item.roles, i18n.language, psp)
  const message =
    item.pspOnly && !psp
      ? i18n.t('notice.provider_only', { screen })
      : item.superOnly
        ? i18n.t('notice.role_missing', { screen, roles: describeRequirement([['PSP_SUPER']], i18n.language, psp) })
        : i18n.t('notice.role_missing', { screen, roles })
  notify({ id: 'role', color: 'yellow', message })
}

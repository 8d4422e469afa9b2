import { redirect } from '@tanstack/react-router'
import { currentSession } from '../identity/session.ts'
import { i18n } from '../platform/i18n.ts'
import { notify } from '../platform/notify.ts'
import type { Screen, Visit } from '../platform/screen/screen.ts'
import { mayOpen, requirementOf, screenAt } from './navigation/navigation.ts'

/** Sends somebody who lacks the role to the root, and says what was missing. */
export function requireScreen(route: string, { preload }: Visit): void {
  const session = currentSession()
  const screen = screenAt(route, session ?? undefined)
  if (!session || mayOpen(screen, session)) return
  if (!preload) void sayWhatIsMissing(screen, session.psp)
  throw redirect({ to: '/', replace: true })
}

async function sayWhatIsMissing(item: Screen, psp: boolean): Promise<void> {
  // Only somebody who lacks a role needs the descriptions of them all.
  const { describeRequirement } = await import('../platform/role-text.ts')
  const screen = i18n.t(`nav.${item.label}.label`)
  const roles = describeRequirement(requirementOf(item), i18n.language, psp)
  const message =
    item.pspOnly && !psp ? i18n.t('notice.provider_only', { screen }) : i18n.t('notice.role_missing', { screen, roles })
  notify({ id: 'role', color: 'yellow', message })
}

import type { Session } from '@kontor/contract/identity/session'
import { redirect } from '@tanstack/react-router'
import { currentSession } from '../identity/session.ts'
import { i18n, speakOwn } from '../platform/i18n.ts'
import { notify } from '../platform/notify.ts'
import type { Screen, Visit } from '../platform/screen/screen.ts'
import { mayOpen, requirementOf, screenAt } from './navigation/navigation.ts'

/** Sends a person without the role to the root, with a notice that names the missing role. */
export function requireScreen(route: string, { preload }: Visit): void {
  const session = currentSession()
  const screen = screenAt(route, session ?? undefined)
  if (!session || mayOpen(screen, session)) return
  if (!preload) void sayWhatIsMissing(screen, session)
  throw redirect({ to: '/', replace: true })
}

async function sayWhatIsMissing(item: Screen, { psp, language }: Session): Promise<void> {
  // At a full load the frame, which sets the user's language, is not on screen yet.
  await speakOwn(language)
  // The role descriptions are loaded only here, because only a person without a role needs them.
  const { describeRequirement } = await import('../platform/role-text.ts')
  const screen = i18n.t(`nav.${item.label}.label`)
  const roles = describeRequirement(requirementOf(item), i18n.language, psp)
  const message =
    item.pspOnly && !psp ? i18n.t('notice.provider_only', { screen }) : i18n.t('notice.role_missing', { screen, roles })
  notify({ id: 'role', color: 'yellow', message })
}

import { redirect } from '@tanstack/react-router'
import { currentSession } from '../identity/session.ts'
import { i18n } from '../platform/i18n.ts'
import { notify } from '../platform/notify.ts'
import { mayOpen, navigationItem } from './navigation.ts'

export interface Visit {
  location: { search: object; pathname: string }
  /** A link under the pointer is prepared, not visited: it says nothing. */
  preload: boolean
}

/** Sends somebody who lacks the role to the root, and says which role it is. */
export function requireScreen(route: string, { preload }: Visit): void {
  const session = currentSession()
  const item = navigationItem(route)
  if (!session || mayOpen(item, session)) return
  if (!preload) {
    const roles = item.roles.map((group) => group.join(' + ')).join(', ')
    const screen = i18n.t(`nav.${item.label}.label`)
    notify({ id: 'role', color: 'yellow', message: i18n.t('notice.role_missing', { screen, roles }) })
  }
  throw redirect({ to: '/', replace: true })
}

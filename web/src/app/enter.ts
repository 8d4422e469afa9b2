import type { OpenScreen, Visit } from '../platform/screen/screen.ts'
import { requireScreen } from './guards.ts'
import { putRight } from './list-guard.ts'

/** Opens a screen after two checks: the person has the role, and the address is correct. */
export async function enter(screen: OpenScreen, visit: Visit): Promise<void> {
  requireScreen(screen.route, visit)
  if (screen.kind === 'list') await putRight(screen, visit)
  else await screen.address?.(visit)
}

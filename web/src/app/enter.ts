import type { OpenScreen, Visit } from '../platform/screen/screen.ts'
import { requireScreen } from './guards.ts'
import { putRight } from './list-guard.ts'

/** Lets somebody in who may open the screen, at an address that is right. */
export async function enter(screen: OpenScreen, visit: Visit): Promise<void> {
  requireScreen(screen.route, visit)
  if (screen.kind === 'list') await putRight(screen, visit)
  else await screen.address?.(visit)
}

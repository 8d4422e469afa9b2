import type { ListScreen, ShownScreen } from '../../platform/screen/screen.ts'
import type { Viewer } from '../../platform/viewer.ts'
import { mayOpen, screensFor } from '../navigation/navigation.ts'
import { navigationItems } from '../screens.ts'

export interface RowScreen {
  readonly screen: ListScreen
  /** True when the screen is in the navigation of the present view. */
  readonly isInView: boolean
}

/**
 * The list that shows the rows of an entity, for each entity whose list the viewer may open. The provider's staff also
 * find what only a merchant's view has, and the merchants while they are in one.
 */
export function rowScreens(viewer: Viewer, isMerchantView: boolean): ReadonlyMap<string, RowScreen> {
  const inView = screensFor(viewer, isMerchantView)
  const others = viewer.psp ? navigationItems.filter((screen) => mayOpen(screen, viewer)) : []
  const found = new Map<string, RowScreen>()
  for (const screen of [...inView, ...others])
    if (screen.kind === 'list' && showsRows(screen) && !found.has(screen.entity))
      found.set(screen.entity, { screen, isInView: inView.includes(screen) })
  return found
}

/** A list with a fixed filter lacks most rows. */
const showsRows = (screen: ShownScreen & { kind: 'list' }): boolean =>
  !screen.fixed && (screen.panel !== undefined || screen.rowAt !== undefined)

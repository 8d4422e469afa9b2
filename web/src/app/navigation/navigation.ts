import { entities } from '@kontor/contract/entities'
import type { Entity } from '@kontor/contract/entity'
import { isAllowed, ofProvider, type Requirement, superUser } from '@kontor/contract/roles'
import type { Entry, Screen, ShownScreen } from '../../platform/screen/screen.ts'
import type { Viewer } from '../../platform/viewer.ts'
import { type Group, innerScreens, merchantNavigation, navigationItems, pspNavigation } from '../screens.ts'

/** The groups of one view, with the entries that this user may open. Empty groups are left out. */
export function navigationFor(viewer: Viewer, isMerchantView: boolean): Group<ShownScreen>[] {
  return opened(viewer.psp && !isMerchantView ? pspNavigation : merchantNavigation, viewer)
}

/** Every screen of one view, including statistics over all merchants, which the provider's navigation does not list. */
export function screensFor(viewer: Viewer, isMerchantView: boolean): ShownScreen[] {
  const isProvider = viewer.psp && !isMerchantView
  const unnamed = isProvider ? merchantNavigation.filter(({ label }) => label === statistics) : []
  return [...navigationFor(viewer, isMerchantView), ...opened(unnamed, viewer)].flatMap((group) => group.items)
}

const statistics = 'dashboards'

function opened(groups: readonly Group[], viewer: Viewer): Group<ShownScreen>[] {
  return groups
    .map((group) => ({ ...group, items: group.items.filter(isShown).filter((item) => mayOpen(item, viewer)) }))
    .filter((group) => group.items.length > 0)
}

export const isShown = (screen: Entry): screen is ShownScreen => screen.kind !== 'planned'

export function mayOpen(screen: Screen, viewer: Viewer): boolean {
  if (screen.pspOnly && !viewer.psp) return false
  if (screen.merchantOnly && viewer.psp) return false
  const modules = [screen.module, screen.withCollecting ? 'collecting' : undefined].filter((each) => each !== undefined)
  return modules.every((each) => viewer.modules.includes(each)) && isAllowed(requirementOf(screen), viewer.roles)
}

/** The roles that open a screen: the screen's own, or those of its entity. */
export function requirementOf({ superOnly, roles, entity, may = 'list', pspOnly }: Screen): Requirement {
  if (superOnly) return superUser
  if (roles) return roles
  const asked = entityNamed(entity).roles[may]
  return pspOnly ? ofProvider(asked) : asked
}

export function entityNamed(name: string | undefined): Entity {
  const entity = entities.find((known) => known.name === name)
  if (!entity) throw new TypeError(`no entity is called ${name}`)
  return entity
}

/** The route of the screen at an address: the longest route that the address begins with. */
export const routeOfScreen = (pathname: string): string | undefined =>
  navigationItems
    .map(({ route }) => route)
    .filter((route) => pathname === route || pathname.startsWith(`${route}/`))
    .sort((one, other) => other.length - one.length)[0]

/**
 * The screen at a route. If the route has two screens, one for the provider and one for merchants, it is the viewer's.
 */
export function screenAt(route: string, viewer?: Viewer): Screen {
  const screens = [...navigationItems, ...innerScreens].filter((each) => each.route === route)
  const screen = screens.find((each) => viewer && mayOpen(each, viewer)) ?? screens[0]
  if (!screen) throw new TypeError(`${route} is no screen`)
  return screen
}

/** The start screen: the first one that the viewer may open. */
export const firstScreen = (viewer: Viewer, isMerchantView: boolean): string | undefined =>
  navigationFor(viewer, isMerchantView)
    .flatMap((group) => group.items)
    .find((item) => item.kind !== 'link')?.route

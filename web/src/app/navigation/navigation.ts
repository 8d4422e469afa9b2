import type { Entity } from '@kontor/contract/entity'
import { reportedEntity } from '@kontor/contract/reports/reported-entity'
import { isAllowed, ofProvider, type Requirement, superUser } from '@kontor/contract/roles'
import { home } from '../../home/home.screen.ts'
import type { Screen, ShownScreen } from '../../platform/screen/screen.ts'
import type { Viewer } from '../../platform/viewer.ts'
import {
  type Group,
  groupsOf,
  innerScreens,
  merchantNavigation,
  navigationItems,
  pspNavigation,
  type Section,
} from '../screens.ts'

/** The sections of one view, with the entries that this user may open. Empty groups and sections are left out. */
export function navigationFor(viewer: Viewer, isMerchantView: boolean): Section<ShownScreen>[] {
  return opened(viewer.psp && !isMerchantView ? pspNavigation : merchantNavigation, viewer)
}

/**
 * Every screen of one view. The provider's navigation does not list what there is over all merchants besides: statistics,
 * and the lists in which something waits for a person.
 */
export function screensFor(viewer: Viewer, isMerchantView: boolean): ShownScreen[] {
  const shown = itemsOf(navigationFor(viewer, isMerchantView))
  if (!viewer.psp || isMerchantView) return [home, ...shown]
  const isWaiting = ({ attention }: Screen) => attention && !shown.some((screen) => screen.attention === attention)
  const overAll = groupsOf(merchantNavigation).map((group) => ({
    ...group,
    items: group.items.filter((screen) => group.label === statistics || isWaiting(screen)),
  }))
  return [home, ...shown, ...itemsOf(opened([{ groups: overAll }], viewer))]
}

const statistics = 'dashboards'

const itemsOf = (sections: readonly Section<ShownScreen>[]) => groupsOf(sections).flatMap(({ items }) => items)

function opened(sections: readonly Section[], viewer: Viewer): Section<ShownScreen>[] {
  return sections
    .map((section) => ({ ...section, groups: section.groups.map((group) => openedIn(group, viewer)).filter(hasItems) }))
    .filter(({ groups }) => groups.length > 0)
}

const openedIn = (group: Group, viewer: Viewer): Group<ShownScreen> => ({
  ...group,
  items: group.items.filter((item) => mayOpen(item, viewer)),
})

const hasItems = ({ items }: Group<ShownScreen>): boolean => items.length > 0

export function mayOpen(screen: Screen, viewer: Viewer): boolean {
  return isOf(screen, viewer) && hasModules(screen, viewer) && isAllowed(requirementOf(screen), viewer.roles)
}

/** True unless the screen is for the others: for the provider alone, or for merchants alone. */
const isOf = ({ pspOnly, merchantOnly }: Screen, { psp }: Pick<Viewer, 'psp'>): boolean =>
  psp ? !merchantOnly : !pspOnly

/** True unless the screen, or the list that it shows, belongs to a part of the product that is not there. */
export function hasModules({ module, withCollecting, entity }: Screen, viewer: Pick<Viewer, 'modules'>): boolean {
  const ofEntity = entity === undefined ? undefined : entityNamed(entity).module
  const modules = [module, withCollecting ? 'collecting' : undefined, ofEntity].filter((each) => each !== undefined)
  return modules.every((each) => viewer.modules.includes(each))
}

/** The roles that open a screen: the screen's own, or those of its entity. */
export function requirementOf({ superOnly, roles, entity, may = 'list', pspOnly }: Screen): Requirement {
  if (superOnly) return superUser
  if (roles) return roles
  const { roles: asking } = entityNamed(entity)
  const asked = asking[may] ?? asking.list
  return pspOnly ? ofProvider(asked) : asked
}

export function entityNamed(name: string | undefined): Entity {
  const entity = name === undefined ? undefined : reportedEntity(name)
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
 * The screen at a route. If the route has two screens, one for the provider and one for merchants, it is the viewer's, also
 * where they lack its role.
 */
export function screenAt(route: string, viewer?: Viewer): Screen {
  const screens = [...navigationItems, ...innerScreens].filter((each) => each.route === route)
  const screen =
    screens.find((each) => viewer && mayOpen(each, viewer)) ??
    screens.find((each) => viewer && isOf(each, viewer)) ??
    screens[0]
  if (!screen) throw new TypeError(`${route} is no screen`)
  return screen
}

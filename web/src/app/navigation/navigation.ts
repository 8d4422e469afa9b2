import { isAllowed } from '@kontor/contract/roles'
import type { Viewer } from '../../platform/viewer.ts'
import { merchantNavigation } from './navigation.merchant.ts'
import { pspNavigation } from './navigation.psp.ts'
import type { Group, NavigationGroup, NavigationItem, ShownItem } from './navigation-item.ts'

/** The groups of one view with what there is and this user may open; groups without any are left out. */
export function navigationFor(viewer: Viewer, isMerchantView: boolean): Group<ShownItem>[] {
  return opened(viewer.psp && !isMerchantView ? pspNavigation : merchantNavigation, viewer)
}

/** Every screen of one view: statistics over all merchants as well, which the provider's navigation does not name. */
export function screensFor(viewer: Viewer, isMerchantView: boolean): ShownItem[] {
  const isProvider = viewer.psp && !isMerchantView
  const unnamed = isProvider ? merchantNavigation.filter(({ label }) => label === statistics) : []
  return [...navigationFor(viewer, isMerchantView), ...opened(unnamed, viewer)].flatMap((group) => group.items)
}

const statistics = 'dashboards'

function opened(groups: readonly NavigationGroup[], viewer: Viewer): Group<ShownItem>[] {
  return groups
    .map((group) => ({ ...group, items: group.items.filter(isShown).filter((item) => mayOpen(item, viewer)) }))
    .filter((group) => group.items.length > 0)
}

const isShown = (item: NavigationItem): item is ShownItem => item.icon !== undefined

export function mayOpen(item: NavigationItem, viewer: Viewer): boolean {
  if (item.pspOnly && !viewer.psp) return false
  if (item.merchantOnly && viewer.psp) return false
  if (item.superOnly && !viewer.roles.includes('PSP_SUPER')) return false
  const modules = [item.module, item.withCollecting ? 'collecting' : undefined].filter((each) => each !== undefined)
  return modules.every((each) => viewer.modules.includes(each)) && isAllowed(item.roles, viewer.roles)
}

export const navigationItems = [...pspNavigation, ...merchantNavigation].flatMap((group) => group.items)

/** The entry of the screen at an address: of those above it the nearest. */
export const routeOfScreen = (pathname: string): string | undefined =>
  navigationItems
    .map(({ route }) => route)
    .filter((route) => pathname === route || pathname.startsWith(`${route}/`))
    .sort((one, other) => other.length - one.length)[0]

/** Of a screen that stands in two places, one for the provider and one for merchants: the one that is this viewer's. */
export function navigationItem(route: string, viewer?: Viewer): NavigationItem {
  const items = navigationItems.filter((each) => each.route === route)
  const item = items.find((each) => viewer && mayOpen(each, viewer)) ?? items[0]
  if (!item) throw new TypeError(`${route} is not in the navigation`)
  return item
}

/** Where somebody starts: the first screen that may be opened. */
export const firstScreen = (viewer: Viewer, isMerchantView: boolean): string | undefined =>
  navigationFor(viewer, isMerchantView)
    .flatMap((group) => group.items)
    .find((item) => !item.external)?.route

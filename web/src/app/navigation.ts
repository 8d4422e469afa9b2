import { isAllowed, type Requirement } from '@kontor/contract/roles'
import type { TablerIcon } from '@tabler/icons-react'
import type { Viewer } from '../platform/viewer.ts'
import { merchantNavigation } from './navigation.merchant.ts'
import { pspNavigation } from './navigation.psp.ts'

/** An entry of the navigation (001 section 2.15), with all its flags. */
export interface NavigationItem {
  /** `nav.{label}.label` and `nav.{label}.description` of the translations. */
  readonly label: string
  readonly route: string
  readonly roles: Requirement
  /** Only entries whose screen exists have one, and are shown. */
  readonly icon?: TablerIcon
  readonly pspOnly?: boolean
  readonly merchantOnly?: boolean
  readonly superOnly?: boolean
  readonly external?: boolean
  /** An optional module that has to be enabled. */
  readonly module?: 'sap' | 'host2host'
  /** Only where the provider collects the money itself. */
  readonly withCollecting?: boolean
}

export type ShownItem = NavigationItem & { readonly icon: TablerIcon }

interface Group<I> {
  /** `nav.group.{label}` of the translations. */
  readonly label: string
  readonly items: readonly I[]
}
export type NavigationGroup = Group<NavigationItem>

/** The groups of one view with what there is and this user may open; groups without any are left out. */
export function navigationFor(viewer: Viewer, isMerchantView: boolean): Group<ShownItem>[] {
  const groups = viewer.psp && !isMerchantView ? pspNavigation : merchantNavigation
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

export function navigationItem(route: string): NavigationItem {
  const item = navigationItems.find((each) => each.route === route)
  if (!item) throw new TypeError(`${route} is not in the navigation`)
  return item
}

/** Where somebody starts: the first screen that may be opened. */
export const firstScreen = (viewer: Viewer, isMerchantView: boolean): string | undefined =>
  navigationFor(viewer, isMerchantView)
    .flatMap((group) => group.items)
    .find((item) => !item.external)?.route

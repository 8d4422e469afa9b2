import type { Requirement } from '@kontor/contract/roles'
import type { TablerIcon } from '@tabler/icons-react'

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

export interface Group<I> {
  /** `nav.group.{label}` of the translations. */
  readonly label: string
  readonly items: readonly I[]
}
export type NavigationGroup = Group<NavigationItem>

import type { EntityRoles } from '@kontor/contract/entity'
import type { Query } from '@kontor/contract/query-string'
import type { Requirement } from '@kontor/contract/roles'
import type { TablerIcon } from '@tabler/icons-react'
import type { Resources } from 'i18next'
import { type ComponentType, lazy } from 'react'

type Navigation = Resources['main']['nav']
/** A screen that has a name and a text: `nav.{label}`. */
export type NavigationLabel = {
  [K in keyof Navigation]: Navigation[K] extends { label: string; description: string } ? K : never
}[keyof Navigation]

/** Loads the file of a page or a panel, which a description never does by itself. */
type Load<P = object> = () => Promise<{ default: ComponentType<P> }>

/** Somebody on the way to a screen. */
export interface Visit {
  location: { search: object; pathname: string }
  /** A link under the pointer is prepared, not visited: it says nothing. */
  preload: boolean
}

/** All that is known of a screen before it is opened (001 section 2.15). Data only; its code is loaded by `page`. */
interface Described {
  readonly route: `/${string}`
  /** `nav.{label}.label` and `nav.{label}.description` of the translations: its entry, its title and its text. */
  readonly label: NavigationLabel
  /** The name of the contract's entity that it is about. */
  readonly entity?: string
  /** Of the entity's roles the ones that open the screen; those of its list when absent. */
  readonly may?: keyof EntityRoles
  /** Who may open it, where that is not told by the entity. */
  readonly roles?: Requirement
  readonly pspOnly?: boolean
  readonly merchantOnly?: boolean
  readonly superOnly?: boolean
  /** An optional module that has to be enabled. */
  readonly module?: 'sap' | 'host2host'
  /** Only where the provider collects the money itself. */
  readonly withCollecting?: boolean
}

/** Every screen says in one way or another who may open it. */
type Guarded = { readonly entity: string } | { readonly roles: Requirement } | { readonly superOnly: true }

interface List extends Described {
  readonly entity: string
  readonly icon: TablerIcon
  /** Shows the last month unless asked for more. */
  readonly window?: boolean
  /** The first filter. With every filter cleared, the address says at least what a search looks in. */
  readonly initial?: Query
  /** The filter that nobody can take away, such as `blocked=true`. */
  readonly fixed?: Query
  /** Parameters of the address that are the page's own, and none of the list. */
  readonly parameters?: readonly string[]
  /** The columns, and the actions beside the title. */
  readonly page: Load
  /** The panel of a row, at the row's id below the list. */
  readonly panel?: Load<{ id: string }>
  /** The panel is below `{route}/{panelAt}`, when a row itself has another screen. */
  readonly panelAt?: string
}

interface Page extends Described {
  readonly page: Load
  /** Puts the address right before the page reads it. */
  readonly address?: (visit: Visit) => Promise<void>
  /** Statistics that the provider's staff open over all merchants as well. */
  readonly statistics?: boolean
}

export type ListScreen = Omit<List, 'panel'> & {
  readonly kind: 'list'
  readonly panel?: ComponentType<{ id: string }>
}
/** An entry of the navigation that is no list. */
export type PageScreen = Page & { readonly kind: 'page'; readonly icon: TablerIcon }
/** A page that is reached from another one: the navigation has no entry for it. */
export type InnerScreen = Page & { readonly kind: 'inner' }
/** An entry of the navigation that opens beside the application. */
export type LinkScreen = Described & { readonly kind: 'link'; readonly icon: TablerIcon }
/** An entry of the specification's navigation that nobody made yet: it is not shown. */
export type PlannedScreen = Described & { readonly kind: 'planned' }

export type OpenScreen = ListScreen | PageScreen | InnerScreen
export type ShownScreen = ListScreen | PageScreen | LinkScreen
/** Every entry of the navigation. */
export type Entry = ShownScreen | PlannedScreen
export type Screen = Entry | InnerScreen

export const defineList = ({ panel, ...screen }: List): ListScreen => ({
  ...screen,
  ...(panel ? { panel: lazy(panel) } : {}),
  kind: 'list',
})
export const defineScreen = (screen: Page & Guarded & { readonly icon: TablerIcon }): PageScreen => ({
  ...screen,
  kind: 'page',
})
export const defineInner = (screen: Page & Guarded): InnerScreen => ({ ...screen, kind: 'inner' })
export const defineLink = (screen: Described & Guarded & { readonly icon: TablerIcon }): LinkScreen => ({
  ...screen,
  kind: 'link',
})
export const definePlanned = (screen: Described & Guarded): PlannedScreen => ({ ...screen, kind: 'planned' })

/** The address below which the panels of a list are. */
export const panelsOf = ({ route, panelAt }: ListScreen): string => (panelAt ? `${route}/${panelAt}` : route)

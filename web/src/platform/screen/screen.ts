import type { EntityRoles } from '@kontor/contract/entity'
import type { Query } from '@kontor/contract/lists/query-string'
import type { Module } from '@kontor/contract/modules'
import type { Requirement } from '@kontor/contract/roles'
import type { TablerIcon } from '@tabler/icons-react'
import type { Resources } from 'i18next'
import { type ComponentType, lazy } from 'react'
import type { TextKey } from '../../ui/known-text.ts'

type Navigation = Resources['main']['nav']
/** The label of a screen that has a name and a text: `nav.{label}`. */
export type NavigationLabel = {
  [K in keyof Navigation]: Navigation[K] extends { label: string; description: string } ? K : never
}[keyof Navigation]

/** Loads the file of a page or a panel. A description itself never loads one. */
type Load<P = object> = () => Promise<{ default: ComponentType<P> }>

/** A navigation to a screen. */
export interface Visit {
  location: { search: object; pathname: string }
  /** True for a link under the pointer, which is only prefetched: no notices are shown. */
  preload: boolean
}

/** The facts about a screen that are known before it opens (001 section 2.15). Data only; `page` loads its code. */
interface Described {
  readonly route: `/${string}`
  /** The translations `nav.{label}.label` and `nav.{label}.description` are its entry, its title and its text. */
  readonly label: NavigationLabel
  /** The name of the contract's entity that the screen is about. */
  readonly entity?: string
  /** The right on the entity that opens the screen; default: `list`. */
  readonly may?: keyof EntityRoles
  /** The roles that open it, when the entity does not determine them. */
  readonly roles?: Requirement
  readonly pspOnly?: boolean
  readonly merchantOnly?: boolean
  readonly superOnly?: boolean
  /** An optional module that must be enabled. */
  readonly module?: Exclude<Module, 'collecting'>
  /** The name of what waits in this list for a person; the navigation shows how much. */
  readonly attention?: string
  /** Shown only when the provider collects the money itself. */
  readonly withCollecting?: boolean
}

/** Every screen names the roles that open it, in one of these ways. */
type Guarded = { readonly entity: string } | { readonly roles: Requirement } | { readonly superOnly: true }

/** The form with which people add a row. The button of the page and the search over everything offer it. */
interface Addition {
  readonly label: TextKey
  /** Default: the right to create the entity. */
  readonly roles?: Requirement
  /** Without a right that meets it the form cannot be filled in. */
  readonly needs?: Requirement
  /** The names of entities that the form lets the user choose from. */
  readonly choosing?: readonly string[]
  /** The screen of the form; default: a dialog on the list. */
  readonly at?: `/${string}`
}

interface List extends Described {
  readonly entity: string
  readonly icon: TablerIcon
  /** Shows the last month by default. */
  readonly window?: boolean
  /** The first filter of an empty address. */
  readonly initial?: Query
  /** A filter that cannot be removed, such as `blocked=true`. */
  readonly fixed?: Query
  /** Parameters of the address that belong to the page and not to the list. */
  readonly parameters?: readonly string[]
  /** Its rows are drawn as a tree, unless the address asks for a list of them. */
  readonly isTree?: true
  /** The page has the columns and the actions beside the title. */
  readonly page: Load
  /** The panel of a row; its path is the list's path and the row's id. */
  readonly panel?: Load<{ id: string }>
  readonly add?: Addition
  /** The address that a row opens from a search, with `$id`, when that is not its panel. */
  readonly rowAt?: `/${string}`
  /** The panels are below `{route}/{panelAt}`, when the row's own path is another screen. */
  readonly panelAt?: string
}

interface Page extends Described {
  readonly page: Load
  /** Corrects the address before the page reads it. */
  readonly address?: (visit: Visit) => Promise<void>
  /** Statistics that the provider's staff can also open over all merchants. */
  readonly statistics?: boolean
}

export type ListScreen = Omit<List, 'panel'> & {
  readonly kind: 'list'
  readonly panel?: ComponentType<{ id: string }>
}
/** A navigation entry that is not a list. */
export type PageScreen = Page & { readonly kind: 'page'; readonly icon: TablerIcon }
/** A page without a navigation entry; other pages link to it. */
export type InnerScreen = Page & { readonly kind: 'inner' }
/** A navigation entry that opens in another tab. */
export type LinkScreen = Described & { readonly kind: 'link'; readonly icon: TablerIcon }

export type OpenScreen = ListScreen | PageScreen | InnerScreen
export type ShownScreen = ListScreen | PageScreen | LinkScreen
export type Screen = ShownScreen | InnerScreen

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

/** The path below which a list's panels are. */
export const panelsOf = ({ route, panelAt }: ListScreen): string => (panelAt ? `${route}/${panelAt}` : route)

/** The path of a row's panel beside its list. */
export const panelOfRow = (screen: ListScreen, id: string): string => `${panelsOf(screen)}/${id}`

/** The address of a row on a page of its own. */
export const pageOfRow = (screen: ListScreen, id: string): string => `${panelOfRow(screen, id)}/page`

/** The address that a row opens from outside its list. */
export const addressOfRow = (screen: ListScreen, id: string): string =>
  screen.rowAt?.replace('$id', id) ?? panelOfRow(screen, id)

import type { Entity } from '@kontor/contract/entity'
import { formatQueryString } from '@kontor/contract/lists/query-string'
import { IconClock, IconList, IconPlus, IconUser } from '@tabler/icons-react'
import { type ReactNode, use, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { profile } from '../../identity/profile/profile.screen.ts'
import { joinAddress } from '../../platform/api/merchant-address.ts'
import { EntitiesContext, titleOfRow } from '../../platform/api/related.ts'
import { useScope } from '../../platform/api/scope.ts'
import { useMayAdd } from '../../platform/list/adding.ts'
import { adding, withSearch } from '../../platform/list/address/list-search.ts'
import { addressOfRow } from '../../platform/screen/screen.ts'
import { useScreens, useScreenTitle } from '../../platform/screen/use-screen.ts'
import { useLabels } from '../../platform/value/labels.ts'
import { useViewer } from '../../platform/viewer.ts'
import { useKnownText } from '../../ui/known-text.ts'
import { bestFirst, fitOf } from './matching.ts'
import { rowScreens } from './row-screens.ts'
import { type FoundRow, leastTyped, useFoundRows } from './use-found-rows.ts'
import { useOpenedRows } from './use-opened-rows.ts'
import { useRowFacts } from './use-row-facts.ts'

export interface PaletteItem {
  readonly id: string
  readonly label: string
  readonly facts?: string
  readonly status?: string
  readonly icon: ReactNode
  readonly href: string
  /** True for a page that opens in a tab of its own. */
  readonly isOutside?: boolean
}

export interface PaletteGroup {
  readonly label: string
  readonly items: readonly PaletteItem[]
}

/** `typed`: the text now; `wanted`: the text of a moment ago, which the server is asked for. */
export function usePaletteGroups(typed: string, wanted: string) {
  const screens = useFittingScreens(typed)
  const actions = useFittingActions(typed)
  const rows = useRowGroups(typed, wanted)
  // Without a text, the few actions would be below all screens.
  const ordered = typed === '' ? [actions, screens] : [screens, actions]
  const known = ordered.filter(({ group }) => group.items.length > 0)
  const groups = [
    ...rows.opened,
    ...known.toSorted((one, other) => one.rank - other.rank).map(({ group }) => group),
    ...rows.found,
  ]
  return { groups, isSearching: rows.isSearching, isPartial: rows.isPartial }
}

interface Fitting {
  group: PaletteGroup
  /** How well the best item fits. */
  rank: number
}

function fitting(label: string, items: readonly (PaletteItem & { more: string })[], typed: string): Fitting {
  const fit = (item: PaletteItem & { more: string }) => fitOf(typed, item.label, item.more)
  const best = bestFirst(items, fit)
  return { group: { label, items: best }, rank: (best[0] && fit(best[0])) ?? 0 }
}

function useFittingScreens(typed: string): Fitting {
  const { t } = useTranslation()
  const titleOf = useScreenTitle()
  const scope = useScope()
  const items = useScreens().map((screen) => ({
    id: screen.route,
    label: titleOf(screen),
    more: t(`nav.${screen.label}.description`),
    icon: <screen.icon size={18} />,
    href: screen.kind === 'link' ? screen.route : joinAddress(scope, screen.route),
    isOutside: screen.kind === 'link',
  }))
  const own = { id: profile.route, label: titleOf(profile), more: t(`nav.${profile.label}.description`) }
  return fitting(t('search.screens'), [...items, { ...own, icon: <IconUser size={18} />, href: profile.route }], typed)
}

function useFittingActions(typed: string): Fitting {
  const { t } = useTranslation(['main', 'fields'])
  const textOf = useKnownText()
  const scope = useScope()
  const mayAdd = useMayAdd()
  const items = useScreens().flatMap((screen) => {
    if (screen.kind !== 'list' || !screen.add || !mayAdd(screen)) return []
    const { label, at = `${screen.route}?${adding}=true` } = screen.add
    const more = `${t('search.also_add')} ${textOf('search.also', screen.label, '')}`
    return [
      { id: `add ${screen.route}`, label: t(label), more, icon: <IconPlus size={18} />, href: joinAddress(scope, at) },
    ]
  })
  return fitting(t('search.actions'), items, typed)
}

function useRowGroups(typed: string, wanted: string) {
  const { t } = useTranslation()
  const labels = useLabels()
  const viewer = useViewer()
  const scope = useScope()
  const entities = use(EntitiesContext)
  const factsOf = useRowFacts()
  const isMerchantView = scope.merchant !== undefined
  const screens = useMemo(() => rowScreens(viewer, isMerchantView), [viewer, isMerchantView])
  const searched = [...screens.keys()].flatMap((name) => entities.get(name) ?? [])
  const { data, isFetching } = useFoundRows(wanted, searched)
  const { opened, isPending } = useOpenedRows(screens)
  const isSearchable = typed.length >= leastTyped
  const isSearching = typed === '' ? isPending : isSearchable && (typed !== wanted || isFetching)

  const itemOf = (entity: Entity, row: FoundRow, icon?: ReactNode): PaletteItem[] => {
    const place = screens.get(entity.name)
    if (!place) return []
    const name = titleOfRow(row)
    const facts = factsOf(entity, row, viewer.psp && !isMerchantView)
    return [
      {
        id: `${entity.name} ${row.id}`,
        label: icon ? `${labels.entity(entity)} ${name}` : name,
        facts,
        icon: icon ?? <place.screen.icon size={18} />,
        href: joinAddress(scopeOfRow(row), addressOfRow(place.screen, row.id)),
        ...(typeof row['status'] === 'string' ? { status: row['status'] } : {}),
      },
    ]
  }
  /** The provider's staff see a merchant's row in the view of that merchant. */
  const scopeOfRow = ({ merchant }: FoundRow) =>
    !viewer.psp || merchant === scope.merchant ? scope : typeof merchant === 'string' ? { merchant } : {}

  const all = (entity: Entity, by: string): PaletteItem[] => {
    const place = screens.get(entity.name)
    if (!place?.isInView) return []
    const search = formatQueryString(withSearch({}, by, wanted))
    return [
      {
        id: `all ${entity.name}`,
        label: t('search.all', { name: labels.entities(entity) }),
        icon: <IconList size={18} />,
        href: joinAddress(scope, `${place.screen.route}?${search}`),
      },
    ]
  }
  const found = data?.groups ?? []
  return {
    isSearching,
    isPartial: data?.isPartial === true && !isSearching,
    opened:
      typed === '' && opened.length > 0
        ? [
            {
              label: t('search.opened'),
              items: opened.flatMap(({ entity, row }) => itemOf(entity, row, <IconClock size={18} />)),
            },
          ]
        : [],
    // Only rows for the present text are shown, never those of the text before.
    found:
      isSearchable && !isSearching
        ? found.map(({ entity, rows, by, hasMore }) => ({
            label: labels.entities(entity),
            items: [...rows.flatMap((row) => itemOf(entity, row)), ...(hasMore ? all(entity, by) : [])],
          }))
        : [],
  }
}

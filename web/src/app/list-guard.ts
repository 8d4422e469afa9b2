import type { Query } from '@kontor/contract/lists/query-string'
import { redirect } from '@tanstack/react-router'
import { currentSession } from '../identity/session.ts'
import { engineNow } from '../platform/api/server-time.ts'
import { i18n } from '../platform/i18n.ts'
import type { Cleaned } from '../platform/list/address/clean-search.ts'
import { windowStart, withWindow } from '../platform/list/address/default-window.ts'
import { adding, drawnAs, everything, without } from '../platform/list/address/list-search.ts'
import { notify } from '../platform/notify.ts'
import type { ListScreen, Visit } from '../platform/screen/screen.ts'
import { entityNamed } from './navigation/navigation.ts'

/**
 * Corrects a list's address: unknown parameters are removed with a notice, defaults are removed silently, a missing
 * date window is added, and an empty address gets the screen's own filter.
 */
export async function putRight(screen: ListScreen, { location, preload }: Visit): Promise<void> {
  const entity = entityNamed(screen.entity)
  // The cast is safe: the router uses the contract's parser.
  const raw = location.search as Query
  const withOwn = (search: Query) => (screen.window ? withWindow(entity, search, startOfWindow()) : search)
  const { search, dropped } = await checked(screen, raw, [
    {},
    withOwn({}),
    screen.initial ?? {},
    ...(hasFirstSight(screen) ? [{ [everything]: 'true' }] : []),
  ])
  const right = withOwn(search)
  if (dropped.length > 0 && !preload) {
    const message = i18n.t('notice.dropped', { names: dropped.join(', ') })
    notify({ id: 'dropped', color: 'yellow', message })
  }
  const goTo = (search: Query) => redirect({ to: location.pathname, search, replace: true })
  const isBare = Object.keys(without(right, [adding, 'tab'])).length === 0
  if (screen.initial && isBare) throw goTo({ ...screen.initial, ...right })
  if (!hasKeysOf(raw, right)) throw goTo(right)
}

/** Checks the address, unless it is one of our own: the checking code is a tenth of all that a list loads. */
async function checked(screen: ListScreen, raw: Query, ours: readonly Query[]): Promise<Cleaned> {
  if (ours.some((own) => isSame(raw, own))) return { search: raw, dropped: [] }
  const { cleanSearch } = await import('../platform/list/address/clean-search.ts')
  const own = [...(hasFirstSight(screen) ? [everything] : []), ...(screen.isTree ? [drawnAs] : [])]
  return cleanSearch(entityNamed(screen.entity), raw, [...own, ...(screen.parameters ?? [])])
}

/** Only a list with a window or a first filter can be asked for everything. */
const hasFirstSight = ({ window, initial }: ListScreen): boolean => window === true || initial !== undefined

const hasKeysOf = (one: Query, other: Query): boolean =>
  Object.keys(one).length === Object.keys(other).length && Object.keys(other).every((key) => key in one)
const isSame = (one: Query, other: Query): boolean =>
  hasKeysOf(one, other) && Object.keys(other).every((key) => one[key] === other[key])

const startOfWindow = () => windowStart(engineNow(), currentSession()?.time_zone ?? 'Europe/Amsterdam')

import { entities } from '@kontor/contract/entities'
import type { Query } from '@kontor/contract/query-string'
import { redirect } from '@tanstack/react-router'
import { currentSession } from '../identity/session.ts'
import { i18n } from '../platform/i18n.ts'
import { windowStart, withWindow } from '../platform/list/default-window.ts'
import { cleanSearch } from '../platform/list/list-search.ts'
import { notify } from '../platform/notify.ts'
import { engineNow } from '../platform/server-time.ts'
import type { Visit } from './guards.ts'

/** Puts a list's address right: what it does not know goes with a notice, defaults go silently, a missing window comes. */
export function putRight(name: string, { location, preload }: Visit, options: { hasWindow?: boolean } = {}): void {
  const entity = entities.find((known) => known.name === name)
  if (!entity) throw new TypeError(`no entity is called ${name}`)
  // The router's parser is the contract's, so that this is a Query.
  const raw = location.search as Query
  const { search, dropped } = cleanSearch(entity, raw)
  const right = options.hasWindow ? withWindow(entity, search, startOfWindow()) : search
  if (dropped.length > 0 && !preload) {
    const message = i18n.t('notice.dropped', { names: dropped.join(', ') })
    notify({ id: 'dropped', color: 'yellow', message })
  }
  const isSame = Object.keys(right).length === Object.keys(raw).length && Object.keys(right).every((key) => key in raw)
  if (!isSame) throw redirect({ to: location.pathname, search: right, replace: true })
}

const startOfWindow = () => windowStart(engineNow(), currentSession()?.time_zone ?? 'Europe/Amsterdam')

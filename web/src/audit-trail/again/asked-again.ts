import type { Entity } from '@kontor/contract/entity'
import { formatQueryString, parseQueryString } from '@kontor/contract/lists/query-string'
import type { Scope } from '../../platform/api/scope.ts'

/** Addresses about a person, or the same for everybody. */
const ofNobody = /^GET \/v1\/(auth|profile|pay|savedview|gateway|mcc|bankaccountalarm)(\/|$)/
const ofProvider = 'GET /v1/psp/'
/** Lists of the provider that can be narrowed to a merchant, and that are of no entity. */
const narrowed = /^GET \/v1\/psp\/(ledger\/(transfer|margin|unpriced)|difference|ageing|audittrail\/failure)(\/|$)/
/** The events of all sign-ins: a merchant is a filter of theirs, and no view. */
const filtered = 'GET /v1/psp/signinevent'

/** True where the answer depends on the view. `isOfView` says the same of an endpoint, and a test compares both. */
export function isRouteOfView(route: string, entities: Iterable<Entity>): boolean {
  if (!route.startsWith(ofProvider)) return !ofNobody.test(route)
  if (narrowed.test(route)) return true
  return [...entities].some(({ resource }) => {
    const list = `GET /v1/${resource}`
    return [list, `${list}/count`, `${list}/totals`, `${list}/:id`, `${list}/:id/history`].includes(route)
  })
}

/**
 * A recorded address in the present view. Pages of versions before sent the view everywhere; where an endpoint is of no view it
 * is left out, because it would be refused.
 */
export function addressAgain(
  { url, route }: { readonly url: string; readonly route: string },
  scope: Scope,
  entities: Iterable<Entity>,
): string {
  const [path = '', query = ''] = url.split('?')
  const { merchant, organisation, ...others } = parseQueryString(query)
  const own = { ...(merchant && { merchant }), ...(organisation && { organisation }) }
  const isOfView = isRouteOfView(route, entities)
  const text = formatQueryString({
    ...others,
    ...((isOfView || route === filtered) && own),
    ...(isOfView && scope),
  })
  return text ? `${path}?${text}` : path
}

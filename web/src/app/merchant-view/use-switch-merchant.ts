import { formatQueryString, type Query } from '@kontor/contract/lists/query-string'
import { isUuid } from '@kontor/contract/uuid'
import { useRouter } from '@tanstack/react-router'
import { joinAddress } from '../../platform/api/merchant-address.ts'
import { entityNamed, routeOfScreen, screenAt } from '../navigation/navigation.ts'
import { innerScreens } from '../screens.ts'

/** Opens the present screen for another merchant. */
export function useSwitchMerchant(): (merchant: string) => void {
  const router = useRouter()
  return (merchant) => {
    const { pathname, search } = router.latestLocation
    // The cast is safe: the router uses the contract's parser.
    router.history.push(addressFor(merchant, pathname, search as Query))
  }
}

/**
 * The address of the same screen in another merchant's view. An open row and whatever else names rows of the first
 * merchant stay behind; a page that is no screen of a merchant becomes the merchant's first one.
 */
export function addressFor(merchant: string, pathname: string, search: Query): string {
  const inner = innerScreens.find(({ route }) => route === pathname)
  const route = inner?.route ?? routeOfScreen(pathname)
  if (!route || isOfProvider(route)) return joinAddress({ merchant }, '/')
  const rest = formatQueryString(ofAnyMerchant(route, search))
  return joinAddress({ merchant }, route) + (rest && `?${rest}`)
}

const isOfProvider = (route: string): boolean => route.startsWith('/psp/')

const ofOneMerchant = ['_search', '_search_by', '_skip', 'tab']

function ofAnyMerchant(route: string, search: Query): Query {
  const { entity: name } = screenAt(route)
  const entity = name === undefined ? undefined : entityNamed(name)
  const isOfOne = (key: string, value: Query[string]) =>
    ofOneMerchant.includes(key) ||
    [value].flat().some(isUuid) ||
    (entity?.filters[key] === 'is' && entity.fields[key]?.kind === 'text')
  return Object.fromEntries(Object.entries(search).filter(([key, value]) => !isOfOne(key, value)))
}

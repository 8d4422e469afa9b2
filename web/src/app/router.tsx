import { formatQueryString, parseQueryString, type Query } from '@kontor/contract/lists/query-string'
import { isUuid } from '@kontor/contract/uuid'
import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { currentSession } from '../identity/session.ts'
import { rememberAddress } from '../identity/sign-in/remembered-address.ts'
import { joinAddress, splitAddress } from '../platform/api/merchant-address.ts'
import { currentScope, type Scope, setScope } from '../platform/api/scope.ts'
import { RowPanel } from '../platform/screen/row-panel.tsx'
import { type OpenScreen, pageOfRow, type Visit } from '../platform/screen/screen.ts'
import { Crashed, PageNotFound } from './pictures.tsx'
import { history, rootRoute } from './root-route.ts'
import { openScreens } from './screens.ts'
import { signInRoutes } from './sign-in-routes.ts'
import { Waiting } from './waiting.tsx'

/** All routes below this one require a session. */
const shell = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: () => {
    const session = currentSession()
    const { pathname, search, href } = history.location
    if (!session) {
      rememberAddress(href, null)
      throw redirect({ to: '/login', replace: true })
    }
    const download = downloadOf(parseQueryString(search.replace(/^\?/, '')))
    if (download) {
      if (session.psp) setScope(download.scope)
      throw redirect({ to: download.to, search: {}, replace: true })
    }
    // The provider's staff may share links with a merchant prefix; a merchant's user sees the same screen without it.
    const split = splitAddress(pathname)
    if (!session.psp && split.scope.merchant) history.replace(split.pathname + search)
  },
  component: lazyRouteComponent(() => import('./look/shell.tsx'), 'Shell'),
})

/**
 * The report that a mail's link names (000 section 2). The provider's staff see it in the view of its merchant; a
 * merchant's user is at home there.
 */
function downloadOf({ _download, id, _organisation }: Query): { to: string; scope: Scope } | undefined {
  if (_download !== 'true' || typeof id !== 'string' || !isUuid(id)) return undefined
  const isMerchant = typeof _organisation === 'string' && isUuid(_organisation)
  return {
    to: `/reports/transactions/${id}/download`,
    scope: isMerchant ? { merchant: _organisation } : {},
  }
}

/** The route of a screen. A list stays on screen while a child address shows the panel of a row. */
function routeOf(screen: OpenScreen) {
  const route = createRoute({
    getParentRoute: () => shell,
    path: screen.route,
    staticData: { screen },
    // Loaded here, because it knows all entities, which signing in does not need.
    beforeLoad: async (visit: Visit) => (await import('./enter.ts')).enter(screen, visit),
    component: lazyRouteComponent(screen.page),
  })
  if (screen.kind !== 'list') return route
  const row = createRoute({
    getParentRoute: () => route,
    path: screen.panelAt ? `${screen.panelAt}/$id` : '$id',
    staticData: { screen },
    component: RowPanel,
  })
  return route.addChildren([row])
}

/** The page of a row, without its list: the panel's address and `/page`. */
const rowPages = openScreens
  .filter((screen) => screen.kind === 'list')
  .filter(({ panel }) => panel !== undefined)
  .map((screen) =>
    createRoute({
      getParentRoute: () => shell,
      path: pageOfRow(screen, '$id'),
      staticData: { screen },
      beforeLoad: async (visit: Visit) => (await import('./guards.ts')).requireScreen(screen.route, visit),
      component: lazyRouteComponent(() => import('../platform/screen/row-page.tsx')),
    }),
  )

/** An address of no screen keeps the frame. Whoever is not signed in signs in first. */
const nowhere = createRoute({ getParentRoute: () => shell, path: '$', component: PageNotFound })

const developersRoutes = import.meta.env.DEV
  ? [
      createRoute({
        getParentRoute: () => shell,
        path: '/route-tester',
        component: lazyRouteComponent(() => import('./route-tester/route-tester.page.tsx'), 'RouteTesterPage'),
      }),
    ]
  : []

export const router = createRouter({
  history,
  routeTree: rootRoute.addChildren([
    ...signInRoutes,
    shell.addChildren([...openScreens.map(routeOf), ...rowPages, ...developersRoutes, nowhere]),
  ]),
  rewrite: {
    input: ({ url }) => withPath(url, decodable(splitAddress(url.pathname).pathname)),
    output: ({ url }) => withPath(url, joinAddress(currentScope(), url.pathname)),
  },
  parseSearch: (text): Query => ({ ...parseQueryString(text.replace(/^\?/, '')) }),
  stringifySearch: (search) => {
    const text = formatQueryString(search)
    return text && `?${text}`
  },
  defaultPreload: 'intent',
  defaultPendingComponent: Waiting,
  defaultPendingMinMs: 0,
  defaultErrorComponent: Crashed,
  defaultNotFoundComponent: PageNotFound,
  // Each entry of the history keeps its place. A page of a new address begins at its top, and so do its rows and its panel:
  // without their names they would begin where those of the page before were (docs/adr/0248).
  scrollRestoration: true,
  scrollToTopSelectors: ['page', 'rows', 'panel'].map((name) => `[data-scroll-restoration-id="${name}"]`),
})

/** The router draws no frame around a path that it cannot decode, so such a path is taken as it is written. */
function decodable(pathname: string): string {
  try {
    // A bundler leaves out the call if its result is not used.
    return decodeURIComponent(pathname) ? pathname : '/'
  } catch {
    return pathname.replaceAll('%', '%25')
  }
}

function withPath(url: URL, pathname: string): URL {
  const changed = new URL(url)
  changed.pathname = pathname
  return changed
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

import { formatQueryString, parseQueryString, type Query } from '@kontor/contract/query-string'
import { entityRoles } from '@kontor/contract/roles'
import {
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { withoutSecret } from '../identity/link-secrets.ts'
import { rememberAddress, takeRememberedAddress } from '../identity/remembered-address.ts'
import { currentSession } from '../identity/session.ts'
import { currentScope, type Scope, setScope } from '../platform/api/scope.ts'
import { requireScreen, type Visit } from './guards.ts'
import type { putRight as check } from './list-guard.ts'
import { chosenOrganisation, joinAddress, splitAddress } from './merchant-view/merchant-scope.ts'
import { firstScreen } from './navigation/navigation.ts'
import { Crashed, NoScreens, PageNotFound } from './pictures.tsx'
import { Root } from './root.tsx'

const history = createBrowserHistory()
const followScope = () => setScope(scopeOf(history.location.pathname))
history.subscribe(followScope)

function scopeOf(pathname: string): Scope {
  const session = currentSession()
  if (!session || session.psp) return splitAddress(pathname).scope
  const organisation = chosenOrganisation(session.id)
  return organisation ? { organisation } : {}
}

const rootRoute = createRootRoute({
  component: Root,
  // Through the route, the view changes on screen in the same moment as the page does.
  beforeLoad: () => {
    followScope()
    return { scope: currentScope() }
  },
})

const outside = { getParentRoute: () => rootRoute } as const

/** Who is signed in already goes on, to the remembered address of this tab if there is one. */
function onlySignedOut(): void {
  const session = currentSession()
  if (session) throw redirect({ href: takeRememberedAddress(session.id), replace: true })
}

/** The token of a link leaves the address bar before its page is shown. */
function hideSecret({ location: { pathname, search }, preload }: Visit, name = 'token'): void {
  const rest = preload ? undefined : withoutSecret(pathname, name, search)
  if (rest) throw redirect({ to: pathname, search: rest, replace: true })
}

const login = createRoute({
  ...outside,
  path: '/login',
  beforeLoad: onlySignedOut,
  component: lazyRouteComponent(() => import('../identity/login.page.tsx'), 'LoginPage'),
})

const logout = createRoute({
  ...outside,
  path: '/logout',
  component: lazyRouteComponent(() => import('../identity/logout.page.tsx'), 'LogoutPage'),
})

const forgotPassword = createRoute({
  ...outside,
  path: '/forgotPassword',
  beforeLoad: onlySignedOut,
  component: lazyRouteComponent(() => import('../identity/forgot-password.page.tsx'), 'ForgotPasswordPage'),
})

const mfa = createRoute({
  ...outside,
  path: '/mfa',
  beforeLoad: (visit) => {
    onlySignedOut()
    hideSecret(visit, 'mfa_token')
  },
  component: lazyRouteComponent(() => import('../identity/mfa/mfa.page.tsx'), 'MfaPage'),
})

const mfaSetup = createRoute({
  ...outside,
  path: '/mfa/setup',
  beforeLoad: (visit) => {
    onlySignedOut()
    hideSecret(visit)
  },
  component: lazyRouteComponent(() => import('../identity/mfa/mfa-setup.page.tsx'), 'MfaSetupPage'),
})

// Who is signed in is signed out by these, once the server has found the link to be good.
const updatePassword = createRoute({
  ...outside,
  path: '/updatePassword',
  beforeLoad: (visit) => hideSecret(visit),
  component: lazyRouteComponent(() => import('../identity/update-password.page.tsx'), 'UpdatePasswordPage'),
})

const updateEmail = createRoute({
  ...outside,
  path: '/updateEmail',
  beforeLoad: (visit) => hideSecret(visit),
  component: lazyRouteComponent(() => import('../identity/update-email.page.tsx'), 'UpdateEmailPage'),
})

const setUp = createRoute({
  getParentRoute: () => rootRoute,
  path: '/set-up',
  component: lazyRouteComponent(() => import('../identity/set-up.page.tsx'), 'SetUpPage'),
})

/** Everything inside is only for signed-in users. */
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
    // A link from the provider's staff: the same screen, in the merchant's own view.
    const split = splitAddress(pathname)
    if (!session.psp && split.scope.merchant) history.replace(split.pathname + search)
  },
  component: lazyRouteComponent(() => import('./look/shell.tsx'), 'Shell'),
})

const start = createRoute({
  getParentRoute: () => shell,
  path: '/',
  beforeLoad: () => {
    const session = currentSession()
    const to = session && firstScreen(session, currentScope().merchant !== undefined)
    if (to) throw redirect({ to, replace: true })
  },
  component: NoScreens,
})

// With what is known of all entities, which signing in does without.
const putRight = async (...visit: Parameters<typeof check>): Promise<void> =>
  (await import('./list-guard.ts')).putRight(...visit)

const inShell = { getParentRoute: () => shell } as const

const profile = createRoute({
  ...inShell,
  path: '/profile',
  component: lazyRouteComponent(() => import('../identity/profile/profile.page.tsx'), 'ProfilePage'),
})

/** Only in development. */
const developersRoutes = import.meta.env.DEV
  ? [
      createRoute({
        ...inShell,
        path: '/route-tester',
        component: lazyRouteComponent(() => import('./route-tester.page.tsx'), 'RouteTesterPage'),
      }),
    ]
  : []
const apiSettings = createRoute({
  ...inShell,
  path: '/apiSettings',
  beforeLoad: (visit) => requireScreen('/apiSettings', visit),
  component: lazyRouteComponent(() => import('../organisations/api-settings.page.tsx'), 'ApiSettingsPage'),
})

interface ListOptions {
  /** Shows the last month unless asked for more. */
  hasWindow?: boolean
  /** What the list shows first. With every filter cleared, the address says at least what a search looks in. */
  initial?: Query
  /** Where the panel is, when a row itself has another screen. */
  panel?: `${string}$id`
}

/** A list of an entity, and the panel of a row at a child address: the list above it stays as it is, and draws the panel. */
function listRoute<const P extends string>(
  path: P,
  entity: string,
  component: ReturnType<typeof lazyRouteComponent>,
  { initial, panel = '$id', ...options }: ListOptions = {},
) {
  const list = createRoute({
    ...inShell,
    path,
    component,
    beforeLoad: async (visit: Visit) => {
      requireScreen(path, visit)
      await putRight(entity, visit, options)
      if (initial && Object.keys(visit.location.search).length === 0) {
        throw redirect({ to: visit.location.pathname, search: initial, replace: true })
      }
    },
  })
  return list.addChildren([createRoute({ getParentRoute: () => list, path: panel })])
}

const webhookPages = () => import('../webhooks/webhook.pages.tsx')
const transactionPages = () => import('../payments/transaction.pages.tsx')

// Default windows and initial filters: 000 section 2.
const lists = [
  listRoute(
    '/psp/merchants',
    'merchant',
    lazyRouteComponent(() => import('../organisations/merchant.page.tsx'), 'MerchantPage'),
    { initial: { active: 'true' } },
  ),
  listRoute('/psp/transactions', 'transaction', lazyRouteComponent(transactionPages, 'PspTransactionPage'), {
    hasWindow: true,
  }),
  listRoute('/transactions', 'transaction', lazyRouteComponent(transactionPages, 'TransactionPage')),
  listRoute('/transactionsTagged', 'transaction', lazyRouteComponent(transactionPages, 'TaggedTransactionPage')),
  listRoute('/transactionsBlocked', 'transaction', lazyRouteComponent(transactionPages, 'BlockedTransactionPage')),
  listRoute('/transactionsMissed', 'transaction', lazyRouteComponent(transactionPages, 'MissedTransactionPage')),
  listRoute('/transactionsDeclined', 'transaction', lazyRouteComponent(transactionPages, 'DeclinedTransactionPage')),
  listRoute(
    '/refunds',
    'refund',
    lazyRouteComponent(() => import('../payments/refunds/refund.page.tsx'), 'RefundPage'),
    { hasWindow: true },
  ),
  listRoute(
    '/customers',
    'customer',
    lazyRouteComponent(() => import('../customers/customer.page.tsx'), 'CustomerPage'),
    { hasWindow: true },
  ),
  listRoute(
    '/terminals',
    'terminal',
    lazyRouteComponent(() => import('../terminals/terminal.page.tsx'), 'TerminalPage'),
  ),
  listRoute(
    '/chargebacks',
    'chargeback',
    lazyRouteComponent(() => import('../disputes/chargeback.page.tsx'), 'ChargebackPage'),
    { hasWindow: true },
  ),
  listRoute(
    '/transactions/scheduled',
    'scheduled_transaction',
    lazyRouteComponent(() => import('../scheduled/scheduled.page.tsx'), 'ScheduledPage'),
    { initial: { 'status[]': ['CREATED'] } },
  ),
  listRoute(
    '/payment-links',
    'payment_link',
    lazyRouteComponent(() => import('../checkout/links/payment-link.page.tsx'), 'PaymentLinkPage'),
    { initial: { active: 'true' } },
  ),
  listRoute(
    '/card-add-links',
    'card_add_link',
    lazyRouteComponent(() => import('../checkout/links/card-add-link.page.tsx'), 'CardAddLinkPage'),
    { hasWindow: true },
  ),
  listRoute(
    '/checkout-designs',
    'checkout',
    lazyRouteComponent(() => import('../checkout/designs/design.page.tsx'), 'DesignPage'),
    { panel: 'view/$id' },
  ),
  listRoute(
    '/subscriptions/plans',
    'plan',
    lazyRouteComponent(() => import('../subscriptions/plan.page.tsx'), 'PlanPage'),
    { hasWindow: true },
  ),
  listRoute(
    '/subscriptions/discounts',
    'subscription_discount',
    lazyRouteComponent(() => import('../subscriptions/discount.page.tsx'), 'DiscountPage'),
    { hasWindow: true },
  ),
  listRoute(
    '/subscriptions',
    'subscription',
    lazyRouteComponent(() => import('../subscriptions/subscription.page.tsx'), 'SubscriptionPage'),
    { hasWindow: true },
  ),
  listRoute('/webhooks', 'webhook', lazyRouteComponent(webhookPages, 'WebhookPage'), { hasWindow: true }),
  listRoute('/webhook-testing', 'webhook', lazyRouteComponent(webhookPages, 'WebhookTestingPage'), { hasWindow: true }),
  listRoute('/psp/webhooks', 'webhook', lazyRouteComponent(webhookPages, 'PspWebhookPage'), { hasWindow: true }),
]

const designRoles = entityRoles('CHECKOUT')
const designForms = () => import('../checkout/designs/design-form.page.tsx')
const designs = [
  createRoute({
    ...inShell,
    path: '/checkout-designs/new',
    component: lazyRouteComponent(designForms, 'NewDesignPage'),
    beforeLoad: (visit: Visit) => requireScreen('/checkout-designs', visit, designRoles.create),
  }),
  createRoute({
    ...inShell,
    path: '/checkout-designs/$checkoutId',
    component: lazyRouteComponent(designForms, 'EditDesignPage'),
    beforeLoad: (visit: Visit) => requireScreen('/checkout-designs', visit, designRoles.update),
  }),
]

/** A screen of statistics: it always says its period and its range. */
const dashboardRoute = (path: string, component: ReturnType<typeof lazyRouteComponent>) =>
  createRoute({
    ...inShell,
    path,
    component,
    beforeLoad: async (visit: Visit) => {
      requireScreen(path, visit)
      const { putDashboardRight } = await import('../insights/dashboard-guard.ts')
      putDashboardRight(visit)
    },
  })

const insightRoute = (path: string, component: ReturnType<typeof lazyRouteComponent>) =>
  createRoute({ ...inShell, path, component, beforeLoad: (visit: Visit) => requireScreen(path, visit) })

const insights = [
  dashboardRoute(
    '/dashboards/transactions',
    lazyRouteComponent(() => import('../insights/transaction-dashboard.page.tsx'), 'TransactionDashboardPage'),
  ),
  dashboardRoute(
    '/dashboards/refunds',
    lazyRouteComponent(() => import('../insights/refund-dashboard.page.tsx'), 'RefundDashboardPage'),
  ),
  dashboardRoute(
    '/dashboards/customers',
    lazyRouteComponent(() => import('../insights/customer-dashboard.page.tsx'), 'CustomerDashboardPage'),
  ),
  insightRoute(
    '/customers/rfm',
    lazyRouteComponent(() => import('../insights/rfm.page.tsx'), 'RfmPage'),
  ),
  insightRoute(
    '/dashboards/processor-statistics',
    lazyRouteComponent(() => import('../insights/processor-statistics.page.tsx'), 'ProcessorStatisticsPage'),
  ),
  insightRoute(
    '/insights/dashboards/processor-compare',
    lazyRouteComponent(() => import('../insights/processor-compare.page.tsx'), 'ProcessorComparePage'),
  ),
]

export const router = createRouter({
  history,
  routeTree: rootRoute.addChildren([
    login,
    logout,
    setUp,
    forgotPassword,
    mfa,
    mfaSetup,
    updatePassword,
    updateEmail,
    shell.addChildren([start, profile, apiSettings, ...lists, ...designs, ...insights, ...developersRoutes]),
  ]),
  rewrite: {
    input: ({ url }) => withPath(url, splitAddress(url.pathname).pathname),
    output: ({ url }) => withPath(url, joinAddress(currentScope(), url.pathname)),
  },
  parseSearch: (text): Query => ({ ...parseQueryString(text.replace(/^\?/, '')) }),
  stringifySearch: (search) => {
    const text = formatQueryString(search)
    return text && `?${text}`
  },
  defaultPreload: 'intent',
  defaultErrorComponent: Crashed,
  defaultNotFoundComponent: PageNotFound,
  scrollRestoration: false,
})

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

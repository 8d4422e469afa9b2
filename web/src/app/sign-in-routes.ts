import { signOnReturnPath } from '@kontor/contract/identity/sign-on/sign-on.rules'
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { currentSession } from '../identity/session.ts'
import { withoutSecret } from '../identity/sign-in/link-secrets.ts'
import { takeRememberedAddress } from '../identity/sign-in/remembered-address.ts'
import { takeBrought } from '../identity/sign-on/brought.ts'
import type { Visit } from '../platform/screen/screen.ts'
import { rootRoute } from './root-route.ts'

const outside = { getParentRoute: () => rootRoute } as const

const login = createRoute({
  ...outside,
  path: '/login',
  beforeLoad: onlySignedOut,
  component: lazyRouteComponent(() => import('../identity/sign-in/login.page.tsx'), 'LoginPage'),
})

const logout = createRoute({
  ...outside,
  path: '/logout',
  component: lazyRouteComponent(() => import('../identity/sign-in/logout.page.tsx'), 'LogoutPage'),
})

const forgotPassword = createRoute({
  ...outside,
  path: '/forgotPassword',
  beforeLoad: onlySignedOut,
  component: lazyRouteComponent(() => import('../identity/sign-in/forgot-password.page.tsx'), 'ForgotPasswordPage'),
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

// These pages sign out a signed-in user, after the server has accepted the link.
const updatePassword = createRoute({
  ...outside,
  path: '/updatePassword',
  beforeLoad: (visit) => hideSecret(visit),
  component: lazyRouteComponent(() => import('../identity/sign-in/update-password.page.tsx'), 'UpdatePasswordPage'),
})

const updateEmail = createRoute({
  ...outside,
  path: '/updateEmail',
  beforeLoad: (visit) => hideSecret(visit),
  component: lazyRouteComponent(() => import('../identity/sign-in/update-email.page.tsx'), 'UpdateEmailPage'),
})

// It signs nobody out: it changes nothing about how anybody signs in.
const bankAccountAlarm = createRoute({
  ...outside,
  path: '/bank-account-alarm',
  beforeLoad: (visit) => hideSecret(visit),
  component: lazyRouteComponent(() => import('../bank-accounts/alarm.page.tsx'), 'AlarmPage'),
})

/** What the issuer sent is taken out of the address before the page is shown. */
const signOnReturn = createRoute({
  ...outside,
  path: signOnReturnPath('$house'),
  beforeLoad: ({ location: { pathname, search }, preload, params }: Visit & { params: { house: string } }) => {
    if (!preload && takeBrought(params.house, search)) throw redirect({ to: pathname, search: {}, replace: true })
  },
  component: lazyRouteComponent(() => import('../identity/sign-on/sign-on-return.page.tsx'), 'SignOnReturnPage'),
})

const setUp = createRoute({
  ...outside,
  path: '/set-up',
  component: lazyRouteComponent(() => import('../identity/sign-in/set-up.page.tsx'), 'SetUpPage'),
})

export const signInRoutes = [
  login,
  logout,
  signOnReturn,
  setUp,
  forgotPassword,
  mfa,
  mfaSetup,
  updatePassword,
  updateEmail,
  bankAccountAlarm,
] as const

/** Sends a signed-in user on, to this tab's remembered address if there is one. */
function onlySignedOut(): void {
  const session = currentSession()
  if (session) throw redirect({ href: takeRememberedAddress(session.id), replace: true })
}

/** Removes a link's token from the address bar before the page is shown. */
function hideSecret({ location: { pathname, search }, preload }: Visit, name = 'token'): void {
  const rest = preload ? undefined : withoutSecret(pathname, name, search)
  if (rest) throw redirect({ to: pathname, search: rest, replace: true })
}

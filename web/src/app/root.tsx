import { Outlet, useRouteContext } from '@tanstack/react-router'
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { factorAsked, onFactorAsked } from '../platform/api/fresh-factor.ts'
import { ScopeContext } from '../platform/api/scope.ts'
import { hasNotice, onFirstNotice } from '../platform/notify.ts'

const Notifications = lazy(() => import('@mantine/notifications').then((module) => ({ default: module.Notifications })))

const FreshFactorDialog = lazy(() => import('../identity/mfa/fresh-factor.dialog.tsx'))

/** The frame of every page, with or without a session. */
export function Root() {
  const { scope } = useRouteContext({ from: '__root__' })
  const asking = useSyncExternalStore(onFactorAsked, factorAsked)
  const isNoticed = useSyncExternalStore(onFirstNotice, hasNotice)
  return (
    <ScopeContext value={scope}>
      {isNoticed && (
        <Suspense fallback={null}>
          {/* In the free middle of the header, so that no notice covers a panel or the buttons of a dialog. */}
          <Notifications position="top-center" layout="stacked" containerWidth={520} />
        </Suspense>
      )}
      {asking && (
        <Suspense fallback={null}>
          <FreshFactorDialog asking={asking} />
        </Suspense>
      )}
      <Outlet />
    </ScopeContext>
  )
}

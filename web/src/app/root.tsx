import { Outlet, useRouteContext } from '@tanstack/react-router'
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { ScopeContext } from '../platform/api/scope.ts'
import { hasNotice, onFirstNotice } from '../platform/notify.ts'

const Notifications = lazy(() => import('@mantine/notifications').then((module) => ({ default: module.Notifications })))

/** Around every page, signed in or not. */
export function Root() {
  const { scope } = useRouteContext({ from: '__root__' })
  const isNoticed = useSyncExternalStore(onFirstNotice, hasNotice)
  return (
    <ScopeContext value={scope}>
      {isNoticed && (
        <Suspense fallback={null}>
          {/* Beside a dialog and its buttons, not above them. */}
          <Notifications position="bottom-left" autoClose={8000} />
        </Suspense>
      )}
      <Outlet />
    </ScopeContext>
  )
}

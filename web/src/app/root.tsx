import { Outlet, useRouteContext } from '@tanstack/react-router'
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { ScopeContext } from '../platform/api/scope.ts'
import { hasNotice, onFirstNotice } from '../platform/notify.ts'

const Notifications = lazy(() => import('@mantine/notifications').then((module) => ({ default: module.Notifications })))

/** The frame of every page, with or without a session. */
export function Root() {
  const { scope } = useRouteContext({ from: '__root__' })
  const isNoticed = useSyncExternalStore(onFirstNotice, hasNotice)
  return (
    <ScopeContext value={scope}>
      {isNoticed && (
        <Suspense fallback={null}>
          {/* Above the pager, beside navigation and panel, and below the buttons of most dialogs. */}
          <Notifications position="top-center" autoClose={8000} />
        </Suspense>
      )}
      <Outlet />
    </ScopeContext>
  )
}

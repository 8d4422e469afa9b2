import './app/look/styles.ts'
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { contrast, theme } from './app/look/theme.ts'
import { reloadWhenOutdated, supportOffline } from './app/offline.ts'
import { Unreachable } from './app/unreachable.tsx'
import { loadSession } from './identity/session.ts'
import { startTranslations } from './platform/i18n.ts'

const element = document.getElementById('root')
if (!element) throw new Error('index.html has no #root')
const root = createRoot(element)
const themeManager = localStorageColorSchemeManager({ key: 'kontor.theme' })

async function start(): Promise<void> {
  const [, session] = await Promise.all([startTranslations(), loadSession().catch((error: unknown) => ({ error }))])
  // The router guards its first route at once, so it comes after the session is known.
  const { router } = await import('./app/router.tsx')
  const { followSession } = await import('./app/session/session-end.ts')
  followSession()
  root.render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={contrast}
        colorSchemeManager={themeManager}
        defaultColorScheme="auto"
      >
        {session ? <Unreachable error={session.error} onRetry={start} /> : <RouterProvider router={router} />}
      </MantineProvider>
    </StrictMode>,
  )
}

reloadWhenOutdated()
void start().then(supportOffline)

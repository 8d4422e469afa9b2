import './app/look/styles.ts'
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { RouterProvider } from '@tanstack/react-router'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ConnectionBar } from './app/connection-bar.tsx'
import { contrast, theme } from './app/look/theme.ts'
import { supportOffline } from './app/offline.ts'
import { Opening, Unreachable } from './app/unreachable.tsx'
import { loadSession } from './identity/session.ts'
import { insist } from './platform/connection.ts'
import { startTranslations } from './platform/i18n.ts'
import { endOpening } from './platform/load-part.ts'

const element = document.getElementById('root')
if (!element) throw new Error('index.html has no #root')
const root = createRoot(element)
const themeManager = localStorageColorSchemeManager({ key: 'kontor.theme' })

async function start(): Promise<void> {
  const session = insist(loadSession).catch((error: unknown) => ({ error }))
  draw(null)
  await startTranslations()
  draw(<Opening />)
  const failed = await session
  // The router checks its first route at once, so it is loaded when the session is known.
  if (failed) return draw(<Unreachable error={failed.error} onRetry={start} />)
  const { router } = await import('./app/router.tsx')
  const { followSession } = await import('./app/session/session-end.ts')
  followSession()
  const stop = router.subscribe('onLoad', () => {
    stop()
    endOpening()
  })
  draw(<RouterProvider router={router} />)
}

function draw(page: ReactNode): void {
  root.render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={contrast}
        colorSchemeManager={themeManager}
        defaultColorScheme="auto"
      >
        {page}
        <ConnectionBar />
      </MantineProvider>
    </StrictMode>,
  )
}

void start().then(supportOffline)

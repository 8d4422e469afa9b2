import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { I18nextProvider } from 'react-i18next'
import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { theme } from '../src/app/look/theme.ts'
import { i18n } from '../src/platform/i18n.ts'
import type { OpenScreen } from '../src/platform/screen/screen.ts'
import { type Viewer, ViewerContext } from '../src/platform/viewer.ts'

const startPage = '<script type="module" src="/src/main.tsx"></script>'

/** What component tests stand on: the application's own words in en-US, and a server that answers what the test says. */
export function stage() {
  const server = vi.fn<(address: string, init: RequestInit) => Promise<Response>>()

  beforeAll(async () => {
    // What Mantine asks of a browser and jsdom lacks.
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe() {}
        unobserve() {}
        disconnect() {}
      },
    )
    Element.prototype.scrollIntoView ??= () => {}
    await i18n.init({
      lng: 'en-US',
      resources: { 'en-US': { main: texts('main'), fields: texts('fields') } },
      defaultNS: 'main',
      interpolation: { escapeValue: false },
    })
  })
  beforeEach(() => {
    server.mockReset()
    // Whether the server is there at all is asked by its start page (connection.ts): it is, whatever becomes of a call.
    vi.stubGlobal('fetch', (address: string, init: RequestInit) =>
      address === '/' ? Promise.resolve(new Response(startPage)) : server(address, init),
    )
  })
  afterEach(() => {
    cleanup()
    sessionStorage.clear()
  })

  /** `screen` describes the screen that the content stands on, where it asks for that. */
  const show = (content: ReactNode, of: Partial<Viewer> = {}, screen?: OpenScreen) => {
    const rootRoute = createRootRoute({ component: () => content, staticData: screen ? { screen } : {} })
    const router = createRouter({ routeTree: rootRoute, history: createMemoryHistory() })
    render(
      <I18nextProvider i18n={i18n}>
        <MantineProvider env="test" theme={theme}>
          <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retryDelay: 0 } } })}>
            <ViewerContext value={{ ...viewer, ...of }}>
              <RouterProvider router={router} />
            </ViewerContext>
          </QueryClientProvider>
        </MantineProvider>
      </I18nextProvider>,
    )
  }
  return { server, show }
}

const texts = (namespace: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../public/locales/en-US/${namespace}.json`), 'utf8'))

const viewer: Viewer = {
  id: 'u1',
  email: 'ada@example.com',
  name: 'Ada',
  psp: false,
  roles: ['USER_ALL'],
  merchant: 'm1',
  organisation: 'm1',
  merchant_name: 'Shop',
  time_zone: 'Europe/Amsterdam',
  modules: [],
}

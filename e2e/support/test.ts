import { type APIRequestContext, test as base, request as requests } from '@playwright/test'
import { type KeptPage, keepPage } from './kept-page.ts'
import { type Person, password, people } from './people.ts'

interface Options {
  /**
   * The user who is signed in when the test begins. Tests share this session: a test that signs out must sign in by the
   * form first.
   */
  who: Person | 'nobody'
}

type StoredSession = Awaited<ReturnType<APIRequestContext['storageState']>>

interface Shared {
  kept: KeptPage
  sessionOf: (person: Person) => Promise<StoredSession>
  /** The API as the provider sees it, for the data that a test creates for itself. */
  api: APIRequestContext
}

const nobody: StoredSession = { cookies: [], origins: [] }

export const test = base.extend<Options, Shared>({
  who: ['nobody', { option: true }],

  context: async (
    { browser, kept, who, sessionOf, baseURL, viewport, locale, permissions, serviceWorkers, contextOptions },
    use,
    test,
  ) => {
    const options = { ...contextOptions, baseURL, viewport, locale, permissions, serviceWorkers }
    const context = await kept.open(browser, options)
    if (who !== 'nobody') await context.addCookies((await sessionOf(who)).cookies)
    await use(context)
    await kept.leave(context, test.status === test.expectedStatus)
  },

  page: async ({ context }, use) => {
    const [page] = context.pages()
    if (page) await use(page)
  },

  request: async ({ who, sessionOf, baseURL }, use) => {
    const storageState = who === 'nobody' ? nobody : await sessionOf(who)
    const context = await requests.newContext({ storageState, ...(baseURL ? { baseURL } : {}) })
    await use(context)
    await context.dispose()
  },

  kept: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use) => use(keepPage()),
    { scope: 'worker' },
  ],

  sessionOf: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use, { project }) => {
      const { baseURL } = project.use
      const sessions = new Map<Person, Promise<StoredSession>>()
      const begin = async (person: Person) => {
        // A new context would inherit the cookies of the running test, and this sign-in would end that session.
        const context = await requests.newContext({ storageState: nobody, ...(baseURL ? { baseURL } : {}) })
        const data = { username: people[person].email, password }
        const reply = await context.post('/v1/auth/login', { data })
        if (!reply.ok()) throw new Error(`${person} cannot sign in: ${await reply.text()}`)
        const session = await context.storageState()
        await context.dispose()
        return session
      }
      await use((person) => {
        const session = sessions.get(person) ?? begin(person)
        sessions.set(person, session)
        return session
      })
    },
    { scope: 'worker' },
  ],

  api: [
    async ({ sessionOf }, use, { project }) => {
      const { baseURL } = project.use
      const storageState = await sessionOf('provider')
      const context = await requests.newContext({ storageState, ...(baseURL ? { baseURL } : {}) })
      await use(context)
      await context.dispose()
    },
    { scope: 'worker' },
  ],
})

export { type BrowserContext, expect, type FrameLocator, type Locator, type Page } from '@playwright/test'

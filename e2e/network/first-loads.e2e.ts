import { expect, test } from '../support/test.ts'
import { loaded_kB, mostOfFirstLoads_kB } from './first-loads.ts'

test.describe('a first visit', () => {
  for (const [path, most] of Object.entries(mostOfFirstLoads_kB))
    test(`of ${path} fetches at most ${most} kB of scripts and styles`, async ({ browser, baseURL, sessionOf }) => {
      const storageState = path === '/login' ? undefined : await sessionOf('owner')
      const context = await browser.newContext({
        ...(baseURL ? { baseURL } : {}),
        ...(storageState ? { storageState } : {}),
      })
      const page = await context.newPage()
      await page.goto(path, { waitUntil: 'networkidle' })
      const fetched = await loaded_kB(page)
      await context.close()
      // Less would mean that the page was not there.
      expect(fetched).toBeGreaterThan(150)
      expect(fetched).toBeLessThanOrEqual(most)
    })
})

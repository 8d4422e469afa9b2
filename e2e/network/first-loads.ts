import type { Page } from '@playwright/test'

/** Kilobytes of scripts and styles of a first visit, compressed as they travel. */
export const mostOfFirstLoads_kB = {
  '/login': 192,
  '/': 289,
  '/transactions': 294,
  // The tests' world has no refund, so that its list also fetches what it says when it is empty.
  '/refunds': 295,
  '/subscriptions': 293,
  '/dashboards/transactions': 306,
} as const

interface Loaded {
  name: string
  encodedBodySize: number
}

/** What a page has fetched so far, in an empty cache. */
export const loaded_kB = (page: Page): Promise<number> =>
  page.evaluate(() => {
    // The cast is safe in the browser, where these entries have sizes.
    const resources = performance.getEntriesByType('resource') as unknown as Loaded[]
    const files = resources.filter(({ name }) => /\.(js|css)(\?|$)/.test(name))
    // A part is first fetched and then imported from the cache (docs/adr/0050), so it has two entries.
    const sizes = new Map(files.map(({ name, encodedBodySize }) => [name, encodedBodySize]))
    return [...sizes.values()].reduce((sum, size) => sum + size, 0) / 1000
  })

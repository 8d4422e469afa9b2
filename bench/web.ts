import { chromium } from '@playwright/test'
import { browserLaunch } from '../e2e/browser.ts'
import { median } from './measure.ts'
import type { Chapter, Finding } from './report.ts'
import type { World } from './world.ts'

/** Kilobytes of a first load, as they travel compressed: scripts and styles. */
const budgets: Record<string, number> = {
  '/login': 190,
  '/transactions': 290,
  '/refunds': 290,
  '/dashboards/transactions': 400,
}
const visits = 3

/** What a browser with an empty cache has to fetch, and when it shows something. */
export async function web({ url, merchant }: World): Promise<Chapter> {
  const browser = await chromium.launch(await browserLaunch())
  const findings: Finding[] = []
  for (const [path, most] of Object.entries(budgets)) {
    const seen: { kilobytes: number; paint: number }[] = []
    for (let visit = 0; visit < visits; visit++) {
      const context = await browser.newContext({ baseURL: url, locale: 'nl-NL' })
      const [name = '', value = ''] = merchant.cookie.split(/=(.*)/)
      if (path !== '/login') await context.addCookies([{ name, value, url }])
      const page = await context.newPage()
      await page.goto(path, { waitUntil: 'networkidle' })
      seen.push(await page.evaluate(loaded))
      await context.close()
    }
    const kilobytes = median(seen.map((each) => each.kilobytes))
    findings.push({
      what: path,
      budget: `≤ ${most} kB of scripts and styles`,
      measured: `${kilobytes.toFixed(0)} kB; first paint after ${median(seen.map(({ paint }) => paint)).toFixed(0)} ms`,
      met: kilobytes <= most,
    })
  }
  await browser.close()
  return { title: 'First loads', text: 'Chromium with an empty cache; sizes as they travel.', findings }
}

interface Loaded {
  name: string
  encodedBodySize: number
}

function loaded(): { kilobytes: number; paint: number } {
  // Runs in the browser, where these entries have sizes.
  const resources = performance.getEntriesByType('resource') as unknown as Loaded[]
  const bytes = resources
    .filter(({ name }) => /\.(js|css)(\?|$)/.test(name))
    .reduce((sum, each) => sum + each.encodedBodySize, 0)
  return { kilobytes: bytes / 1000, paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0 }
}

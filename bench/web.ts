import { chromium, type Page } from '@playwright/test'
import { browserLaunch } from '../e2e/browser.ts'
import { loaded_kB } from '../e2e/network/first-loads.ts'
import { median } from './measure.ts'
import type { Chapter, Finding } from './report.ts'
import type { World } from './world.ts'

interface Route {
  /** Size in kilobytes of a first load's scripts and styles, compressed as they travel. */
  most_kB: number
  /** The first action of a visitor on the page. */
  act: (page: Page) => Promise<unknown>
}

const openRow = (page: Page) =>
  page
    .locator('tbody tr')
    .first()
    .click({ position: { x: 60, y: 10 } })
const routes: Record<string, Route> = {
  '/login': { most_kB: 190, act: (page) => page.getByLabel('E-mailadres').pressSequentially('owner@bloom') },
  '/transactions': { most_kB: 290, act: openRow },
  '/refunds': { most_kB: 290, act: openRow },
  '/subscriptions': { most_kB: 290, act: openRow },
  '/dashboards/transactions': {
    most_kB: 330,
    act: (page) => page.getByRole('button', { name: /tabel/i }).first().click(),
  },
}

/** The limit that web.dev calls good: from a click or a key to the next frame. */
const responsive_ms = 200
const visits = 3

/**
 * Measures a browser with an empty cache: the bytes it fetches, the time until content shows, and the response to
 * input.
 */
export async function web({ url, merchant }: World): Promise<Chapter> {
  const browser = await chromium.launch(await browserLaunch())
  const findings: Finding[] = []
  for (const [path, { most_kB, act }] of Object.entries(routes)) {
    const seen: { kilobytes: number; paint: number; answer: number }[] = []
    for (let visit = 0; visit < visits; visit++) {
      const context = await browser.newContext({ baseURL: url, locale: 'nl-NL' })
      const [name = '', value = ''] = merchant.cookie.split(/=(.*)/)
      if (path !== '/login') await context.addCookies([{ name, value, url }])
      const page = await context.newPage()
      await page.addInitScript(observe)
      await page.goto(path, { waitUntil: 'networkidle' })
      const kilobytes = await loaded_kB(page)
      const paint = await page.evaluate(firstPaint)
      await act(page)
      await page.waitForTimeout(500)
      seen.push({ kilobytes, paint, answer: await page.evaluate<number>('self.slowest') })
      await context.close()
    }
    const kilobytes = median(seen.map((each) => each.kilobytes))
    const answer = median(seen.map((each) => each.answer))
    findings.push({
      what: path,
      budget: `≤ ${most_kB} kB of scripts and styles; ≤ ${responsive_ms} ms from the first click or key to its picture`,
      measured: `${kilobytes.toFixed(0)} kB; first paint after ${median(seen.map(({ paint }) => paint)).toFixed(0)} ms; ${answer === 0 ? 'under 16' : answer.toFixed(0)} ms to the picture`,
      met: kilobytes <= most_kB && answer <= responsive_ms,
    })
  }
  await browser.close()
  return { title: 'First loads', text: 'Chromium with an empty cache; sizes as they travel.', findings }
}

/** Runs in the browser, which does not report events shorter than 16 ms. */
const observe = `self.slowest = 0
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) self.slowest = Math.max(self.slowest, duration)
}).observe({ type: 'event', durationThreshold: 16 })`

const firstPaint = (): number => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0

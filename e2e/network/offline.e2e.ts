import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '../support/test.ts'

test.use({ who: 'owner', serviceWorkers: 'allow' })

const registered = () => navigator.serviceWorker.getRegistrations().then((all) => all.length)

test('the offline-support worker comes after 30 seconds, keeps the page and its files, and nothing of the API', async ({
  page,
  context,
}) => {
  await page.clock.install()
  await page.goto('/transactions')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.clock.fastForward(15_000)
  expect(await page.evaluate(registered)).toBe(0)
  await page.clock.fastForward(16_000)
  await expect.poll(() => page.evaluate(registered)).toBe(1)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))

  // The service worker only sees the files of the next visit.
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const kept = await page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(kept.some((path) => path.startsWith('/assets/'))).toBe(true)
  expect(kept.filter((path) => !/^\/($|assets\/|locales\/|before\.js$|icon\.svg$)/.test(path))).toEqual([])

  await context.setOffline(true)
  await page.reload()
  await expect(page.getByText('Deze pagina gaat vanzelf open')).toBeVisible()
  await expect(page.getByRole('banner')).toContainText('Kontor')
  const bar = page.getByRole('status').filter({ hasText: 'Geen verbinding' })
  await expect(bar).toBeVisible()
  expect(await page.evaluate(() => document.fonts.check('14px "Inter Variable"'))).toBe(true)
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  await page.evaluate(() => localStorage.setItem('kontor.language', 'en-US'))
  await page.reload()
  await expect(page.getByText('This page opens automatically')).toBeVisible()
  await context.setOffline(false)
  await page.clock.fastForward(10_000)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Transactions')
})

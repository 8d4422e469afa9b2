import { entryCalled, title } from '../support/frame.ts'
import { untilListed } from '../support/list.ts'
import { expect, type Page, test } from '../support/test.ts'

test.use({ who: 'owner', viewport: { width: 1440, height: 480 } })

/** What scrolls: the page, or the rows of a list. */
const place = (page: Page, name: 'page' | 'rows') => page.locator(`[data-scroll-restoration-id="${name}"]`)
const scrolled = (page: Page, name: 'page' | 'rows') => place(page, name).evaluate(({ scrollTop }) => scrollTop)

test('a list begins at its first row, and Back leads to the place where one was left', async ({ page }) => {
  await page.goto('/transactions')
  await untilListed(page)
  await place(page, 'rows').evaluate((rows) => rows.scrollTo(0, 240))
  await (await entryCalled(page, 'Klanten')).click()
  await expect(page.getByRole('table', { name: 'Tabel met Klanten' })).toBeVisible()
  await untilListed(page)
  expect(await scrolled(page, 'rows')).toBe(0)
  await page.goBack()
  await expect.poll(() => scrolled(page, 'rows')).toBe(240)
})

test('a page begins at its top, wherever the one before was left', async ({ page }) => {
  const room = () => place(page, 'page').evaluate((box) => box.scrollHeight - box.clientHeight)
  await page.goto('/')
  await expect.poll(room).toBeGreaterThan(100)
  await place(page, 'page').evaluate((box) => box.scrollTo(0, 100))
  await (await entryCalled(page, 'Financieel')).click()
  await expect(title(page)).toHaveText('Financieel')
  await expect.poll(room).toBeGreaterThan(100)
  expect(await scrolled(page, 'page')).toBe(0)
})

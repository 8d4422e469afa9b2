import { entryCalled, title } from '../support/frame.ts'
import { panel, row, untilListed } from '../support/list.ts'
import { merchantCalled, newReference } from '../support/payments.ts'
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

for (const [address, entity, field] of [
  ['/tags', 'tag', 'text'],
  ['/customers', 'customer', 'last_name'],
] as const)
  test(`the list of ${address} keeps its place when a row is deleted from its panel`, async ({ page, api }) => {
    const text = newReference().slice(4)
    const organisation = await merchantCalled(api, 'Bloom')
    const others = entity === 'tag' ? { color: '#1f4fd8' } : { email_address: `${text}@example.com` }
    for (let at = 10; at < 30; at += 1) {
      const data = { organisation, [field]: `${text} ${at}`, ...others }
      const made = await api.post(`/v1/${entity}?merchant=${organisation}`, { data })
      expect(made.ok(), await made.text()).toBe(true)
    }
    await page.goto(`${address}?_search=${text}&_sort=created_at`)
    await untilListed(page)
    const last = row(page, `${text} 28`)
    await last.click()
    await expect(panel(page)).toContainText(`${text} 28`)
    await last.scrollIntoViewIfNeeded()
    const before = await scrolled(page, 'rows')
    expect(before).toBeGreaterThan(200)
    await panel(page).getByRole('button', { name: 'Verwijderen' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /erwijderen/ })
      .last()
      .click()
    await expect(last).toHaveCount(0)
    await expect(panel(page)).toHaveCount(0)
    await page.waitForTimeout(300)
    // One row fewer may be one row less to scroll.
    expect(await scrolled(page, 'rows')).toBeGreaterThan(before - 100)
  })

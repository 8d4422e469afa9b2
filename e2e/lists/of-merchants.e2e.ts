import { addFilter, cellsOf, columns, filterBar, panel, rows, total, untilListed } from '../support/list.ts'
import { sizes } from '../support/looks.ts'
import { merchantCalled, untilYesterday } from '../support/payments.ts'
import { expect, test } from '../support/test.ts'

const everything = `/psp/transactions?${untilYesterday()}`

test.describe("the provider's payments of every merchant", () => {
  test.use({ who: 'provider' })

  test('name the merchant of each, in the list and in the panel', async ({ page }) => {
    await page.goto(`${everything}&_limit=100`)
    await untilListed(page)
    await expect(columns(page).nth(1)).toHaveText('Winkelier')
    const names = await cellsOf(page, 2)
    expect(new Set(names).size).toBeGreaterThan(2)
    await rows(page).first().click()
    await expect(panel(page)).toContainText(String(names[0]))
    await page.keyboard.press('Escape')
    await page.setViewportSize(sizes.phone)
    await expect(rows(page).first()).toContainText(String(names[0]))
  })

  test('are narrowed to some merchants, who are found by name', async ({ page, api }) => {
    const [bloom, harbour] = await Promise.all([merchantCalled(api, 'Bloom'), merchantCalled(api, 'Harbour')])
    await page.goto(everything)
    await untilListed(page)
    const all = await total(page)
    const editor = await addFilter(page, 'Winkelier')
    for (const name of ['Bloom', 'Harbour']) {
      await editor.getByRole('textbox').fill(name)
      await editor.getByRole('checkbox', { name, exact: true }).check()
    }
    await editor.getByRole('button', { name: 'Toepassen' }).click()
    await expect(page).toHaveURL(new RegExp(`merchant\\[\\]=${bloom}&merchant\\[\\]=${harbour}`))
    await untilListed(page)
    await expect(filterBar(page)).toContainText('Bloom en 1 meer')
    expect(new Set(await cellsOf(page, 2))).toEqual(new Set(['Bloom', 'Harbour']))
    expect(await total(page)).toBeLessThan(all)
    // One alone keeps the brackets, and so remains a filter of all merchants.
    await page.goto(`${everything}&merchant[]=${harbour}`)
    await untilListed(page)
    await expect(filterBar(page)).toContainText('Harbour')
    expect(new Set(await cellsOf(page, 2))).toEqual(new Set(['Harbour']))
  })

  test('are searched by the name of the merchant, also in the webhooks', async ({ page }) => {
    await page.goto(everything)
    await untilListed(page)
    await page.getByRole('combobox', { name: 'Zoeken op' }).selectOption('Winkelier')
    await page.getByRole('searchbox').fill('harb')
    await expect(page).toHaveURL(/_search_by=merchant_name&_search=harb/)
    await untilListed(page)
    expect(new Set(await cellsOf(page, 2))).toEqual(new Set(['Harbour']))
    await page.goto('/psp/webhooks')
    await expect(
      page.getByRole('combobox', { name: 'Zoeken op' }).getByRole('option', { name: 'Winkelier' }),
    ).toHaveCount(1)
  })
})

test.describe("a merchant's own payments", () => {
  test.use({ who: 'owner' })

  test('say nothing of merchants', async ({ page }) => {
    await page.goto('/transactions')
    await untilListed(page)
    await expect(columns(page).filter({ hasText: 'Winkelier' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Filter toevoegen' }).click()
    await expect(page.getByRole('menuitem', { name: 'Status', exact: true })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'Winkelier' })).toHaveCount(0)
  })
})

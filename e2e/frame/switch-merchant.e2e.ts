import { expectNoViolations } from '../support/axe.ts'
import { panel, row, rows, untilListed } from '../support/list.ts'
import { merchantCalled } from '../support/payments.ts'
import { expect, type Page, test } from '../support/test.ts'

test.use({ who: 'provider' })

const bar = (page: Page) => page.getByRole('button', { name: /^Je bekijkt/ })
const box = (page: Page) => page.getByRole('combobox', { name: 'Zoek een winkelier' })
const choices = (page: Page) => page.getByRole('listbox', { name: 'Wissel van winkelier' }).getByRole('option')

test.describe('changing the merchant in its view', () => {
  test('takes a few keys, and keeps the screen with its filter; the open row stays behind', async ({ page, api }) => {
    const [bloom, harbour] = await Promise.all([merchantCalled(api, 'Bloom'), merchantCalled(api, 'Harbour')])
    await page.goto(`/psp/merchants/${bloom}:/transactions?status=SETTLEMENT_COMPLETED&_sort=created_at`)
    await untilListed(page)
    await rows(page).first().click()
    await expect(panel(page)).toBeVisible()
    await bar(page).press('ArrowDown')
    await expect(box(page)).toBeFocused()
    // The answer to the last letter comes after Enter.
    await page.keyboard.type('harb')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/psp/merchants/${harbour}:/transactions?status=SETTLEMENT_COMPLETED&_sort=created_at`)
    await expect(bar(page)).toHaveText('Je bekijkt Harbour')
    await expect(bar(page)).toBeFocused()
    await expect(panel(page)).toBeHidden()
    await untilListed(page)
    await expect(row(page, 'BL-')).toHaveCount(0)
    await expect(row(page, 'HA-').first()).toBeVisible()
    // The selector of organisations says the same as the bar.
    await expect(page.getByRole('button', { name: 'Organisatie: Harbour' })).toBeVisible()
    // The one before is the first choice.
    await bar(page).click()
    await expect(choices(page).first()).toHaveText('Bloom')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/psp/merchants/${bloom}:/transactions?status=SETTLEMENT_COMPLETED&_sort=created_at`)
  })

  test('chooses the same merchant by the same keys while the list still loads', async ({ page, api }) => {
    const [bloom, harbour] = await Promise.all([merchantCalled(api, 'Bloom'), merchantCalled(api, 'Harbour')])
    await page.goto(`/psp/merchants/${bloom}:/transactions`)
    await untilListed(page)
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/v1/psp/merchant?*', async (route) => {
      await held
      await route.continue()
    })
    await page.goto(`/psp/merchants/${harbour}:/transactions`)
    await untilListed(page)
    await bar(page).click()
    await expect(choices(page)).toHaveText(['Bloom'])
    await page.keyboard.press('ArrowDown')
    answer()
    await expect(choices(page).nth(1)).toBeVisible()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/psp/merchants/${bloom}:/transactions`)
  })

  test('never shows rows of the one before, however late the others come', async ({ page, api }) => {
    const [bloom, surf] = await Promise.all([merchantCalled(api, 'Bloom'), merchantCalled(api, 'Sint Maarten Surf')])
    await page.goto(`/psp/merchants/${bloom}:/transactions?_sort=created_at`)
    await untilListed(page)
    await expect(row(page, 'BL-').first()).toBeVisible()
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route(`**/v1/transaction*merchant=${surf}*`, async (route) => {
      await held
      await route.continue()
    })
    await bar(page).click()
    await expect(box(page)).toBeFocused()
    await page.keyboard.type('surf')
    await choices(page).filter({ hasText: 'Sint Maarten Surf' }).click()
    await expect(page).toHaveURL(`/psp/merchants/${surf}:/transactions?_sort=created_at`)
    await expect(bar(page)).toHaveText('Je bekijkt Sint Maarten Surf')
    await expect(row(page, 'BL-')).toHaveCount(0)
    answer()
    await untilListed(page)
    await expect(row(page, 'SI-').first()).toBeVisible()
    await expect(row(page, 'BL-')).toHaveCount(0)
  })

  test('begins at the selector where the screen is that of all merchants', async ({ page, api }) => {
    const harbour = await merchantCalled(api, 'Harbour')
    await page.goto('/users/bundles')
    await expect(page.getByText('Kies er een met de knop linksboven')).toBeVisible()
    await page.getByRole('button', { name: 'Wissel van winkelier: Alle winkeliers' }).press('Enter')
    await expect(box(page)).toBeFocused()
    await expectNoViolations(page)
    await page.keyboard.type('harb')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/psp/merchants/${harbour}:/users/bundles`)
    await expect(page.getByRole('button', { name: 'Pakket maken' })).toBeVisible()
  })

  test('finds nothing, and says so', async ({ page, api }) => {
    await page.goto(`/psp/merchants/${await merchantCalled(api, 'Bloom')}:/transactions`)
    await bar(page).click()
    await expect(box(page)).toBeFocused()
    await page.keyboard.type('nobody of this name')
    await expect(page.getByText('Niets gevonden')).toBeVisible()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await expect(box(page)).toBeHidden()
    await expect(bar(page)).toHaveText('Je bekijkt Bloom')
  })
})

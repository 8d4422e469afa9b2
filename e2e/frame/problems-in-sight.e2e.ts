import { newMerchant } from '../support/making/new-merchant.ts'
import { expect, type Locator, type Page, test } from '../support/test.ts'

test.use({ who: 'provider' })

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

/** Scrolls a long form to its end, as people do who look for what else it asks; the focus stays where it is. */
async function toTheEnd(page: Page, form: Locator): Promise<void> {
  await form.locator('form').hover({ position: { x: 5, y: 5 } })
  await page.mouse.wheel(0, 10_000)
  await page.waitForTimeout(200)
}

test.describe('what is wrong with a long form is in sight when it is sent from its end:', () => {
  test('the roles that nobody chose', async ({ page, api }) => {
    const { id } = await newMerchant(api)
    await page.goto(`/psp/merchants/${id}:/users`)
    await page.getByRole('button', { name: 'Gebruikers uitnodigen' }).click()
    const form = dialog(page, 'Gebruikers uitnodigen')
    await form.getByLabel('E-mailadressen').fill('anna@shop.example')
    await toTheEnd(page, form)
    await expect(form.getByLabel('E-mailadressen')).not.toBeInViewport()
    await form.getByRole('button', { name: 'Uitnodigen', exact: true }).click()
    await expect(form.getByText('Kies ten minste één rol')).toBeInViewport()
    await expect(form.getByRole('combobox', { name: 'Rollenpakket' })).toBeFocused()
  })

  test('the field that has the focus still', async ({ page, api }) => {
    const { id } = await newMerchant(api)
    await page.goto(`/psp/merchants/${id}:/paymentprofiles`)
    await page.getByRole('button', { name: 'Betaalprofiel toevoegen' }).click()
    const form = dialog(page, 'Betaalprofiel toevoegen')
    const name = form.getByRole('textbox', { name: 'Naam', exact: true })
    await expect(name).toBeFocused()
    await toTheEnd(page, form)
    await expect(name).not.toBeInViewport()
    await form.getByRole('button', { name: 'Betaalprofiel toevoegen' }).click()
    await expect(name).toHaveAttribute('aria-invalid', 'true')
    await expect(name).toBeInViewport({ ratio: 1 })
  })

  test('the answer of the server', async ({ page }) => {
    await page.route('**/v1/psp/welcomemail', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 409, json: { code: 'merchant_inactive', message: '' } })
        : route.continue(),
    )
    await page.goto('/psp/welcome-mails')
    await page.getByRole('button', { name: 'Welkomstmail maken' }).click()
    const form = dialog(page, 'Welkomstmail maken')
    await form.getByRole('textbox', { name: 'Naam' }).fill('Welkom')
    await form.getByRole('button', { name: 'Welkomstmail maken' }).click()
    await expect(form.getByRole('alert')).toBeInViewport({ ratio: 1 })
  })
})

import type { APIRequestContext } from '@playwright/test'
import { newCustomer } from '../support/customers.ts'
import { panel, row, total, untilListed } from '../support/list.ts'
import { tab, tabContent } from '../support/panel.ts'
import { merchantCalled, newReference, pay } from '../support/payments.ts'
import { expect, type Page, test } from '../support/test.ts'

const unique = () => newReference().slice(4, 14)
const dialog = (page: Page) => page.getByRole('dialog')
const action = (page: Page, name: string) => panel(page).getByRole('button', { name, exact: true })

test.describe('customers', () => {
  test.use({ who: 'owner' })

  test('are added, found, changed and put on record, with what is sensitive behind a mask', async ({ page }) => {
    const name = unique()
    await page.goto('/customers')
    await page.getByRole('button', { name: 'Klant toevoegen' }).click()
    await dialog(page).getByRole('button', { name: 'Klant toevoegen' }).click()
    await expect(dialog(page)).toContainText('Vul dit in')
    await dialog(page).getByLabel('E-mailadres').fill(name)
    await dialog(page).getByRole('button', { name: 'Klant toevoegen' }).click()
    await expect(dialog(page)).toContainText('Vul een geldig e-mailadres in')
    await dialog(page).getByLabel('E-mailadres').fill(`${name}@example.com`)
    await dialog(page).getByLabel('Achternaam').fill(name)
    await dialog(page).getByLabel('Telefoonnummer').fill('bel me')
    await dialog(page).getByLabel('Burgerservicenummer').fill('123456782')
    await dialog(page).getByRole('button', { name: 'Klant toevoegen' }).click()
    await expect(dialog(page)).toContainText('Vul een geldig telefoonnummer in')
    await dialog(page).getByLabel('Telefoonnummer').fill('+31 6 1234 5678')
    await dialog(page).getByRole('button', { name: 'Klant toevoegen' }).click()
    await expect(dialog(page)).toHaveCount(0)

    await expect(panel(page)).toContainText(name)
    await expect(row(page, name)).toBeVisible()
    await expect(tabContent(page)).toContainText('•••••••••')
    await expect(tabContent(page)).not.toContainText('123456782')
    await tabContent(page).getByRole('button', { name: 'Gevoelige gegevens tonen' }).click()
    await expect(tabContent(page)).toContainText('123456782')

    await action(page, 'Wijzigen').click()
    await dialog(page).getByLabel('Plaats').fill('Harderwijk')
    await dialog(page).getByRole('combobox', { name: 'Status', exact: true }).selectOption({ label: 'Geverifieerd' })
    await dialog(page).getByRole('button', { name: 'Opslaan' }).click()
    await expect(dialog(page)).toHaveCount(0)
    await expect(tabContent(page)).toContainText('Harderwijk')
    await tab(page, 'Gebeurtenissen').click()
    for (const said of ['Klant toegevoegd', 'Gevoelige gegevens ingezien', 'Gegevens gewijzigd', 'Status gewijzigd'])
      await expect(tabContent(page)).toContainText(said)
    await expect(tabContent(page)).not.toContainText('Harderwijk')
  })

  test('who paid nothing can be deleted, after a question', async ({ page, api }) => {
    const { id, name } = await newCustomer(api)
    await page.goto(`/customers/${id}`)
    await action(page, 'Verwijderen').click()
    await dialog(page).getByRole('button', { name: 'Klant verwijderen' }).click()
    await expect(panel(page)).toHaveCount(0)
    await untilListed(page)
    await expect(row(page, name)).toHaveCount(0)
  })

  test('keep their panel when the form above it is left with Escape', async ({ page, api }) => {
    const { id } = await newCustomer(api)
    await page.goto(`/customers/${id}`)
    await action(page, 'Wijzigen').click()
    await expect(dialog(page).getByLabel('E-mailadres')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await expect(action(page, 'Wijzigen')).toBeFocused()
  })

  test('can be forgotten, and what they paid stays', async ({ page, api }) => {
    const { id, name } = await newCustomer(api)
    const paid = await pay(api, { shop: 'Bloom Nederland', amount: 4200, customer: id })
    await page.goto(`/customers/${id}`)
    await expect(tabContent(page)).toContainText('€ 42,00'.replace(' ', ' '))
    await action(page, 'Gegevens wissen').click()
    await expect(dialog(page)).toContainText('Dit kan niet ongedaan worden gemaakt')
    await dialog(page).getByRole('button', { name: 'Definitief wissen' }).click()
    await expect(panel(page)).toContainText('Gewiste klant')
    await expect(page.getByText(name)).toHaveCount(0)
    await expect(action(page, 'Wijzigen')).toHaveCount(0)
    await tab(page, 'Transacties').click()
    await expect(tabContent(page)).toContainText(paid.merchant_reference)
    await tabContent(page).getByRole('link').first().click()
    await expect(panel(page)).toContainText(/€\s42,00/)
  })

  test('are narrowed by segment and status, and the numbers agree with those of the segments', async ({
    page,
    api,
  }) => {
    const merchant = await merchantCalled(api, 'Bloom')
    await expect(async () => {
      // Other tests add purchases meanwhile.
      const counts: Record<string, number> = await (await api.get(`/v1/customer/segments?merchant=${merchant}`)).json()
      const [segment, count] = Object.entries(counts).sort(([, one], [, other]) => other - one)[0] ?? []
      await page.goto(`/customers?segment[]=${segment}&created_at>=2000-01-01`)
      await untilListed(page)
      await expect.poll(() => total(page)).toBe(count)
    }).toPass()
  })
})

test.describe('a customer who bought often', () => {
  // No other test looks at the first page of this merchant.
  test.use({ who: 'provider' })

  test('shows what was paid, 25 to a page, newest first', async ({ page, api }) => {
    const { id, merchant } = await regular(api, 'Velo Parisien')
    await page.goto(`/psp/merchants/${merchant}:/customers/${id}?tab=transactions`)
    const shown = tabContent(page).getByRole('row')
    await expect(shown).toHaveCount(26)
    await expect(tabContent(page)).toContainText('1–25 van')
    await tabContent(page).getByRole('button', { name: 'Volgende pagina' }).click()
    await expect(tabContent(page)).toContainText('26–')
  })
})

/** A customer with more purchases than one page shows. */
async function regular(api: APIRequestContext, shop: string): Promise<{ id: string; merchant: string }> {
  const customer = await newCustomer(api, shop)
  for (let n = 0; n < 26; n += 1) await pay(api, { shop, amount: 1000 + n, customer: customer.id, noWait: true })
  return customer
}

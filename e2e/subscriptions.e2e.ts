import { allRules, found } from './support/axe.ts'
import { newCustomer } from './support/customers.ts'
import { addFilter, panel, row, rows, untilListed } from './support/list.ts'
import { blocked, tab, tabContent } from './support/panel.ts'
import { newReference } from './support/payments.ts'
import { newSubscription, runningSubscription } from './support/subscriptions.ts'
import { expect, type Page, test } from './support/test.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const choose = async (page: Page, field: string, text: string, option: RegExp | string) => {
  await dialog(page)
    .getByRole('combobox', { name: field })
    .or(dialog(page).getByRole('textbox', { name: field }))
    .first()
    .fill(text)
  await page.getByRole('option', { name: option }).first().click()
}
const field = (page: Page, name: string | RegExp) => dialog(page).getByRole('textbox', { name })
const press = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click()

async function addPlan(page: Page, name: string): Promise<void> {
  await page.goto('/subscriptions/plans')
  await page.getByRole('button', { name: 'Abonnementsplan toevoegen' }).click()
  await field(page, /^Naam/).fill(name)
  await choose(page, 'Betaalprofiel', 'Bloom Nederland', /^Bloom Nederland/)
  await field(page, /^Bedrag/).fill('12,50')
  await press(page, 'Abonnementsplan toevoegen')
  await expect(dialog(page)).toBeHidden()
  await expect(row(page, name)).toContainText(/€\s12,50/)
}

test.describe('subscriptions', () => {
  test.use({ who: 'owner' })

  test('a plan is created, used by a subscription, and then keeps what was agreed', async ({ page, api }) => {
    const customer = await newCustomer(api)
    const name = `Plan ${newReference()}`
    await addPlan(page, name)

    await page.goto('/subscriptions')
    await page.getByRole('button', { name: 'Abonnement toevoegen' }).click()
    await choose(page, 'Klant', customer.name, new RegExp(customer.name))
    await choose(page, 'Abonnementsplan', name, new RegExp(name))
    await press(page, 'Abonnement toevoegen')
    await expect(panel(page)).toContainText('Aangemaakt')
    await expect(panel(page).getByRole('button', { name: 'Betaallink kopiëren' })).toBeVisible()
    await tab(page, 'Transacties').click()
    await expect(tabContent(page)).toContainText('Nog geen betalingen')
    await tab(page, 'Abonnementsplan').click()
    await tabContent(page).getByRole('link', { name: 'Abonnementsplan openen' }).click()
    await panel(page).getByRole('button', { name: 'Wijzigen' }).click()
    await expect(field(page, /^Bedrag/)).toBeDisabled()
    await field(page, /^Naam/).fill(`${name} renamed`)
    await press(page, 'Opslaan')
    await expect(dialog(page)).toBeHidden()
    await expect(row(page, `${name} renamed`)).toBeVisible()
    // The plan has a subscriber: the menu says why it cannot be deleted, and what to do.
    await expect(await blocked(page, 'Verwijderen')).toContainText(
      'Er loopt nog 1 abonnement met dit plan. Zeg het eerst op',
    )
  })

  test('a plan that nobody subscribes to is deleted after being asked', async ({ page }) => {
    const name = `Plan ${newReference()}`
    await addPlan(page, name)
    await row(page, name).click()
    await panel(page).getByRole('button', { name: 'Verwijderen' }).click()
    await expect(dialog(page)).toContainText('Niemand heeft ooit een abonnement')
    await press(page, 'Verwijderen')
    await expect(panel(page)).toHaveCount(0)
    await expect(row(page, name)).toHaveCount(0)
  })

  test('a plan that tells of statuses says where to, and an address is an address', async ({ page }) => {
    await page.goto('/subscriptions/plans')
    await page.getByRole('button', { name: 'Abonnementsplan toevoegen' }).click()
    await press(page, 'Abonnementsplan toevoegen')
    await expect(dialog(page).getByText('Vul dit in').first()).toBeVisible()
    await field(page, /^Naam/).fill('Told')
    await choose(page, 'Betaalprofiel', 'Bloom Nederland', /^Bloom Nederland/)
    await field(page, /^Bedrag/).fill('1')
    await field(page, /^Webhook/).fill('nowhere')
    await press(page, 'Abonnementsplan toevoegen')
    await expect(dialog(page).getByText('Vul een webadres in, zoals https://winkel.example')).toBeVisible()
  })

  test('a discount is given, one at a time, and taken away after being asked', async ({ page, api }) => {
    const name = `Discount ${newReference()}`
    await page.goto('/subscriptions/discounts')
    await page.getByRole('button', { name: 'Korting toevoegen' }).click()
    await field(page, /^Naam/).fill(name)
    await expect(dialog(page).getByRole('combobox', { name: 'Organisatie' })).toHaveValue('Bloom')
    // An amount is money of the shops' currency, and a share is of any amount.
    await field(page, /^Korting/).fill('5,00')
    await dialog(page).getByLabel('Soort').selectOption('percentage')
    await expect(dialog(page).getByLabel('Valuta')).toHaveValue('')
    await field(page, /^Percentage/).fill('12,5')
    await dialog(page).getByLabel('Soort').selectOption('fixed_cents')
    await expect(dialog(page).getByLabel('Valuta')).toHaveValue('EUR')
    await field(page, /^Korting/).fill('5,00')
    await field(page, /^Minimumbedrag/).fill('12,50')
    await press(page, 'Korting toevoegen')
    await expect(row(page, name)).toContainText(/€\s5,00/)
    await expect(row(page, name)).toContainText(/€\s12,50/)

    await page.goto(`/subscriptions/${(await newSubscription(api)).id}?tab=discounts`)
    const apply = tabContent(page).getByRole('button', { name: 'Toepassen' })
    const remove = tabContent(page).getByRole('button', { name: 'Verwijderen' })
    await expect(apply).toBeDisabled()
    const option = tabContent(page).getByRole('option', { name })
    await expect(option).toHaveText(/\(€\s5,00\)$/)
    await tabContent(page)
      .getByLabel('Korting', { exact: true })
      .selectOption((await option.textContent()) ?? '')
    await apply.click()
    await expect(tabContent(page)).toContainText(name)
    await expect(apply).toBeDisabled()
    await remove.click()
    await expect(dialog(page)).toContainText(
      'Je staat op het punt deze korting van het abonnement te verwijderen. Weet je het zeker?',
    )
    await press(page, 'Verwijderen')
    await expect(remove).toBeHidden()
  })

  test('are narrowed by the number of the payment, and one that is cancelled has no link', async ({ page, api }) => {
    const { customer } = await runningSubscription(api)
    await page.goto(`/subscriptions?_search_by=customer_name&_search=${customer.name}`)
    const editor = await addFilter(page, 'Betaling nr.')
    await editor.getByRole('textbox', { name: 'Vanaf' }).fill('3')
    await editor.getByRole('textbox', { name: 'Tot en met' }).fill('2')
    await editor.getByRole('button', { name: 'Toepassen' }).click()
    await expect(editor).toContainText('Het eerste getal is groter dan het tweede')
    await editor.getByRole('textbox', { name: 'Vanaf' }).fill('2')
    await editor.getByRole('button', { name: 'Toepassen' }).click()
    await expect(page).toHaveURL(/billing_cycle>=2&billing_cycle<=2|billing_cycle%3E=2/)
    await untilListed(page)
    await row(page, customer.name).click()
    await expect(panel(page)).toContainText('Actief')
    await expect(panel(page).getByRole('button', { name: 'Betaallink kopiëren' })).toBeHidden()
    await panel(page).getByRole('button', { name: 'Opzeggen' }).click()
    await press(page, 'Opzeggen')
    await expect(panel(page)).toContainText('Geannuleerd')
  })

  for (const address of ['/subscriptions', '/subscriptions/plans', '/subscriptions/discounts'])
    test(`${address} can be used by everybody`, async ({ page }) => {
      await page.goto(address)
      await untilListed(page)
      await rows(page).first().click()
      await expect(panel(page).getByRole('heading').first()).toBeVisible()
      expect(await found(page, allRules)).toEqual([])
    })
})

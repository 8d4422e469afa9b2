import { expectNoViolations } from '../support/axe.ts'
import { screensShown, title, unfold } from '../support/frame.ts'
import { row } from '../support/list.ts'
import { newMerchant } from '../support/making/new-merchant.ts'
import { newPerson } from '../support/making/new-person.ts'
import { tab, tabContent } from '../support/panel.ts'
import { body, newReference } from '../support/payments.ts'
import { people } from '../support/people.ts'
import { enter } from '../support/signing-in.ts'
import { expect, type Page, test } from '../support/test.ts'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('a bundle of roles is made with the keyboard, changed, put back and deleted, beside those of Kontor', async ({
  page,
  api,
}) => {
  const { owner } = await newMerchant(api)
  await enter(page, owner)
  await page.goto('/users/bundles')
  await expect(title(page)).toHaveText('Rollenpakketten')
  await expect(section(page, 'Pakketten van Kontor').getByRole('listitem')).toHaveCount(5)
  await expect(section(page, 'Pakketten van Kontor').getByRole('button')).toHaveCount(0)
  await expectNoViolations(page)

  await page.getByRole('button', { name: 'Pakket maken' }).click()
  const form = dialog(page, 'Pakket maken')
  await form.getByLabel('Naam van het pakket').fill('Balie')
  // A reload brings back what was typed, and the form with it.
  await page.reload()
  await expect(form.getByLabel('Naam van het pakket')).toHaveValue('Balie')
  await form.getByRole('searchbox', { name: 'Zoek een rol' }).fill('terugbetalingen')
  await form.getByRole('checkbox', { name: 'Bekijkt terugbetalingen', exact: true }).focus()
  await page.keyboard.press('Space')
  await form.getByRole('searchbox', { name: 'Zoek een rol' }).fill('')
  await form.getByRole('button', { name: /^Labels/ }).focus()
  await page.keyboard.press('Enter')
  await form.getByRole('checkbox', { name: 'Alles van Labels' }).check()
  await expect(form.getByRole('checkbox', { name: 'Verwijdert labels' })).toBeChecked()
  await expectNoViolations(page)
  await form.getByRole('button', { name: 'Pakket maken' }).click()

  const own = section(page, 'Eigen pakketten')
  await expect(own.getByRole('listitem')).toHaveCount(1)
  await expect(own).toContainText('Bekijkt terugbetalingen')
  await own.getByRole('button', { name: 'Balie wijzigen' }).click()
  const edit = dialog(page, 'Balie wijzigen')
  await edit.getByLabel('Naam van het pakket').fill('Kassa')
  await edit.getByRole('button', { name: 'Opslaan' }).click()
  await expect(own).toContainText('Kassa')
  await own.getByRole('button', { name: 'Geschiedenis van Kassa' }).click()
  await own.getByRole('button', { name: 'Terug naar deze versie: 1', exact: true }).click()
  const back = dialog(page, 'Terug naar versie 1?')
  await expect(back).toContainText('Balie')
  await expectNoViolations(page)
  await back.getByRole('button', { name: 'Terug naar deze versie', exact: true }).click()
  await expect(own.getByRole('region', { name: 'Geschiedenis van Balie' })).toContainText('teruggezet naar versie 1')
  await own.getByRole('button', { name: 'Balie verwijderen' }).click()
  await dialog(page, 'Balie verwijderen?').getByRole('button', { name: 'Verwijderen' }).click()
  await expect(own).toContainText('Nog geen eigen pakketten')
})

test.describe('the provider', () => {
  test.use({ who: 'provider' })

  test('makes, changes and deletes a bundle of roles for its own staff', async ({ page }) => {
    const name = `Balie ${newReference()}`
    const changed = `${name} en meer`
    await page.goto('/psp/users')
    await page.getByRole('link', { name: 'Rollenpakketten' }).click()
    await expect(page).toHaveURL('/psp/users/bundles')
    await page.getByRole('button', { name: 'Pakket maken' }).click()
    const form = dialog(page, 'Pakket maken')
    await form.getByLabel('Naam van het pakket').fill(name)
    await form.getByRole('searchbox', { name: 'Zoek een rol' }).fill('winkeliers')
    await form.getByRole('checkbox', { name: 'Bekijkt winkeliers', exact: true }).check()
    await expectNoViolations(page)
    await form.getByRole('button', { name: 'Pakket maken' }).click()
    const own = section(page, 'Eigen pakketten')
    const made = own.getByRole('listitem').filter({ hasText: name })
    await expect(made).toContainText('Bekijkt winkeliers')
    await own.getByRole('button', { name: `${name} wijzigen`, exact: true }).click()
    const edit = dialog(page, `${name} wijzigen`)
    await edit.getByLabel('Naam van het pakket').fill(changed)
    await edit.getByRole('button', { name: 'Opslaan' }).click()
    await expect(made).toContainText(changed)
    await own.getByRole('button', { name: `${changed} verwijderen`, exact: true }).click()
    const asked = dialog(page, `${changed} verwijderen?`)
    await expectNoViolations(page)
    await asked.getByRole('button', { name: 'Verwijderen' }).click()
    await expect(made).toHaveCount(0)
  })

  test('is shown beforehand the screens that somebody then has, also at a merchant without a part of the product', async ({
    page,
    api,
  }) => {
    const merchant = await newMerchant(api)
    const parts = { has_collecting: true, has_subscriptions: false, has_terminals: false, reason: 'Niet afgenomen' }
    await body(await api.post(`/v1/psp/merchant/${merchant.id}/modules`, { data: parts }))
    const roles = ['TERMINAL_LIST', 'PLAN_LIST', 'REFUND_LIST', 'TAG_ALL', 'TRANSACTION_STATISTICS']
    for (const role of ['USER_ALL', ...roles]) {
      const person = await newPerson({ merchant: merchant.id, role })
      await page.context().clearCookies()
      await enter(page, people.provider)
      // Outside the view of the merchant the provider has every part.
      await page.goto(`/users?_search_by=email&_search=${person.email}`)
      await row(page, person.name).click()
      await tab(page, 'Toegang').click()
      const screens = tabContent(page).getByRole('region', { name: /scherm/ })
      await expect(screens.getByRole('listitem').first()).toBeVisible()
      const foretold = await screens.getByRole('listitem').allTextContents()
      await page.context().clearCookies()
      await enter(page, person)
      await unfold(page)
      expect([role, foretold.map((each) => each.trim()).sort()]).toEqual([role, (await screensShown(page)).sort()])
    }
  })

  test('sees which lists, screens and actions a merchant’s user has', async ({ page, api }) => {
    const { id } = await newMerchant(api)
    await page.goto(`/psp/merchants/${id}:/users`)
    await row(page, 'Eva Eigen').click()
    await tab(page, 'Toegang').click()
    const access = tabContent(page)
    await expect(access.getByRole('row', { name: /^Organisaties 1$/ })).toBeVisible()
    await expect(access.getByRole('listitem').filter({ hasText: /^\s*Een betaling terugbetalen\s*$/ })).toBeVisible()
    await expect(access.getByRole('listitem').filter({ hasText: /^\s*Terugbetalingen\s*$/ })).toBeVisible()
    await expect(access).not.toContainText('Een winkelier toevoegen')
    await expectNoViolations(page)
  })
})

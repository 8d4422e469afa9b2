import { expectNoViolations } from '../support/axe.ts'
import { title } from '../support/frame.ts'
import { row } from '../support/list.ts'
import { newMerchant } from '../support/making/new-merchant.ts'
import { tab, tabContent } from '../support/panel.ts'
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

  await page.getByRole('button', { name: 'Pakket maken' }).click()
  const form = dialog(page, 'Pakket maken')
  await form.getByLabel('Naam van het pakket').fill('Balie')
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

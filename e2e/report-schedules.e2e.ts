import { expectNoViolations } from './support/axe.ts'
import { title } from './support/frame.ts'
import { panel, row } from './support/list.ts'
import { newMerchant } from './support/making/new-merchant.ts'
import { enter } from './support/signing-in.ts'
import { expect, test } from './support/test.ts'

test('a report is scheduled with words for its rhythm, made now, changed, and deleted', async ({ page, api }) => {
  const { owner } = await newMerchant(api)
  await enter(page, owner)
  await page.goto('/reports/schedules')
  await expect(page.getByText('Nog geen geplande rapporten')).toBeVisible()
  await page.getByRole('link', { name: 'Rapport plannen' }).click()
  await expect(title(page)).toHaveText('Rapport plannen')
  await page.getByRole('textbox', { name: 'Naam' }).fill('Maandagochtend')
  await page.getByRole('combobox', { name: 'Hoe vaak' }).selectOption('Wekelijks')
  await expect(page.getByText('maandag', { exact: true }).first()).toBeVisible()
  await page.getByRole('textbox', { name: 'Tijd', exact: true }).fill('25:00')
  await page.getByRole('button', { name: 'Opslaan' }).click()
  await expect(page.getByText('Schrijf een tijd zoals 06:00')).toBeVisible()
  await page.getByRole('textbox', { name: 'Tijd', exact: true }).fill('07:15')
  await page.getByRole('combobox', { name: 'Ontvangers' }).press('ArrowDown')
  await page.getByRole('option', { name: 'Eva Eigen' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('textbox', { name: 'Webhook' }).fill('https://boeken.example/rapporten')
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Opslaan' }).click()

  await expect(title(page)).toHaveText('Geplande rapporten')
  await row(page, 'Maandagochtend').click()
  await expect(panel(page)).toContainText('Elke week op maandag, 07:15, Europe/Amsterdam')
  await expect(panel(page)).toContainText('https://boeken.example/rapporten')
  await panel(page).getByRole('button', { name: 'Nu maken' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Nu maken' }).click()
  const runs = panel(page).getByRole('region', { name: 'Laatste rapporten' }).last()
  await expect(runs).toContainText('Verwerkt')
  await expect(runs.getByRole('link', { name: 'Downloaden' })).toBeVisible()
  await expectNoViolations(page)

  await panel(page).getByRole('link', { name: 'Wijzigen' }).click()
  await expect(title(page)).toHaveText('Maandagochtend wijzigen')
  await page.getByRole('checkbox', { name: 'Actief' }).uncheck()
  await page.getByRole('button', { name: 'Opslaan' }).click()
  await row(page, 'Maandagochtend').click()
  await expect(panel(page)).toContainText('staat op pauze')
  await panel(page).getByRole('button', { name: 'Verwijderen' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Verwijderen' }).click()
  await expect(page.getByText('Nog geen geplande rapporten')).toBeVisible()
})

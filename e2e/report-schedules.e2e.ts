import { expectNoViolations } from './support/axe.ts'
import { title } from './support/frame.ts'
import { panel, row } from './support/list.ts'
import { newMerchant } from './support/making/new-merchant.ts'
import { body } from './support/payments.ts'
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
  const period = page.getByRole('combobox', { name: 'Periode' })
  await expect(period).toHaveValue('PREVIOUS_DAY')
  await page.getByRole('combobox', { name: 'Hoe vaak' }).selectOption('Wekelijks')
  await expect(period).toHaveValue('PREVIOUS_WEEK')
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
  await expect(row(page, 'Maandagochtend')).toContainText('Transacties')
  await row(page, 'Maandagochtend').click()
  await expect(panel(page)).toContainText('Elke week op maandag, 07:15, Europe/Amsterdam')
  await expect(panel(page)).toContainText('https://boeken.example/rapporten')
  await panel(page).getByRole('button', { name: 'Nu maken' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Nu maken' }).click()
  const runs = panel(page).getByRole('region', { name: 'Laatste rapporten' }).last()
  await expect(runs).toContainText('Verwerkt')
  await expect(runs.getByRole('link', { name: 'Downloaden' })).toBeVisible()
  await expect(runs.getByRole('link', { name: 'Opnieuw maken' })).toHaveAttribute('href', /\/new\?clone=/)
  await expectNoViolations(page)

  await panel(page).getByRole('link', { name: 'Dupliceren' }).click()
  await expect(title(page)).toHaveText('Rapport plannen')
  await expect(page.getByRole('textbox', { name: 'Naam' })).toHaveValue('')
  await expect(page.getByRole('textbox', { name: 'Tijd', exact: true })).toHaveValue('07:15')
  await expect(page.getByRole('textbox', { name: 'Webhook' })).toHaveValue('https://boeken.example/rapporten')
  await page.getByRole('textbox', { name: 'Naam' }).fill('Nog een')
  await page.getByRole('button', { name: 'Opslaan' }).click()
  await expect(row(page, 'Maandagochtend')).toContainText('Verwerkt')
  await expect(row(page, 'Nog een')).not.toContainText('Verwerkt')
  await row(page, 'Nog een').click()
  await expect(panel(page)).toContainText('Elke week op maandag, 07:15, Europe/Amsterdam')
  await panel(page).getByRole('button', { name: 'Verwijderen' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Verwijderen' }).click()
  await expect(row(page, 'Nog een')).toHaveCount(0)

  await row(page, 'Maandagochtend').click()
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

test.describe('the provider, among the schedules of all merchants', () => {
  test.use({ who: 'provider' })

  test('changes that of one merchant in the view of it, and is offered no form that is refused', async ({
    page,
    api,
  }) => {
    const { id: merchant, name } = await newMerchant(api)
    const schedule = {
      ...{ name: `Elke dag ${name}`, type: 'transaction', filters: '', columns: ['id'], file_format: 'csv' },
      ...{ time_zone: 'Europe/Amsterdam', frequency: 'DAILY', at_time: '06:00', period: 'PREVIOUS_DAY' },
    }
    const { id } = await body<{ id: string }>(
      await api.post(`/v1/reportschedule?merchant=${merchant}`, { data: schedule }),
    )
    await page.goto(`/reports/schedules/view/${id}`)
    await expect(panel(page).getByRole('button', { name: 'Nu maken' })).toBeVisible()
    await expect(panel(page).getByRole('link', { name: 'Wijzigen' })).toHaveCount(0)
    await page.goto(`/reports/schedules/edit/${id}`)
    await expect(page.getByText(`Dit rapport is van ${name}.`)).toBeVisible()
    await page.getByRole('button', { name: 'Bekijken als winkelier' }).click()
    await panel(page).getByRole('link', { name: 'Wijzigen' }).click()
    await page.getByRole('textbox', { name: 'Naam' }).fill('Elke ochtend')
    await page.getByRole('button', { name: 'Opslaan' }).click()
    await expect(row(page, 'Elke ochtend')).toBeVisible()
  })
})

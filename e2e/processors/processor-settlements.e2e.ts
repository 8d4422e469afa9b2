import { randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { expectNoViolations } from '../support/axe.ts'
import { title } from '../support/frame.ts'
import { panel } from '../support/list.ts'
import { newMerchant } from '../support/making/new-merchant.ts'
import { tab, tabContent } from '../support/panel.ts'
import { body } from '../support/payments.ts'
import { expect, type Page, test } from '../support/test.ts'

test.use({ who: 'provider' })

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
/** Opens an account at the sandbox. */
async function account(api: APIRequestContext, name: string, api_key: string): Promise<void> {
  const sandbox = process.env['KONTOR_E2E_SANDBOX_URL']
  const notification_url = 'http://localhost/v1/processornotification'
  const data = { api_key, notification_url, notification_secret: `whsec_${btoa(randomUUID())}` }
  await body(await api.put(`${sandbox}/v1/accounts/${name}`, { data }))
}

const columns =
  'Batch,Booked at,Type,Reference,Operation,Payment,Currency,Gross,Interchange,Scheme fees,Markup,Commission,Net'
const line = (at: number, type = 'Payment') =>
  `9,2026-11-20T10:00:00.000Z,${type},order-${at},op-${at},pay-${at},EUR,10000,20,8,30,10,9932`

test('a processor settlement is added, tried and given a file, whose sums it shows', async ({ page, api }) => {
  const merchant = await newMerchant(api)
  const key = randomUUID()
  const name = `account-${merchant.name}`
  await account(api, name, key)
  await page.goto(`/psp/merchants/${merchant.id}:/processor-settlements`)
  await expect(title(page)).toHaveText('Processorafrekeningen')
  await expect(page).toHaveURL(/active=true/)
  const add = page.getByRole('button', { name: 'Processorafrekening toevoegen' }).first()
  await expect(add).toBeVisible()
  await expectNoViolations(page)

  await add.click()
  const form = dialog(page, 'Processorafrekening toevoegen')
  await form.getByRole('textbox', { name: 'Naam' }).fill('Kaarten')
  await form.getByRole('textbox', { name: 'Omschrijving' }).fill('Wat de sandbox uitbetaalt')
  await form.getByRole('combobox', { name: 'Gebruiker' }).fill('Eva')
  await page.getByRole('option', { name: 'Eva Eigen' }).click()
  await form.getByRole('combobox', { name: 'Waar bestanden vandaan komen' }).selectOption({ label: 'Met de hand' })
  await form.getByLabel(/^API key( \*)?$/).fill('not-this-key')
  await form.getByRole('button', { name: 'Verbinding testen' }).click()
  await expect(form.getByRole('alert')).toContainText('API key: De gateway kent deze sleutel niet')
  await expectNoViolations(page)
  await form.getByLabel(/^API key( \*)?$/).fill(key)
  await form.getByRole('button', { name: 'Processorafrekening toevoegen' }).click()
  await expect(form).toBeHidden()
  await expect(panel(page).getByRole('heading', { level: 3 }).first()).toHaveText('Kaarten')
  await expect(tabContent(page)).toContainText(name)
  await expect(tabContent(page)).toContainText('Werkt')
  await expectNoViolations(page)

  await tab(page, 'Bestanden').click()
  await expect(tabContent(page)).toContainText('Nog geen bestanden')
  const chosen = async (file: string, lines: readonly string[]) => {
    const choosing = page.waitForEvent('filechooser')
    await tabContent(page).getByRole('button', { name: 'Bestand toevoegen' }).click()
    const buffer = Buffer.from(`${lines.join('\n')}\n`)
    await (await choosing).setFiles({ name: file, mimeType: 'text/csv', buffer })
  }
  const many = Array.from({ length: 29 }, (_, at) => line(at))
  await chosen('november.csv', [columns, ...many, line(29, 'Pigeon')])
  await expect(tabContent(page)).toContainText('30, waarvan 1 niet begrepen')
  await expect(tabContent(page)).toContainText('€ 3.000,00')
  await expectNoViolations(page)

  await panel(page).getByRole('button', { name: 'Wijzigen' }).click()
  const edit = dialog(page, 'Kaarten wijzigen')
  await edit.getByRole('textbox', { name: 'Omschrijving' }).fill('Wat de sandbox elke week uitbetaalt')
  await edit.getByRole('textbox', { name: 'Bestand verwacht binnen' }).fill('7')
  await edit.getByLabel(/^API key( \*)?$/).fill('not-this-key')
  await edit.getByRole('button', { name: 'Verbinding testen' }).click()
  await expect(edit.getByRole('alert')).toContainText('API key: De gateway kent deze sleutel niet')
  await expectNoViolations(page)
  await edit.getByLabel(/^API key( \*)?$/).fill('')
  await edit.getByRole('button', { name: 'Opslaan' }).click()
  await expect(edit).toBeHidden()
  await tab(page, 'Gegevens').click()
  await expect(tabContent(page)).toContainText('Wat de sandbox elke week uitbetaalt')
  await expect(tabContent(page)).toContainText(name)
  await tab(page, 'Bestanden').click()

  const press = async (verb: string) => {
    await panel(page).getByRole('button', { name: verb }).click()
    const asked = dialog(page, `Kaarten ${verb.toLowerCase()}?`)
    await expectNoViolations(page)
    await asked.getByRole('button', { name: verb }).click()
    await expect(asked).toBeHidden()
  }
  await press('Deactiveren')
  await expect(panel(page)).toContainText('Niet actief')
  await expect(tabContent(page).getByRole('button', { name: 'Bestand toevoegen' })).toHaveCount(0)
  await press('Activeren')
  await expect(tabContent(page).getByRole('button', { name: 'Bestand toevoegen' })).toBeVisible()
})

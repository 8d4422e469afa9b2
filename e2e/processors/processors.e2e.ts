import { randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { expectNoViolations } from '../support/axe.ts'
import { title } from '../support/frame.ts'
import { addChoices, panel, row, untilListed } from '../support/list.ts'
import { newMerchant } from '../support/making/new-merchant.ts'
import { newPerson } from '../support/making/new-person.ts'
import { newProcessor } from '../support/making/new-processor.ts'
import { tab, tabContent } from '../support/panel.ts'
import { body } from '../support/payments.ts'
import { enter } from '../support/signing-in.ts'
import { expect, type Locator, type Page, test } from '../support/test.ts'

test.use({ who: 'provider' })

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const newKeys = () => ({ api_key: randomUUID(), notification_secret: `whsec_${btoa(randomUUID())}` })

/** True: nothing lies over it, and it is in the window from its top to its bottom. */
const isUncovered = (said: Locator): Promise<boolean> =>
  said.evaluate((element) => {
    const { left, top, bottom } = element.getBoundingClientRect()
    return [top + 2, bottom - 2].every((y) => element.contains(document.elementFromPoint(left + 8, y)))
  })

/** Opens an account at the sandbox, or gives it other keys. */
async function account(api: APIRequestContext, name: string, keys: object): Promise<void> {
  const sandbox = process.env['KONTOR_E2E_SANDBOX_URL']
  const data = { ...keys, notification_url: 'http://localhost/v1/processornotification' }
  await body(await api.put(`${sandbox}/v1/accounts/${name}`, { data }))
}

test('a gateway that makes its secret for our address gets the address before the processor is there', async ({
  page,
  api,
}) => {
  const merchant = await newMerchant(api)
  await page.goto(`/psp/merchants/${merchant.id}:/processors`)
  await page.getByRole('button', { name: 'Processor toevoegen' }).click()
  const form = dialog(page, 'Processor toevoegen')
  const address = form.getByText(/\/v1\/processornotification\/[0-9a-f-]{36}\/[0-9a-f]{32}$/)
  // The sandbox is told its address by Kontor.
  await expect(form.getByRole('button', { name: 'Verbinding testen' })).toBeVisible()
  await expect(form.getByRole('button', { name: 'Adres maken' })).toHaveCount(0)
  await form.getByRole('combobox', { name: 'Gateway' }).click()
  await page.getByRole('option', { name: 'Stripe' }).click()
  await form.getByRole('button', { name: 'Adres maken' }).click()
  const made = (await address.textContent()) ?? ''
  await expectNoViolations(page)
  // The gateway keeps the address, and so does the form, which opens again by itself.
  await page.reload()
  await expect(address).toHaveText(made)
})

test('a processor is connected, tried, given new credentials and deactivated', async ({ page, api }) => {
  const merchant = await newMerchant(api)
  const keys = newKeys()
  const name = `account-${merchant.name}`
  await account(api, name, keys)
  await page.goto(`/psp/merchants/${merchant.id}:/processors`)
  await expect(title(page)).toHaveText('Processors')
  await untilListed(page)
  await expectNoViolations(page)

  await page.getByRole('button', { name: 'Processor toevoegen' }).click()
  const form = dialog(page, 'Processor toevoegen')
  await form.getByRole('textbox', { name: 'Naam' }).fill('Kaarten')
  await form.getByRole('textbox', { name: 'Omschrijving' }).fill('Het account van de winkel')
  await form.getByRole('combobox', { name: 'Gebruiker' }).fill('Eva')
  await page.getByRole('option', { name: 'Eva Eigen' }).click()
  await form.getByRole('combobox', { name: 'Betaalmethode' }).selectOption({ label: 'iDEAL' })
  // What is wrong is said before anything is saved, beside the value that is wrong.
  const key = form.getByLabel(/^API key( \*)?$/)
  await key.fill('not-this-key')
  await form.getByLabel(/^Notification secret( \*)?$/).fill(keys.notification_secret)
  await form.getByRole('button', { name: 'Verbinding testen' }).click()
  await expect(form.getByRole('alert')).toContainText('API key: De gateway kent deze sleutel niet')
  await expect.poll(() => isUncovered(form.getByRole('alert'))).toBe(true)
  await expect(key).toHaveAttribute('aria-invalid', 'true')
  await expectNoViolations(page)
  await key.fill(keys.api_key)
  await form.getByRole('button', { name: 'Verbinding testen' }).click()
  await expect(form.getByRole('status')).toContainText(name)
  await expect.poll(() => isUncovered(form.getByRole('status'))).toBe(true)
  await form.getByRole('button', { name: 'Processor toevoegen' }).click()
  await expect(form).toBeHidden()
  await expect(panel(page).getByRole('heading', { level: 3 })).toHaveText('Kaarten')
  await expect(panel(page)).toContainText('Eva Eigen')

  await tab(page, 'Verbinding').click()
  await expect(tabContent(page)).toContainText('Werkt')
  await expect(tabContent(page)).toContainText('/v1/processornotification/')
  await expect(tabContent(page)).toContainText('Nog geen melding ontvangen')
  await expectNoViolations(page)

  // The gateway's keys are renewed: the new ones are prepared, tried and switched to, and the former ones removed.
  const next = newKeys()
  await tabContent(page).getByRole('button', { name: 'Nieuwe toegangsgegevens klaarzetten' }).click()
  const prepare = dialog(page, 'Nieuwe toegangsgegevens voor Kaarten')
  // A press without a value is answered, until there is one.
  await prepare.getByRole('button', { name: 'Klaarzetten' }).click()
  await expect(prepare.getByRole('alert')).toHaveText('Vul in wat er verandert. Er is nog niets ingevuld.')
  await expectNoViolations(page)
  await prepare.getByLabel(/^API key( \*)?$/).fill(next.api_key)
  await expect(prepare.getByRole('alert')).toHaveCount(0)
  await prepare.getByLabel(/^Notification secret( \*)?$/).fill(next.notification_secret)
  await prepare.getByRole('button', { name: 'Klaarzetten' }).click()
  await expect(prepare).toBeHidden()
  const stepOver = tabContent(page).getByRole('button', { name: 'Overstappen' })
  await expect(stepOver).toBeDisabled()
  await stepOver.hover()
  await expect(page.getByRole('tooltip')).toContainText('De laatste test mislukte')
  await account(api, name, next)
  await tabContent(page).getByRole('button', { name: 'Verbinding testen: Tweede toegangsgegevens' }).click()
  await expect(stepOver).toBeEnabled()
  await expectNoViolations(page)
  await stepOver.click()
  const asks = dialog(page, 'Overstappen op de andere toegangsgegevens van Kaarten?')
  await expect(asks).toBeVisible()
  await expectNoViolations(page)
  await asks.getByRole('button', { name: 'Overstappen' }).click()
  await expect(asks).toBeHidden()
  // What is removed is what was read after the change.
  await expect(tabContent(page)).toContainText('In gebruik geweest')
  await expect(tabContent(page)).toContainText('Tweede toegangsgegevens')
  await tabContent(page).getByRole('button', { name: 'Verwijderen' }).click()
  await dialog(page, 'Toegangsgegevens van Kaarten verwijderen?').getByRole('button', { name: 'Verwijderen' }).click()
  await expect(page.getByText('De toegangsgegevens zijn verwijderd')).toBeVisible()
  await expect(tabContent(page)).not.toContainText('Tweede toegangsgegevens')
  await tab(page, 'Geschiedenis').click()
  await expect(tabContent(page)).toContainText('gewijzigd; de inhoud is geheim')
  await expect(tabContent(page)).toContainText('Op andere inloggegevens van een processor overgaan')
  await expect(
    tabContent(page).getByRole('term').filter({ hasText: 'Sleutel van het adres voor meldingen' }),
  ).toHaveCount(1)
  await expect(
    tabContent(page)
      .getByRole('term')
      .filter({ hasText: /_|notification key|user id/ }),
  ).toHaveCount(0)
  for (const value of [...Object.values(keys), ...Object.values(next)])
    await expect(page.locator('body')).not.toContainText(value)

  // The card processor of its shop says who loses it.
  await addChoices(page, 'Betaalmethode', ['Kaart'])
  await untilListed(page)
  await row(page, 'Processor').first().click()
  await tab(page, 'Winkels').click()
  await expect(tabContent(page)).toContainText(merchant.shop)
  await expectNoViolations(page)
  await panel(page).getByRole('button', { name: 'Deactiveren' }).click()
  const warning = page.getByRole('dialog', { name: /deactiveren\?$/ })
  await expect(warning).toContainText(merchant.shop)
  await warning.getByRole('button', { name: 'Deactiveren' }).click()
  await expect(warning).toBeHidden()
  await expect(panel(page).getByRole('button', { name: 'Activeren' })).toBeVisible()
})

test('a processor is edited, and another organisation asks for another user', async ({ page, api }) => {
  const merchant = await newMerchant(api)
  const data = { name: 'Filiaal Zuid', country_code: 'NL', parent: merchant.id }
  const branch = await body<{ id: string }>(await api.post('/v1/organisation', { data }))
  await newPerson({ merchant: merchant.id, organisation: branch.id })
  const { id } = await newProcessor(api, merchant.id, 'Kaarten', 'ideal')
  await page.goto(`/psp/merchants/${merchant.id}:/processors/${id}`)
  await panel(page).getByRole('button', { name: 'Wijzigen' }).click()
  const form = dialog(page, 'Kaarten wijzigen')
  const user = form.getByRole('combobox', { name: 'Gebruiker' })
  await form.getByRole('textbox', { name: 'Naam' }).fill('Kaarten van Zuid')
  await form.getByRole('textbox', { name: 'Omschrijving' }).fill('Het account van het filiaal')
  await user.fill('Eva')
  await page.getByRole('option', { name: 'Eva Eigen' }).first().click()
  await expect(user).toHaveValue('Eva Eigen')
  await form.getByRole('combobox', { name: 'Organisatie' }).fill('Filiaal')
  await page.getByRole('option', { name: 'Filiaal Zuid' }).click()
  await expect(user).toHaveValue('')
  await form.getByRole('button', { name: 'Opslaan' }).click()
  await expect(user).toHaveAttribute('aria-invalid', 'true')
  await expectNoViolations(page)
  await user.fill('Eva')
  await page.getByRole('option', { name: 'Eva Eigen' }).first().click()
  await form.getByRole('button', { name: 'Opslaan' }).click()
  await expect(form).toBeHidden()
  await expect(panel(page).getByRole('heading', { level: 3 }).first()).toHaveText('Kaarten van Zuid')
  for (const said of ['Het account van het filiaal', 'Filiaal Zuid', 'Eva Eigen'])
    await expect(tabContent(page)).toContainText(said)
  await expectNoViolations(page)
})

test('a person of a merchant fills in values of a credential, and nothing else of the processor', async ({
  page,
  api,
}) => {
  const merchant = await newMerchant(api)
  const next = newKeys()
  await page.context().clearCookies()
  await enter(page, merchant.owner)
  await page.goto('/paymentprofiles')
  await untilListed(page)
  await row(page, merchant.shop).getByRole('link').first().click()
  await tab(page, 'Processors').click()
  await tabContent(page).getByRole('link', { name: 'Toegangsgegevens invullen' }).click()
  await expect(title(page)).toHaveText(/^Toegangsgegevens van /)
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Nieuwe toegangsgegevens klaarzetten' }).click()
  const form = page.getByRole('dialog', { name: /^Nieuwe toegangsgegevens voor / })
  for (const name of ['Naam', 'Organisatie', 'Gateway', 'Betaalmethode'])
    await expect(form.getByRole('textbox', { name })).toBeDisabled()
  await account(api, merchant.name, next)
  await form.getByLabel(/^API key( \*)?$/).fill(next.api_key)
  await form.getByLabel(/^Notification secret( \*)?$/).fill(next.notification_secret)
  await form.getByRole('button', { name: 'Klaarzetten' }).click()
  await expect(form).toBeHidden()
  await expect(page.getByText('Tweede toegangsgegevens', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Overstappen' })).toHaveCount(0)
  await expectNoViolations(page)
})

test('values of a credential are left to the merchant, and the processor waits for them', async ({ page, api }) => {
  const merchant = await newMerchant(api)
  await page.goto(`/psp/merchants/${merchant.id}:/processors`)
  await page.getByRole('button', { name: 'Processor toevoegen' }).click()
  const form = dialog(page, 'Processor toevoegen')
  await form.getByRole('textbox', { name: 'Naam' }).fill('Kaarten')
  await form.getByRole('textbox', { name: 'Omschrijving' }).fill('Het account van de winkel')
  await form.getByRole('combobox', { name: 'Gebruiker' }).fill('Eva')
  await page.getByRole('option', { name: 'Eva Eigen' }).click()
  await form.getByRole('combobox', { name: 'Betaalmethode' }).selectOption({ label: 'Kaart' })
  await expect(form).toContainText('Wat je leeg laat, vult de winkelier in')
  await form.getByRole('button', { name: 'Processor toevoegen' }).click()
  await expect(form).toBeHidden()
  await tab(page, 'Verbinding').click()
  await expect(tabContent(page)).toContainText('API key: Deze waarde is nog niet ingevuld')
  await panel(page).getByRole('button', { name: 'Activeren' }).click()
  const asks = dialog(page, 'Kaarten activeren?')
  await asks.getByRole('button', { name: 'Activeren' }).click()
  await expect(asks.getByRole('alert')).toContainText('nog niet compleet')
  await expectNoViolations(page)
})

test('what is known of gateways is asked for again when it could not be read', async ({ page, api }) => {
  const merchant = await newMerchant(api)
  const fail = () =>
    page.route('**/v1/gateway', (route) => route.fulfill({ status: 500, json: { code: 'internal_error' } }))
  const again = page.getByRole('button', { name: 'Opnieuw proberen' })
  await fail()
  await page.goto(`/psp/merchants/${merchant.id}:/processors`)
  await page.getByRole('button', { name: 'Processor toevoegen' }).click()
  const form = dialog(page, 'Processor toevoegen')
  await expect(form).toContainText('Dit kon niet worden geladen')
  await page.unroute('**/v1/gateway')
  await form.getByRole('button', { name: 'Opnieuw proberen' }).click()
  await expect(form.getByRole('combobox', { name: 'Gateway' })).toHaveValue('Sandbox')
  await page.keyboard.press('Escape')

  await fail()
  await page.reload()
  await untilListed(page)
  await row(page, 'Processor').first().click()
  await tab(page, 'Verbinding').click()
  await expect(tabContent(page)).toContainText('Dit kon niet worden geladen')
  await page.unroute('**/v1/gateway')
  await again.click()
  await expect(tabContent(page)).toContainText('Toegangsgegevens in gebruik')
})

test('the processors of all merchants are found by their gateway', async ({ page }) => {
  await page.goto('/psp/processors')
  await untilListed(page)
  await addChoices(page, 'Gateway', ['Sandbox'])
  await expect(page).toHaveURL(/gateway\[\]=sandbox|gateway=sandbox/)
  await untilListed(page)
  await expect(row(page, 'Sandbox').first()).toBeVisible()
  await expectNoViolations(page)
})

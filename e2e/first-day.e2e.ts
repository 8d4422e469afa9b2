import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { dropDatabase, withDatabase } from '../tools/database/databases.ts'
import { readSettings } from '../tools/run/settings.ts'
import { type Stack, startStack } from '../tools/run/stack.ts'
import { makeTestFolder } from '../tools/testing/test-folder.ts'
import { expectNoViolations, found } from './support/axe.ts'
import { title } from './support/frame.ts'
import { numbers, pressPay, typeCard } from './support/links.ts'
import { panel, row, untilListed } from './support/list.ts'
import { fromMail } from './support/mails.ts'
import { tab, tabContent } from './support/panel.ts'
import { body } from './support/payments.ts'
import { fillIn } from './support/signing-in.ts'
import { type BrowserContext, expect, type Page, test } from './support/test.ts'

const password = 'Een-eerste-dag-2026'
const email = (name: string) => `${name}.${randomUUID().slice(0, 8)}@kaas.example`
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

let kontor: Stack
let end: () => Promise<void>

/** An empty Kontor in a database of its own. It reaches the sandbox that runs already, as it would reach a gateway. */
test.beforeAll(async () => {
  test.setTimeout(180_000)
  const folder = await makeTestFolder()
  const { KONTOR_E2E_DATABASE_URL: of = '', KONTOR_E2E_SANDBOX_URL: sandbox = '' } = process.env
  const databaseUrl = withDatabase(of, `kontor_first_day_${process.env['TEST_PARALLEL_INDEX']}`)
  await dropDatabase(databaseUrl)
  const settings = readSettings({
    ...{ KONTOR_DEMO: 'off', DATABASE_URL: databaseUrl, KONTOR_DATA: folder, PORT: '0' },
    KONTOR_MASTER_KEY: process.env['KONTOR_E2E_MASTER_KEY'],
  })
  kontor = await startStack({ ...settings, fast: true, env: { KONTOR_SANDBOX_URL: sandbox } })
  end = async () => {
    await kontor.stop()
    await dropDatabase(databaseUrl)
    rmSync(folder, { recursive: true, force: true })
  }
})
test.afterAll(() => end?.())

test('a provider begins with nothing, and a merchant of its takes a payment, without a command line', async ({
  page,
  context,
  browser,
}) => {
  test.setTimeout(240_000)
  const at = (path: string) => `${kontor.publicUrl}${path}`
  await setUpProvider(page, email('eerste'))
  const merchant = await addMerchant(page, at('/psp/merchants'))
  const inView = (screen: string) => at(`/psp/merchants/${merchant}:/${screen}`)
  await addShop(page, inView('paymentprofiles'))
  await addProcessor(page, inView('processors'), merchant)
  await chooseProcessor(page, inView('paymentprofiles'))
  const anna = email('anna')
  await invite(page, inView('users'), anna)

  const theirs = await browser.newContext({ storageState: { cookies: [], origins: [] }, locale: 'nl-NL' })
  const visit = await theirs.newPage()
  await acceptInvitation(visit, anna)
  const { link, reference } = await makeLink(visit, theirs, at('/payment-links'))
  await visit.goto(link)
  await typeCard(visit, numbers.good)
  await pressPay(visit)
  await expect(visit.getByRole('heading', { name: 'Betaald' })).toBeVisible()
  expect(await found(visit)).toEqual([])
  await visit.goto(at('/transactions'))
  await untilListed(visit)
  await expect(row(visit, reference)).toContainText(/€\s49,95/)
  await theirs.close()

  await page.goto(at('/psp/transactions'))
  await untilListed(page)
  await expect(row(page, reference)).toHaveCount(1)
  await context.clearCookies()
})

/** The one-time link that the start prints makes the first of the provider's staff. */
async function setUpProvider(page: Page, address: string): Promise<void> {
  if (!kontor.firstUserLink) throw new Error('an empty Kontor has a link for its first user')
  await page.goto(kontor.firstUserLink)
  await page.getByLabel('Naam').fill('Petra Eerste')
  await page.getByLabel('E-mailadres').fill(address)
  await page.getByRole('textbox', { name: /^Wachtwoord/ }).fill(password)
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Aanmaken en aanmelden' }).click()
  await expect(title(page)).toHaveText('Home')
  await expectNoViolations(page)
}

async function addMerchant(page: Page, address: string): Promise<string> {
  await page.goto(address)
  // The list begins with a filter, and is empty whatever the filter.
  await expect(page.getByText('Nog geen winkeliers')).toBeVisible()
  await page.getByRole('button', { name: 'Winkelier toevoegen' }).first().click()
  const form = dialog(page, 'Winkelier toevoegen')
  await form.getByRole('textbox', { name: 'Naam', exact: true }).fill('Kaas van de Waag')
  await form.getByRole('combobox', { name: 'Branche (MCC)' }).fill('zuivel')
  await page.getByRole('option', { name: '5451 - Zuivelwinkels' }).click()
  await form.getByRole('textbox', { name: 'Naam van de gebruiker' }).fill('Wil de Wit')
  await form.getByRole('textbox', { name: 'E-mailadres van de gebruiker' }).fill(email('wil'))
  await expectNoViolations(page)
  await form.getByRole('button', { name: 'Winkelier toevoegen' }).click()
  await expect(form).toBeHidden()
  await expect(panel(page).getByRole('heading', { level: 3 })).toHaveText('Kaas van de Waag')
  const [, id = ''] = /details\/([\w-]+)/.exec(page.url()) ?? []
  return id
}

async function addShop(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.getByRole('button', { name: 'Betaalprofiel toevoegen' }).click()
  const form = dialog(page, 'Betaalprofiel toevoegen')
  await form.getByRole('textbox', { name: 'Naam', exact: true }).fill('Kaas op de markt')
  await page.keyboard.press('Tab')
  await expect(form.getByRole('textbox', { name: 'Weergavenaam' })).toHaveValue('Kaas op de markt')
  await expect(form.getByRole('combobox', { name: 'Valuta' })).toHaveValue('EUR')
  await form.getByRole('button', { name: 'Betaalprofiel toevoegen' }).click()
  await expect(form).toBeHidden()
}

async function addProcessor(page: Page, address: string, merchant: string): Promise<void> {
  const keys = { api_key: randomUUID(), notification_secret: `whsec_${btoa(randomUUID())}` }
  // What people do at a gateway: they open an account there.
  await body(
    await page.request.put(`${process.env['KONTOR_E2E_SANDBOX_URL']}/v1/accounts/market-${merchant}`, {
      data: { ...keys, notification_url: `${kontor.url}/v1/processornotification/${merchant}` },
    }),
  )
  await page.goto(address)
  await page.getByRole('button', { name: 'Processor toevoegen' }).click()
  const form = dialog(page, 'Processor toevoegen')
  await form.getByRole('textbox', { name: 'Naam' }).fill('Kaarten van de markt')
  await form.getByRole('textbox', { name: 'Omschrijving' }).fill('Het account van de markt')
  await form.getByRole('combobox', { name: 'Gebruiker' }).fill('Wil')
  await page.getByRole('option', { name: 'Wil de Wit' }).click()
  await form.getByRole('combobox', { name: 'Betaalmethode' }).selectOption({ label: 'Kaart' })
  await form.getByLabel(/^API key( \*)?$/).fill(keys.api_key)
  await form.getByLabel(/^Notification secret( \*)?$/).fill(keys.notification_secret)
  await form.getByRole('button', { name: 'Verbinding testen' }).click()
  await expect(form.getByRole('status')).toContainText(`market-${merchant}`)
  await form.getByRole('button', { name: 'Processor toevoegen' }).click()
  await expect(form).toBeHidden()
  await tab(page, 'Verbinding').click()
  await expect(tabContent(page)).toContainText('Werkt')
}

async function chooseProcessor(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await untilListed(page)
  await row(page, 'Kaas op de markt').getByRole('link').first().click()
  await tab(page, 'Processors').click()
  await expect(tabContent(page)).toContainText('Geen processors voor dit betaalprofiel.')
  await tabContent(page).getByRole('combobox', { name: 'Processor toevoegen' }).click()
  await page.keyboard.type('Kaarten van')
  await page.getByRole('option', { name: 'Kaarten van de markt · Kaart' }).click()
  await expect(tabContent(page).getByRole('listitem')).toContainText('Kaarten van de markt')
}

async function invite(page: Page, address: string, anna: string): Promise<void> {
  await page.goto(address)
  await page.getByRole('button', { name: 'Gebruikers uitnodigen' }).click()
  const form = dialog(page, 'Gebruikers uitnodigen')
  await form.getByLabel('E-mailadressen').fill(`Anna de Wit <${anna}>`)
  await form.getByRole('searchbox', { name: 'Zoek een rol' }).fill('Volledige toegang')
  await form.getByRole('checkbox', { name: 'Volledige toegang tot de winkelier', exact: true }).check()
  await form.getByRole('button', { name: 'Uitnodigen', exact: true }).click()
  await expect(form).toBeHidden()
}

async function acceptInvitation(page: Page, anna: string): Promise<void> {
  await page.goto(await fromMail(anna, /http\S+updatePassword\S+/))
  await page.getByRole('textbox', { name: 'Nieuw wachtwoord', exact: true }).fill(password)
  await page.getByRole('textbox', { name: 'Nieuw wachtwoord herhalen' }).fill(password)
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Wachtwoord opslaan' }).click()
  await fillIn(page, anna, password)
  await expect(title(page)).toHaveText('Home')
}

async function makeLink(page: Page, context: BrowserContext, address: string) {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(address)
  await page.getByRole('button', { name: 'Betaallink maken' }).first().click()
  const form = dialog(page, 'Betaallink maken')
  await form.getByRole('combobox', { name: 'Betaalprofiel' }).fill('Kaas op')
  await page.getByRole('option', { name: 'Kaas op de markt' }).click()
  await form.getByRole('textbox', { name: 'Bedrag' }).fill('49,95')
  const reference = await form.getByRole('textbox', { name: 'Referentie' }).inputValue()
  await form.getByRole('button', { name: 'Betaallink maken' }).click()
  await expect(form).toBeHidden()
  await panel(page).getByRole('button', { name: 'Link kopiëren' }).click()
  await expect(page.getByText('De link is gekopieerd')).toBeVisible()
  return { link: await page.evaluate(() => navigator.clipboard.readText()), reference }
}

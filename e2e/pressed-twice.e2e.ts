import { randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { type NewMerchant, newMerchant } from './support/making/new-merchant.ts'
import { body } from './support/payments.ts'
import { expect, type Locator, type Page, test } from './support/test.ts'

test.use({ who: 'provider' })

/** What a form makes, and where it is. */
interface Form {
  at: (merchant: NewMerchant) => string
  /** The button that opens it and the one that sends it; its title is that of the first one. */
  button: string
  title?: string
  send?: string
  /** Fills in the least, with a text that nothing else has. */
  fill: (form: Locator, name: string, merchant: NewMerchant) => Promise<void>
  /** The list that shows what was made. */
  list: (merchant: NewMerchant) => string
  /** The button of a dialog that shows a secret afterwards. */
  after?: string
  before?: (api: APIRequestContext, merchant: NewMerchant) => Promise<unknown>
}

const inView = (screen: string) => (merchant: NewMerchant) => `/psp/merchants/${merchant.id}:/${screen}`
const ofMerchant = (resource: string) => (merchant: NewMerchant) => `/v1/${resource}?merchant[]=${merchant.id}`
const named = (form: Locator) => form.getByRole('textbox', { name: 'Naam', exact: true })
const emailOf = (name: string) => `${name}@shop.example`

async function choose(form: Locator, field: string, typed: string): Promise<void> {
  await form.getByRole('combobox', { name: field }).fill(typed)
  await form.page().getByRole('option', { name: typed }).first().click()
}

/** A processor or what it pays out: its user, and a key that no account has. */
async function connection(form: Locator, name: string): Promise<void> {
  await named(form).fill(name)
  await form.getByRole('textbox', { name: 'Omschrijving' }).fill('Het account van de winkel')
  await choose(form, 'Gebruiker', 'Eva Eigen')
  await form.getByLabel(/^API key( \*)?$/).fill('not-this-key')
}

async function invite(form: Locator, name: string): Promise<void> {
  await form.getByLabel('E-mailadressen').fill(emailOf(name))
  await form.getByRole('searchbox', { name: 'Zoek een rol' }).fill('Bekijkt labels')
  await form.getByRole('checkbox', { name: 'Bekijkt labels', exact: true }).check()
}

const forms: Readonly<Record<string, Form>> = {
  merchant: {
    at: () => '/psp/merchants',
    button: 'Winkelier toevoegen',
    fill: async (form, name) => {
      await named(form).fill(name)
      await choose(form, 'Branche (MCC)', '5451 - Zuivelwinkels')
      await form.getByRole('textbox', { name: 'Naam van de gebruiker' }).fill('Wil de Wit')
      await form.getByRole('textbox', { name: 'E-mailadres van de gebruiker' }).fill(emailOf(name))
    },
    list: () => '/v1/psp/merchant?_sort=created_at',
  },
  organisation: {
    at: inView('organisations'),
    button: 'Organisatie toevoegen',
    fill: (form, name) => named(form).fill(name),
    list: ofMerchant('organisation'),
  },
  'payment profile': {
    at: inView('paymentprofiles'),
    button: 'Betaalprofiel toevoegen',
    fill: async (form, name) => {
      await named(form).fill(name)
      await form.getByRole('textbox', { name: 'Weergavenaam' }).fill(name)
    },
    list: ofMerchant('paymentprofile'),
  },
  processor: {
    at: inView('processors'),
    button: 'Processor toevoegen',
    fill: async (form, name) => {
      await connection(form, name)
      await form.getByRole('combobox', { name: 'Betaalmethode' }).selectOption({ label: 'Kaart' })
      await form.getByLabel(/^Notification secret( \*)?$/).fill(`whsec_${btoa(randomUUID())}`)
    },
    list: ofMerchant('processor'),
  },
  'processor settlement': {
    at: inView('processor-settlements'),
    button: 'Processorafrekening toevoegen',
    fill: async (form, name) => {
      await form.getByRole('combobox', { name: 'Waar bestanden vandaan komen' }).selectOption({ label: 'Met de hand' })
      await connection(form, name)
    },
    list: ofMerchant('processorsettlement'),
  },
  middleware: {
    at: inView('middlewares'),
    button: 'Middleware toevoegen',
    fill: async (form, name) => {
      await named(form).fill(name)
      await form.getByRole('textbox', { name: 'Adres' }).fill('https://score.example/')
    },
    list: ofMerchant('middleware'),
    after: 'Ik heb het bewaard',
  },
  'share request': {
    at: inView('share-credentials'),
    button: 'Processor delen',
    before: async (api, { id }) => {
      const data = { name: 'Filiaal Zuid', country_code: 'NL', parent: id }
      await body(await api.post(`/v1/organisation?merchant=${id}`, { data }))
    },
    fill: async (form, name) => {
      await form.getByRole('combobox', { name: 'Processor' }).click()
      await form.page().getByRole('option', { name: '· Kaart' }).click()
      await choose(form, 'Delen met', 'Filiaal Zuid')
      await form.getByRole('textbox', { name: 'Bericht' }).fill(name)
    },
    list: ofMerchant('share'),
  },
  'user of a merchant': {
    at: inView('users'),
    button: 'Gebruikers uitnodigen',
    send: 'Uitnodigen',
    fill: invite,
    list: ofMerchant('user'),
  },
  'user of the provider': {
    at: () => '/psp/users',
    button: 'Gebruikers uitnodigen',
    send: 'Uitnodigen',
    fill: invite,
    list: () => '/v1/psp/user',
  },
  'API key': {
    at: ({ id }) => `/psp/api-keys?merchant[]=${id}`,
    button: 'Sleutel maken',
    title: 'API-sleutel maken',
    fill: async (form, name, merchant) => {
      await named(form).fill(name)
      await choose(form, 'Organisatie', merchant.name)
    },
    list: ofMerchant('psp/apikey'),
    after: 'Ik heb de sleutel bewaard',
  },
  'welcome mail': {
    at: () => '/psp/welcome-mails',
    button: 'Welkomstmail maken',
    fill: (form, name) => named(form).fill(name),
    list: () => '/v1/psp/welcomemail',
  },
  import: {
    at: () => '/psp/imports',
    button: 'Bestand importeren',
    title: 'Stap 1 van 4: bestand',
    send: 'Uploaden',
    fill: async (form, name, merchant) => {
      await choose(form, 'Organisatie', merchant.name)
      const choosing = form.page().waitForEvent('filechooser')
      await form.getByRole('button', { name: 'Bestand kiezen' }).click()
      const buffer = Buffer.from(`email_address,last_name\n${emailOf(name)},${name}\n`)
      await (await choosing).setFiles({ name: `${name}.csv`, mimeType: 'text/csv', buffer })
    },
    list: () => '/v1/psp/import',
  },
}

for (const [what, { at, button, title = button, send = button, fill, list, after, before }] of Object.entries(forms))
  test(`a form that is sent twice at once makes one ${what}`, async ({ page, api }) => {
    const merchant = await newMerchant(api)
    await before?.(api, merchant)
    const name = `twee${randomUUID().replaceAll(/\W/g, '')}`
    await page.goto(at(merchant))
    await page.getByRole('button', { name: button, exact: true }).first().click()
    const form = page.getByRole('dialog', { name: title, exact: true })
    await fill(form, name, merchant)
    const sent = countPosts(page)
    await form.getByRole('button', { name: send, exact: true }).evaluate(press)
    await expect(form).toBeHidden()
    if (after) await page.getByRole('button', { name: after }).click()
    const rows = await body<object[]>(
      await api.get(`${list(merchant)}${list(merchant).includes('?') ? '&' : '?'}_limit=1000`),
    )
    expect([rows.filter((row) => JSON.stringify(row).includes(name)).length, sent()]).toEqual([1, 1])
  })

/** Twice before anything is drawn, and once more after it. */
function press(button: HTMLElement): Promise<void> {
  button.click()
  button.click()
  return new Promise((resolve) =>
    requestAnimationFrame(() => {
      button.click()
      resolve()
    }),
  )
}

function countPosts(page: Page): () => number {
  const posts: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(request.url())
  })
  return () => posts.length
}

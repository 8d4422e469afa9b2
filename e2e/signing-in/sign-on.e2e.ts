import { randomUUID } from 'node:crypto'
import { startIssuer } from '../../server/test/signing-in/issuer.ts'
import { expectNoViolations } from '../support/axe.ts'
import { notice, title } from '../support/frame.ts'
import { panel, row } from '../support/list.ts'
import { newMerchant } from '../support/making/new-merchant.ts'
import { people } from '../support/people.ts'
import { enter } from '../support/signing-in.ts'
import { expect, test } from '../support/test.ts'

test.use({ who: 'provider' })

test('somebody who was invited signs in at an issuer that the provider has just set up, and comes back to the address', async ({
  page,
  api,
  baseURL,
}) => {
  const issuer = await startIssuer(`${baseURL}/login/return/`)
  const merchant = await newMerchant(api)
  const domain = `${merchant.name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}.example`
  const email = `eva@${domain}`
  try {
    const invitation = { people: [{ email }], organisation: merchant.id, roles: ['TRANSACTION_LIST'], language: 'nl' }
    expect((await api.post(`/v1/user?merchant=${merchant.id}`, { data: invitation })).status()).toBe(201)
    issuer.people.set('eva', { email, email_verified: true })
    issuer.who = 'eva'

    await page.goto(`/psp/merchants/details/${merchant.id}`)
    await page.getByRole('tab', { name: 'Beveiliging' }).click()
    await page.getByRole('button', { name: 'Single sign-on instellen' }).click()
    const form = page.getByRole('dialog')
    await expect(form.getByLabel('Client-ID')).toBeVisible()
    await expectNoViolations(page)
    await form.getByLabel('Adres waar de organisatie aanmeldt').fill(`${issuer.url}/wrong`)
    await form.getByRole('button', { name: 'Verbinding testen' }).click()
    await expect(form.getByText('Hier is geen discovery-document.')).toBeVisible()
    await form.getByLabel('Adres waar de organisatie aanmeldt').fill(issuer.url)
    await form.getByRole('button', { name: 'Verbinding testen' }).click()
    await expect(form.getByText('De issuer antwoordt en kan wat nodig is.')).toBeVisible()
    await form.getByLabel('Client-ID').fill(issuer.client.client_id)
    await form.getByRole('textbox', { name: 'Client-secret' }).fill(issuer.client.client_secret)
    await form.getByLabel('Maildomeinen').fill(domain)
    await form.getByLabel('Een wachtwoord werkt nog').uncheck()
    await form.getByRole('button', { name: 'Opslaan' }).click()
    await expect(page.getByText('Single sign-on is opgeslagen')).toBeVisible()
    await expect(page.getByText(issuer.url)).toBeVisible()

    await page.context().clearCookies()
    await page.goto('/transactions?status=DECLINED')
    await expect(page).toHaveURL('/login')
    await page.getByLabel('E-mailadres').fill(email)
    await page.keyboard.press('Tab')
    await expect(page.getByRole('textbox', { name: 'Wachtwoord' })).toBeHidden()
    await expect(page.getByRole('button', { name: 'Toch een wachtwoord gebruiken' })).toBeVisible()
    await expectNoViolations(page)
    await page.getByRole('button', { name: 'Aanmelden bij je organisatie' }).click()
    await expect(page).toHaveURL('/transactions?status=DECLINED')
    await expect(title(page)).toHaveText('Transacties')

    await page.context().clearCookies()
    await page.goto('/login')
    issuer.people.set('stranger', { email: `stranger@${domain}`, email_verified: true })
    issuer.who = 'stranger'
    await page.getByLabel('E-mailadres').fill(`stranger@${domain}`)
    await page.keyboard.press('Enter')
    await expect(notice(page)).toHaveText(/Er is hier geen account voor je e-mailadres/)
    await expectNoViolations(page)
    expect(new URL(page.url()).search).toBe('')

    await page.context().clearCookies()
    await enter(page, people.provider)
    await page.goto(`/psp/merchants/${merchant.id}:/users?_search_by=email&_search=${email}`)
    await row(page, email).click()
    await panel(page)
      .getByRole('button', { name: /Ontkoppelen/ })
      .click()
    const asked = page.getByRole('dialog', { name: /ontkoppelen\?$/ })
    await expectNoViolations(page)
    await asked.getByRole('button', { name: 'Ontkoppelen' }).click()
    await expect(panel(page)).toContainText('Geen: deze gebruiker meldt zich aan met een wachtwoord.')
  } finally {
    await issuer.stop()
  }
})

test('one of the provider’s staff signs in at the issuer that a super user sets up, and its history says who did', async ({
  page,
  api,
  baseURL,
}) => {
  const issuer = await startIssuer(`${baseURL}/login/return/`)
  // A domain of this test alone: the sign-in of everybody else stays as it is.
  const domain = `staff-${randomUUID().slice(0, 8)}.example`
  const email = `piet@${domain}`
  const invitation = { people: [{ email }], organisation: null, roles: ['PSP_USER_LIST'], language: 'nl' }
  expect((await api.post('/v1/user', { data: invitation })).status()).toBe(201)
  issuer.people.set('piet', { email, email_verified: true })
  issuer.who = 'piet'
  try {
    await page.goto('/psp/users')
    await page.getByRole('button', { name: 'Single sign-on', exact: true }).click()
    const shown = page.getByRole('dialog', { name: 'Single sign-on van de medewerkers van de provider' })
    await shown.getByRole('button', { name: /^Single sign-on (instellen|wijzigen)$/ }).click()
    const form = shown.filter({ has: page.getByLabel('Client-ID') })
    await form.getByLabel('Single sign-on staat aan').check()
    await form.getByLabel('Adres waar de organisatie aanmeldt').fill(issuer.url)
    await form.getByLabel('Client-ID').fill(issuer.client.client_id)
    await form.getByRole('textbox', { name: 'Client-secret' }).fill(issuer.client.client_secret)
    await form.getByLabel('Maildomeinen').fill(domain)
    await expectNoViolations(page)
    await form.getByRole('button', { name: 'Opslaan' }).click()
    await expect(form).toBeHidden()
    await expect(shown).toContainText(issuer.url)
    await shown.getByRole('button', { name: 'Geschiedenis' }).click()
    const newest = shown.getByRole('region', { name: 'Geschiedenis' }).getByRole('listitem').first()
    await expect(newest).toContainText('Single sign-on van de provider instellen')
    await expect(newest).toContainText('Philippa Provider')
    await expect(newest).toContainText('gewijzigd; de inhoud is geheim')
    await expect(shown).not.toContainText(issuer.client.client_secret)
    await expectNoViolations(page)

    await page.context().clearCookies()
    await page.goto('/login')
    await page.getByLabel('E-mailadres').fill(email)
    await page.keyboard.press('Tab')
    await page.getByRole('button', { name: 'Aanmelden bij je organisatie' }).click()
    await expect(title(page)).toHaveText('Home')
    const { email: who, psp } = await (await page.request.get('/v1/auth/session')).json()
    expect([who, psp]).toEqual([email, true])
  } finally {
    const { sign_on } = await (await api.get('/v1/psp/sign-on')).json()
    if (sign_on) {
      const { client_secret_changed_at, client_secret_changed_by, ...present } = sign_on
      expect((await api.post('/v1/psp/sign-on', { data: { ...present, active: false } })).status()).toBe(200)
    }
    await issuer.stop()
  }
})

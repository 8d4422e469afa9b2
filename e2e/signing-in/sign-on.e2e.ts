import { startIssuer } from '../../server/test/signing-in/issuer.ts'
import { notice, title } from '../support/frame.ts'
import { newMerchant } from '../support/making/new-merchant.ts'
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
    await form.getByLabel('Adres waar de organisatie aanmeldt').fill(`${issuer.url}/wrong`)
    await form.getByRole('button', { name: 'Verbinding proberen' }).click()
    await expect(form.getByText('Hier is geen discovery-document.')).toBeVisible()
    await form.getByLabel('Adres waar de organisatie aanmeldt').fill(issuer.url)
    await form.getByRole('button', { name: 'Verbinding proberen' }).click()
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
    expect(new URL(page.url()).search).toBe('')
  } finally {
    await issuer.stop()
  }
})

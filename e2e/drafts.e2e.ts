import { notice, title } from './support/frame.ts'
import { panel, untilListed } from './support/list.ts'
import { newPerson } from './support/making/new-person.ts'
import { newReference } from './support/payments.ts'
import { enter, fillIn } from './support/signing-in.ts'
import { expect, type Page, test } from './support/test.ts'
import { letTimePass } from './support/time.ts'

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const kept = (page: Page) => page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))

/** Sends a form after half an hour of silence, when the server has ended the session. */
async function sendTooLate(page: Page, email: string, send: () => Promise<unknown>): Promise<void> {
  await letTimePass(email, 31)
  // Another call of the page may notice the end first.
  await send().catch(() => {})
  await expect(page).toHaveURL('/login')
  await expect(notice(page)).toContainText('Je sessie is beëindigd')
}

test.describe('what is being typed when the session ends', () => {
  test('of a customer comes back to the same person, but for what is secret', async ({ page }) => {
    const { email } = await newPerson()
    const city = `Stad ${newReference()}`
    await enter(page, { email })
    await page.goto('/customers')
    await untilListed(page)
    await page.getByRole('button', { name: 'Klant toevoegen' }).click()
    const form = dialog(page, 'Klant toevoegen')
    await form.getByLabel('E-mailadres').fill('half@example.com')
    await form.getByLabel('Plaats').fill(city)
    await form.getByLabel('Burgerservicenummer').fill('123456782')
    expect(await kept(page)).not.toContain('123456782')
    await sendTooLate(page, email, () => form.getByRole('button', { name: 'Klant toevoegen' }).click({ timeout: 3000 }))

    await fillIn(page, email)
    await expect(page).toHaveURL(/\/customers/)
    await expect(form.getByLabel('E-mailadres')).toHaveValue('half@example.com')
    await expect(form.getByLabel('Plaats')).toHaveValue(city)
    await expect(form.getByLabel('Burgerservicenummer')).toHaveValue('')
    await form.getByRole('button', { name: 'Klant toevoegen' }).click()
    await expect(form).toBeHidden()
    await expect(panel(page)).toContainText(city)
    expect(await kept(page)).not.toContain('kontor.draft')
  })

  test('of a payment link comes back with its currency, and never to somebody else', async ({ page }) => {
    const { email } = await newPerson()
    const reference = newReference()
    await enter(page, { email })
    await page.goto('/payment-links')
    await untilListed(page)
    await page.getByRole('button', { name: 'Betaallink maken' }).click()
    const form = dialog(page, 'Betaallink maken')
    const type = async () => {
      await form.getByRole('combobox', { name: 'Betaalprofiel' }).fill('Bloom')
      await page.getByRole('option', { name: /United Kingdom/ }).click()
      await form.getByRole('textbox', { name: 'Bedrag' }).fill('12,50')
      await form.getByRole('textbox', { name: 'Referentie' }).fill(reference)
    }
    const send = () => form.getByRole('button', { name: 'Betaallink maken' }).click({ timeout: 3000 })
    await type()
    await expect(form).toContainText('GBP')
    await sendTooLate(page, email, send)
    await fillIn(page, email)
    await expect(form.getByRole('textbox', { name: 'Referentie' })).toHaveValue(reference)
    await expect(form.getByRole('textbox', { name: 'Bedrag' })).toHaveValue('12,50')
    await expect(form.getByRole('combobox', { name: 'Betaalprofiel' })).toHaveValue(/United Kingdom/)
    await expect(form).toContainText('GBP')

    await sendTooLate(page, email, send)
    const somebodyElse = await newPerson()
    await fillIn(page, somebodyElse.email)
    await expect(page).toHaveURL('/')
    expect(await kept(page)).not.toContain(reference)
    await page.goto('/payment-links')
    await untilListed(page)
    await expect(form).toBeHidden()
  })

  test('of one’s own profile comes back, and a password never', async ({ page }) => {
    const { email } = await newPerson()
    await enter(page, { email })
    await page.goto('/profile')
    await page.getByRole('textbox', { name: 'Naam' }).fill('Eva van Elders')
    await page.getByRole('button', { name: 'E-mailadres wijzigen' }).click()
    const form = dialog(page, 'E-mailadres wijzigen')
    await form.getByLabel('Nieuw e-mailadres').fill('eva@elders.example')
    await form.getByLabel('Huidig wachtwoord').fill('Tulpen-uit-2027')
    expect(await kept(page)).not.toContain('Tulpen')
    await sendTooLate(page, email, () => form.getByRole('button', { name: 'Link sturen' }).click({ timeout: 3000 }))
    await fillIn(page, email)
    await expect(page).toHaveURL('/profile')
    await expect(form.getByLabel('Nieuw e-mailadres')).toHaveValue('eva@elders.example')
    await expect(form.getByLabel('Huidig wachtwoord')).toHaveValue('')
    await form.getByRole('button', { name: 'Annuleren' }).click()
    await page.getByRole('button', { name: 'Weggooien' }).click()
    await expect(page.getByRole('textbox', { name: 'Naam' })).toHaveValue('Eva van Elders')

    // Leaving the form discards the draft.
    await page.getByRole('link', { name: 'Terugbetalingen' }).first().click()
    await expect(title(page)).toHaveText('Terugbetalingen')
    expect(await kept(page)).not.toContain('Elders')
  })
})

import { notice, signOut, title } from '../support/frame.ts'
import { codeFor, fromMail } from '../support/mails.ts'
import { newPerson } from '../support/making/new-person.ts'
import { password } from '../support/people.ts'
import { fillIn } from '../support/signing-in.ts'
import { expect, type Page, test } from '../support/test.ts'
import { letTimePass } from '../support/time.ts'

async function enter(page: Page, email: string, secret = password): Promise<void> {
  await page.goto('/login')
  await fillIn(page, email, secret)
  await page.waitForURL((url) => url.pathname !== '/login')
}

const section = (page: Page, name: string) => page.getByRole('region', { name })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const isSignedIn = async (page: Page) => (await page.request.get('/v1/auth/session')).status() === 200

test.describe('a passkey', () => {
  test('is added in the profile, and signs in by itself and as the second factor', async ({ page, context }) => {
    const devices = await context.newCDPSession(page)
    await devices.send('WebAuthn.enable')
    const options = {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    } as const
    await devices.send('WebAuthn.addVirtualAuthenticator', { options })
    const { email, name } = await newPerson({ mfa_type: 'email' })
    await enter(page, email)
    await page.getByLabel('Code', { exact: true }).fill(await codeFor(email))
    await page.getByRole('button', { name: 'Bevestigen' }).click()
    await expect(page).toHaveURL('/')
    await page.goto('/profile')
    await section(page, 'Passkeys').getByRole('button', { name: 'Passkey toevoegen' }).click()
    await dialog(page, 'Passkey toevoegen').getByRole('textbox', { name: 'Naam' }).fill('Laptop van de winkel')
    await dialog(page, 'Passkey toevoegen').getByLabel('Huidig wachtwoord').fill(password)
    await dialog(page, 'Passkey toevoegen').getByRole('button', { name: 'Verder' }).click()
    await expect(section(page, 'Passkeys')).toContainText('Laptop van de winkel')
    await signOut(page, name)
    await page.getByRole('button', { name: 'Terug naar aanmelden' }).click()

    // A passkey proves possession and checks the person at once, so no code is asked for.
    await page.getByRole('button', { name: 'Passkey gebruiken' }).click()
    await expect(page).toHaveURL('/')
    await signOut(page, name)
    await enter(page, email)
    await page.getByRole('button', { name: 'Een passkey gebruiken' }).click()
    await expect(page).toHaveURL('/')
    await page.goto('/profile')
    await expect(section(page, 'Activiteit')).toContainText('Passkey toegevoegd')
  })
})

test.describe('the e-mail address', () => {
  test('changes by the link to the new one, with a notice to the old one', async ({ page }) => {
    const { email } = await newPerson()
    const next = email.replace('eva.', 'eva.nieuw.')
    await enter(page, email)
    await page.goto('/profile')
    await section(page, 'E-mailadres en wachtwoord').getByRole('button', { name: 'E-mailadres wijzigen' }).click()
    const form = dialog(page, 'E-mailadres wijzigen')
    await form.getByLabel('Nieuw e-mailadres').fill(next)
    await form.getByLabel('Huidig wachtwoord').fill('Kontor-demo-2025')
    await form.getByRole('button', { name: 'Link sturen' }).click()
    await expect(form.getByText('Het wachtwoord klopt niet.')).toBeVisible()
    await form.getByLabel('Huidig wachtwoord').fill(password)
    await form.getByRole('button', { name: 'Link sturen' }).click()
    await expect(page.getByText(`Er is een link gemaild naar ${next}.`)).toBeVisible()
    expect(await fromMail(email, /als nieuw e-mailadres aangevraagd/)).toBeTruthy()
    const link = await fromMail(next, /http[^"<\s]*updateEmail[^"<\s]*/)
    await page.reload()
    await expect(section(page, 'E-mailadres en wachtwoord')).toContainText(`Wacht op bevestiging: ${next}`)

    await page.goto(link)
    await expect(page).toHaveURL('/updateEmail')
    await page.reload()
    const [first, again] = [
      page.getByRole('textbox', { name: 'Nieuw e-mailadres', exact: true }),
      page.getByRole('textbox', { name: 'Nieuw e-mailadres herhalen' }),
    ]
    await first.fill(next)
    await again.fill(email)
    await page.getByRole('button', { name: 'Bevestigen' }).click()
    await expect(page.getByText('De e-mailadressen zijn niet gelijk')).toBeVisible()
    // The valid link has signed this browser out.
    expect(await isSignedIn(page)).toBe(false)
    await again.fill(next)
    await page.getByRole('button', { name: 'Bevestigen' }).click()
    await expect(page).toHaveURL('/login?reset=email')
    await expect(page.getByText('Je e-mailadres is gewijzigd!')).toBeVisible()
    await fillIn(page, email)
    await expect(notice(page)).toHaveText('Het e-mailadres of wachtwoord klopt niet.')
    await fillIn(page, next)
    await expect(page).toHaveURL('/')
  })
})

test.describe('the password', () => {
  test('changes in the profile, which keeps this session and ends the others', async ({ page, browser }) => {
    const { email } = await newPerson()
    const elsewhere = await browser.newPage()
    await enter(elsewhere, email)
    await enter(page, email)
    await page.goto('/profile')
    await section(page, 'E-mailadres en wachtwoord').getByRole('button', { name: 'Wachtwoord wijzigen' }).click()
    const form = dialog(page, 'Wachtwoord wijzigen')
    const fill = async (current: string, next: string) => {
      await form.getByRole('textbox', { name: 'Huidig wachtwoord' }).fill(current)
      await form.getByRole('textbox', { name: 'Nieuw wachtwoord', exact: true }).fill(next)
      await form.getByRole('textbox', { name: 'Nieuw wachtwoord herhalen' }).fill(next)
      await form.getByRole('button', { name: 'Wachtwoord wijzigen' }).click()
    }
    await fill('Kontor-demo-2025', 'Tulpen-uit-2027')
    await expect(form.getByText('Het wachtwoord klopt niet.')).toBeVisible()
    await fill(password, 'Tulpen-uit-2027')
    await expect(page.getByText('Je wachtwoord is gewijzigd.')).toBeVisible()
    expect([await isSignedIn(page), await isSignedIn(elsewhere)]).toEqual([true, false])
    await elsewhere.goto('/refunds')
    await fillIn(elsewhere, email)
    await expect(notice(elsewhere)).toHaveText('Het e-mailadres of wachtwoord klopt niet.')
    await fillIn(elsewhere, email, 'Tulpen-uit-2027')
    await expect(elsewhere).toHaveURL(/\/refunds/)
    await elsewhere.close()
  })
})

test.describe('a code by mail', () => {
  test('is mailed again three times, each worth nothing after the next, and then no more', async ({ page }) => {
    const { email } = await newPerson({ mfa_type: 'email' })
    await page.clock.install()
    await enter(page, email)
    const code = page.getByLabel('Code', { exact: true })
    const codes = [await codeFor(email)]
    for (let time = 0; time < 3; time++) {
      await letTimePass(email, 1)
      await page.getByRole('button', { name: 'Nieuwe code mailen' }).click()
      await expect.poll(() => codeFor(email)).not.toBe(codes[time])
      codes.push(await codeFor(email))
      await expect(page.getByRole('button', { name: /over \d+ s/ })).toBeDisabled()
      const again = page.getByRole('button', { name: 'Nieuwe code mailen', exact: true })
      await expect(() => page.clock.runFor(2000).then(() => expect(again).toBeEnabled({ timeout: 20 }))).toPass({
        intervals: [20],
      })
    }
    await letTimePass(email, 1)
    await page.getByRole('button', { name: 'Nieuwe code mailen' }).click()
    await expect(notice(page)).toContainText('Te veel pogingen')
    await code.fill(codes[2] ?? '')
    await page.getByRole('button', { name: 'Bevestigen' }).click()
    await expect(code).toHaveAttribute('aria-invalid', 'true')
    await code.fill(codes[3] ?? '')
    await page.getByRole('button', { name: 'Bevestigen' }).click()
    await expect(page).toHaveURL('/')
  })

  test('is worth nothing after half an hour', async ({ page }) => {
    const { email } = await newPerson({ mfa_type: 'email' })
    await enter(page, email)
    const code = await codeFor(email)
    await letTimePass(email, 31)
    await page.getByLabel('Code', { exact: true }).fill(code)
    await page.getByRole('button', { name: 'Bevestigen' }).click()
    await expect(page).not.toHaveURL('/')
    await expect(page.getByText(/verlopen/).first()).toBeVisible()
  })

  test('is not mailed again at once, and is asked for no more on a device that is remembered', async ({ page }) => {
    const { email, name } = await newPerson({ mfa_type: 'email' })
    await enter(page, email)
    await page.getByRole('button', { name: 'Nieuwe code mailen' }).click()
    await expect(notice(page)).toContainText('Te veel pogingen')
    await page.getByLabel('Code', { exact: true }).fill(await codeFor(email))
    await page.getByLabel('Dit apparaat onthouden').check()
    await page.getByRole('button', { name: 'Bevestigen' }).click()
    await expect(page).toHaveURL('/')
    await signOut(page, name)
    await expect(title(page)).toHaveText('Je bent afgemeld')
    await enter(page, email)
    await expect(page).toHaveURL('/')

    await page.goto('/profile')
    await section(page, 'Onthouden apparaten')
      .getByRole('button', { name: /^Vergeten/ })
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Vergeten' }).click()
    await expect(section(page, 'Onthouden apparaten')).toContainText('Er zijn geen onthouden apparaten.')
    await signOut(page, name)
    await expect(title(page)).toHaveText('Je bent afgemeld')
    await enter(page, email)
    await expect(page).toHaveURL(/\/mfa/)
  })
})

test.describe('a second factor', () => {
  test('is set up in the profile, gets new recovery codes and is turned off, each after the password', async ({
    page,
  }) => {
    const { email } = await newPerson()
    await enter(page, email)
    await page.goto('/profile')
    const factor = section(page, 'Aanmelden in twee stappen')
    await factor.getByRole('button', { name: 'Inschakelen' }).click()
    const form = dialog(page, 'Aanmelden in twee stappen')
    await form.getByRole('radio', { name: 'Code per e-mail' }).check()
    await form.getByLabel('Huidig wachtwoord').fill('Kontor-demo-2025')
    await form.getByRole('button', { name: 'Verder' }).click()
    await expect(form.getByText('Het wachtwoord klopt niet.')).toBeVisible()
    await form.getByLabel('Huidig wachtwoord').fill(password)
    await form.getByRole('button', { name: 'Verder' }).click()
    await page.getByLabel('Code', { exact: true }).fill(await codeFor(email))
    await page.getByRole('dialog').getByRole('button', { name: 'Inschakelen' }).click()
    const codes = dialog(page, 'Herstelcodes').getByRole('listitem')
    const first = await codes.first().textContent()
    await dialog(page, 'Herstelcodes').getByRole('button', { name: 'Ik heb ze bewaard' }).click()
    await expect(factor).toContainText('Aan: e-mail')

    await factor.getByRole('button', { name: 'Herstelcodes vernieuwen' }).click()
    const renew = dialog(page, 'Herstelcodes vernieuwen')
    await renew.getByLabel('Huidig wachtwoord').fill(password)
    await renew.getByRole('button', { name: 'Herstelcodes vernieuwen' }).click()
    await expect(codes.first()).not.toHaveText(first ?? '')
    await dialog(page, 'Herstelcodes').getByRole('button', { name: 'Ik heb ze bewaard' }).click()

    await factor.getByRole('button', { name: 'Uitschakelen' }).click()
    await dialog(page, 'Uitschakelen').getByLabel('Huidig wachtwoord').fill(password)
    await page.getByRole('dialog').getByRole('button', { name: 'Uitschakelen' }).click()
    await expect(page.getByText('Aanmelden in twee stappen is uitgeschakeld.')).toBeVisible()
    await expect(factor).toContainText('Uit')
  })
})

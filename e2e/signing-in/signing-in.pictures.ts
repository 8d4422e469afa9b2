import { join } from 'node:path'
import { title } from '../support/frame.ts'
import { everyLook, type Look, untilCalm, wear } from '../support/looks.ts'
import { codeFor, fromMail } from '../support/mails.ts'
import { newPerson } from '../support/making/new-person.ts'
import { password } from '../support/people.ts'
import { expect, type Page, test } from '../support/test.ts'

const folder = join(import.meta.dirname, '../../pictures')

for (const look of everyLook) {
  const isDutch = look.language === 'nl'
  const named = (dutch: string, english: string) => (isDutch ? dutch : english)

  test(`signing in at ${look.size}, ${look.theme}, ${look.language}`, async ({ page }) => {
    const take = picturesOf(page, look)
    const button = (dutch: string, english: string) => page.getByRole('button', { name: named(dutch, english) })
    const field = (dutch: string, english: string) =>
      page.getByRole('textbox', { name: named(dutch, english), exact: true })
    const press = (dutch: string, english: string) => button(dutch, english).click()
    const section = (dutch: string, english: string) => page.getByRole('region', { name: named(dutch, english) })
    const enter = async (email: string) => {
      await page.goto('/login')
      await field('E-mailadres', 'Email address').fill(email)
      await page.getByRole('textbox', { name: named('Wachtwoord', 'Password') }).fill(password)
      await press('Aanmelden', 'Sign in')
      await page.waitForURL((url) => url.pathname !== '/login')
    }
    await page.clock.install()
    await wear(page, look)

    await page.goto('/login')
    await press('Aanmelden', 'Sign in')
    await take('login-required')
    await field('E-mailadres', 'Email address').fill('nobody@kontor.example')
    await page.getByRole('textbox', { name: named('Wachtwoord', 'Password') }).fill('not this one')
    await press('Aanmelden', 'Sign in')
    await expect(page.getByRole('alert')).toBeVisible()
    await take('login-refused')
    await page.goto('/login?reset=password')
    await take('login-reset-password')

    await page.goto('/forgotPassword')
    await take('forgot-password')
    const { email } = await newPerson()
    await field('E-mailadres', 'Email address').fill(email)
    await press('Link sturen', 'Send link')
    await expect(page.getByText(/mail is verstuurd|email has been sent|e-mail/i).last()).toBeVisible()
    await take('forgot-password-sent')
    await page.goto(await fromMail(email, /http[^"<\s]*updatePassword[^"<\s]*/))
    await field('Nieuw wachtwoord', 'New password').fill('Tulpen 12')
    await take('update-password')
    await page.goto('/updatePassword?token=none')
    await take('update-password-invalid')
    await page.goto('/updateEmail?token=none')
    await take('update-email')
    await page.goto('/updateEmail')
    await take('update-email-no-token')

    const mailed = await newPerson({ mfa_type: 'email' })
    await enter(mailed.email)
    await take('mfa-email')
    await page.getByLabel('Code', { exact: true }).fill('000000')
    await press('Bevestigen', 'Verify')
    await expect(page.getByLabel('Code', { exact: true })).toHaveAttribute('aria-invalid', 'true')
    await take('mfa-wrong')
    await page.getByLabel('Code', { exact: true }).fill(await codeFor(mailed.email))
    await page.getByLabel(named('Dit apparaat onthouden', 'Remember this device')).check()
    await press('Bevestigen', 'Verify')
    await expect(page).toHaveURL('/')
    await page.goto('/profile')
    await expect(title(page)).toBeVisible()
    await take('profile', { fullPage: true })
    await section('E-mailadres en wachtwoord', 'Email address and password')
      .getByRole('button', { name: named('E-mailadres wijzigen', 'Change email address') })
      .click()
    await take('profile-email')
    await page.keyboard.press('Escape')
    await section('E-mailadres en wachtwoord', 'Email address and password')
      .getByRole('button', { name: named('Wachtwoord wijzigen', 'Change password') })
      .click()
    await take('profile-password')
    await page.keyboard.press('Escape')

    await page.clock.fastForward('28:30')
    await expect(page.getByRole('dialog')).toBeVisible()
    await take('still-there')
    await page.clock.fastForward('02:00')
    await expect(page).toHaveURL('/logout')
    await take('logout-inactive')

    await enter('authenticator@kontor.example')
    await take('mfa-authenticator')
    await enter('set-up@kontor.example')
    await take('mfa-setup')
    await press('Authenticator-app', 'Authenticator app')
    await expect(page.getByRole('img', { name: /QR/ })).toBeVisible()
    await take('mfa-setup-authenticator', { fullPage: true })

    await enter((await newPerson()).email)
    await page.goto('/logout')
    await take('logout-asked')
    await page.getByRole('button').first().click()
    await page.waitForLoadState('networkidle')
    await take('logout')
  })
}

const picturesOf =
  (page: Page, { size, theme, language }: Look) =>
  async (name: string, options: { fullPage?: boolean } = {}) => {
    await page.waitForLoadState('networkidle')
    await untilCalm(page)
    await page.screenshot({ path: join(folder, `${size}-${theme}-${language}`, `${name}.png`), ...options })
  }

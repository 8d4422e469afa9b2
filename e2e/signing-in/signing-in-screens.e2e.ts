import { createHmac } from 'node:crypto'
import { expect, type Page, test } from '@playwright/test'
import { found } from '../support/axe.ts'
import { codeFor, fromMail } from '../support/mails.ts'

const password = 'Kontor-demo-2026'
const totpSecret = 'KVKFKRCPNZQUYMLXOVYDSQKJKZDTSRLD'
test.beforeEach(({ page }) => page.addInitScript(() => localStorage.setItem('kontor.language', 'en-US')))

test.describe('a forgotten password', () => {
  test('is asked for once a valid address is typed, and any edit begins anew', async ({ page }) => {
    await page.goto('/login')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    const button = page.getByRole('button', { name: 'Send link' })
    await expect(button).toBeDisabled()
    await page.getByLabel('Email address').fill('nobody@kontor.example')
    await button.click()
    await expect(page.getByText('An email has been sent if the user is available and still active.')).toBeVisible()
    await expect(button).toBeDisabled()
    await page.getByLabel('Email address').fill('nobody@kontor.exampl')
    await expect(page.getByText('An email has been sent')).toBeHidden()
    await expect(button).toBeEnabled()
  })

  test('is set by the link of the mail, which opens the locked account', async ({ page }) => {
    await page.goto('/forgotPassword')
    await page.getByLabel('Email address').fill('locked@kontor.example')
    await page.getByRole('button', { name: 'Send link' }).click()
    await page.goto(await linkFor('locked@kontor.example'))
    await expect(page).toHaveURL(/\/updatePassword\?(?!.*token)/)
    await page.reload()
    const first = page.getByRole('textbox', { name: 'New password', exact: true })
    const again = page.getByRole('textbox', { name: 'Repeat new password' })
    await first.fill('short')
    await expect(page.getByRole('listitem').filter({ hasText: 'At least 12 characters' })).toContainText('not yet')
    await first.fill('Kontor-demo-2027')
    await expect(page.getByRole('listitem').filter({ hasText: 'At least 12 characters' })).not.toContainText('not yet')
    await again.fill('Kontor-demo-2028')
    await page.getByRole('button', { name: 'Save password' }).click()
    await expect(page.getByText('The passwords are not the same')).toBeVisible()
    await again.fill('Kontor-demo-2027')
    await expectNoViolations(page)
    await page.getByRole('button', { name: 'Save password' }).click()
    await expect(page).toHaveURL('/login?reset=password')
    await expect(page.getByText('Your password has succesfully been changed!')).toBeVisible()
    expect(await keptLinks(page)).toEqual([])
    await signIn(page, 'locked@kontor.example', 'Kontor-demo-2027')
    await expect(page).toHaveURL('/')
  })

  test('has a bad link say so, which signs nobody out', async ({ page }) => {
    await signIn(page, 'cashier@bloom.example')
    await expect(page).toHaveURL('/')
    await page.goto('/updatePassword?token=nonsense&requirements=nonsense')
    await expect(page.getByRole('alert')).toHaveText('This link is invalid, has expired or was used already.')
    await expect(page.getByText('At least 12 characters')).toBeVisible()
    expect(page.url()).not.toContain('nonsense&')
    expect(await keptLinks(page)).toEqual([])
    expect((await page.request.get('/v1/auth/session')).status()).toBe(200)
  })
})

test.describe('a second factor', () => {
  test('by mail is asked for, and leads to the address that was wanted', async ({ page }) => {
    await page.goto('/refunds')
    await expect(page).toHaveURL('/login')
    await signIn(page, 'mail-code@kontor.example')
    await expect(page).toHaveURL(/\/mfa\?(?!.*mfa_token)/)
    await expect(
      page.getByText(
        'Enter the verification code that has been sent to your email. This code will be valid for 30 minutes.',
      ),
    ).toBeVisible()
    await expectNoViolations(page)
    await page.reload()
    const code = page.getByLabel('Code', { exact: true })
    await expect(page.getByRole('button', { name: 'Use a recovery code' })).toBeVisible()
    // This person has none.
    await expect(page.getByRole('button', { name: 'Use a passkey' })).toHaveCount(0)
    await code.fill('12345')
    await page.getByRole('button', { name: 'Verify' }).click()
    await expect(page.getByText('Enter exactly six digits')).toBeVisible()
    await code.fill(await codeFor('mail-code@kontor.example'))
    await page.getByRole('button', { name: 'Verify' }).click()
    await expect(page).toHaveURL(/\/refunds/)
    expect(await keptLinks(page)).toEqual([])
  })

  test('of an authenticator is asked for, and a wrong code is marked', async ({ page }) => {
    await page.goto('/login')
    await signIn(page, 'authenticator@kontor.example')
    await expect(page.getByText('Enter the validation code from the Google Authenticator.')).toBeVisible()
    const code = page.getByLabel('Code', { exact: true })
    await code.fill(totp(totpSecret) === '000000' ? '111111' : '000000')
    await page.getByRole('button', { name: 'Verify' }).click()
    await expect(page.getByText('This code is wrong or has expired.')).toBeVisible()
    await expect(code).toHaveAttribute('aria-invalid', 'true')
    await code.fill(totp(totpSecret))
    await page.getByLabel('Remember this device').check()
    await page.getByRole('button', { name: 'Verify' }).click()
    await expect(page).toHaveURL('/')
    await page.goto('/profile')
    await expect(page.getByRole('region', { name: 'Remembered devices' })).toContainText('This browser')
  })

  test('has to be set up where it is required, and shows its recovery codes', async ({ page }) => {
    await page.goto('/login')
    await signIn(page, 'set-up@kontor.example')
    await expect(page).toHaveURL(/\/mfa\/setup(?!.*token)/)
    await expect(page.getByText('You are required to enable multi factor authentication.')).toBeVisible()
    const authenticator = page.getByRole('button', { name: 'Authenticator app' })
    await expect(authenticator).toBeVisible()
    // Either kind will do, so the address names none.
    await expect(page.getByText('Choose your preferred option')).toHaveCount(0)
    await page.goto('/mfa/setup?required_type=google')
    await expect(page.getByText('Choose your preferred option')).toBeVisible()
    await authenticator.click()
    await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
    const secret = await page.getByTestId('mfa-secret').textContent()
    // A phone reloads the tab while its user looks at the authenticator app.
    await page.reload()
    await expect(page.getByTestId('mfa-secret')).toHaveText(secret ?? '')
    await expectNoViolations(page)
    await page.getByLabel('Code', { exact: true }).fill(totp(secret?.replaceAll(' ', '') ?? ''))
    await page.getByRole('button', { name: 'Enable' }).click()
    await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
    expect(await keptLinks(page)).toEqual([])
    await expectNoViolations(page)
    await page.getByRole('button', { name: 'I have saved them, continue' }).click()
    await expect(page).toHaveURL('/')
  })
})

test.describe('silence', () => {
  test('is warned of in every tab, and staying in one keeps the other', async ({ context, page }) => {
    await page.clock.install()
    await page.goto('/login')
    await signIn(page, 'support@kontor.example')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.clock.fastForward('28:30')
    const dialog = page.getByRole('dialog', { name: 'Are you still there?' })
    await expect(dialog).toContainText(/signed out in 1:[0-9]{2}/)
    await expectNoViolations(page)
    const stay = dialog.getByRole('button', { name: 'Stay signed in' })
    await stay.click()
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL('/')

    const other = await context.newPage()
    await other.goto('/psp/merchants')
    await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
    await page.clock.fastForward('31:00')
    await expect(page).toHaveURL('/logout')
    await expect(
      page.getByText('We noticed no activity for more than 30 minutes. You have been automatically logged out.'),
    ).toBeVisible()
    await expect(other).toHaveURL('/logout')
  })
})

async function signIn(page: Page, email: string, secret = password): Promise<void> {
  if (!page.url().includes('/login')) await page.goto('/login')
  await page.getByLabel('Email address').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(secret)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
}

async function expectNoViolations(page: Page): Promise<void> {
  expect(await found(page)).toEqual([])
}

/** The tokens of links that the browser still has, in this tab or in all of them. */
const keptLinks = (page: Page) =>
  page.evaluate(() => Object.keys({ ...localStorage, ...sessionStorage }).filter((key) => key.includes('link')))

const linkFor = async (to: string) => new URL(await fromMail(to, /http[^"<\s]*updatePassword[^"<\s]*/)).href

/** RFC 6238, written separately from the server's implementation. */
function totp(secret: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...secret].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)))
  const mac = createHmac('sha1', key).update(counter).digest()
  const at = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

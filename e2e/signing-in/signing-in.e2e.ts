import { navigation, notice, signOut, title } from '../support/frame.ts'
import { untilListed } from '../support/list.ts'
import { people } from '../support/people.ts'
import { fillIn, signIn } from '../support/signing-in.ts'
import { expect, type Page, test } from '../support/test.ts'

test.describe('signing in', () => {
  test('is asked of whoever opens a protected address, and leads back to that address', async ({ page }) => {
    await page.goto('/transactions?status=DECLINED')
    await expect(page).toHaveURL('/login')
    await fillIn(page, people.owner.email)
    await expect(page).toHaveURL('/transactions?status=DECLINED')
    await expect(title(page)).toHaveText('Transacties')
  })

  test('says that the address or the password is wrong, and keeps what was typed', async ({ page }) => {
    await page.goto('/login')
    await fillIn(page, people.owner.email, 'Kontor-demo-2025')
    await expect(notice(page)).toHaveText('Het e-mailadres of wachtwoord klopt niet.')
    await expect(page.getByLabel('E-mailadres')).toHaveValue(people.owner.email)
    await fillIn(page, people.owner.email)
    await expect(page).toHaveURL('/')
  })

  test('says nothing of who exists', async ({ page }) => {
    await page.goto('/login')
    await fillIn(page, 'nobody@kontor.example')
    await expect(notice(page)).toHaveText('Het e-mailadres of wachtwoord klopt niet.')
  })

  test('asks for a valid address and a password of at least 2 characters', async ({ page }) => {
    await page.goto('/login')
    await fillIn(page, 'lotte', 'x')
    await expect(page.getByLabel('E-mailadres')).toHaveAccessibleDescription(/geldig e-mailadres/)
    await expect(page.getByRole('textbox', { name: 'Wachtwoord' })).toHaveAccessibleDescription(/2 tekens/)
    await fillIn(page, '', '')
    await expect(page.getByLabel('E-mailadres')).toHaveAccessibleDescription('Vul dit in')
  })

  test('works by keyboard alone', async ({ page }) => {
    await page.goto('/login')
    await expect(page.getByLabel('E-mailadres')).toBeFocused()
    await page.keyboard.type(people.owner.email)
    await page.keyboard.press('Tab')
    await page.keyboard.type('Kontor-demo-2026')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/')
  })

  test('does not take anybody to another site', async ({ page }) => {
    await page.goto('/login')
    await page.evaluate(() =>
      sessionStorage.setItem('kontor.return', JSON.stringify({ address: 'https://elsewhere.example/x', user: null })),
    )
    await fillIn(page, people.owner.email)
    await expect(page).toHaveURL('/')
  })
})

test.describe('a signed-in user', () => {
  test.use({ who: 'owner' })

  test('who opens /login is taken to the start', async ({ page }) => {
    await page.goto('/login')
    await expect(page).toHaveURL('/')
  })
})

test.describe('signing out', () => {
  test('leaves nothing: neither Back nor an address shows anything again', async ({ page }) => {
    await signIn(page, 'owner')
    await page.goto('/refunds')
    await expect(title(page)).toHaveText('Terugbetalingen')
    await signOut(page, people.owner.name)
    await expect(title(page)).toHaveText('Je bent afgemeld')
    await page.goBack()
    await expect(page).toHaveURL('/login')
    await expect(navigation(page)).toBeHidden()
    await page.goto('/transactions')
    await expect(page).toHaveURL('/login')
    const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
    expect(kept).not.toContain('bloom')
  })

  test('leads back to signing in', async ({ page }) => {
    await signIn(page, 'cashier')
    await signOut(page, people.cashier.name)
    await page.getByRole('button', { name: 'Terug naar aanmelden' }).click()
    await expect(page).toHaveURL('/login')
  })

  test('is asked about when only an address of another site led to it', async ({ page, baseURL }) => {
    await signIn(page, 'cashier')
    const from = new URL(baseURL ?? '')
    // A page of another origin and another site, with only a link.
    from.hostname = '127.0.0.1'
    await page.route(`${from.origin}/elsewhere`, (route) =>
      route.fulfill({ contentType: 'text/html', body: `<a href="${baseURL}/logout">A prize</a>` }),
    )
    for (const answer of ['Aangemeld blijven', 'Afmelden'] as const) {
      await page.goto(`${from.origin}/elsewhere`)
      await page.getByRole('link', { name: 'A prize' }).click()
      await expect(title(page)).toHaveText('Wil je je afmelden?')
      expect((await page.request.get('/v1/auth/session')).status()).toBe(200)
      await page.getByRole('button', { name: answer }).click()
      await expect(page).toHaveURL(answer === 'Afmelden' ? '/logout' : '/')
    }
    await expect(title(page)).toHaveText('Je bent afgemeld')
    expect((await page.request.get('/v1/auth/session')).status()).toBe(401)
  })

  test('is not said to have happened while the server has not confirmed it', async ({ page }) => {
    await signIn(page, 'owner')
    await page.route('**/v1/auth/logout', (route) => route.abort())
    await signOut(page, people.owner.name)
    await expect(notice(page)).toContainText('De server is niet bereikbaar')
    await expect(title(page)).toHaveCount(0)
    await page.unroute('**/v1/auth/logout')
    await page.getByRole('button', { name: 'Opnieuw proberen' }).click()
    await expect(title(page)).toHaveText('Je bent afgemeld')
  })
})

/** The page's own request may be first, and remove the button. A click that still waits would press the button of the next test. */
const refresh = (page: Page) =>
  page
    .getByRole('button', { name: 'Vernieuwen' })
    .click({ timeout: 2_000 })
    .catch(() => page.waitForURL('/login'))

test.describe('a session that ends in the middle of work', () => {
  test('is said, and signing in again leads back to the address', async ({ page, context }) => {
    await signIn(page, 'owner')
    await page.goto('/transactions?status=DECLINED')
    await untilListed(page)
    await context.clearCookies()
    await refresh(page)
    await expect(page).toHaveURL('/login')
    await expect(notice(page)).toContainText('Je sessie is beëindigd')
    await fillIn(page, people.owner.email)
    await expect(page).toHaveURL('/transactions?status=DECLINED')
  })

  test('does not hand the address to somebody else', async ({ page, context }) => {
    await signIn(page, 'owner')
    await page.goto('/transactionsDeclined')
    await untilListed(page)
    await context.clearCookies()
    await refresh(page)
    await expect(page).toHaveURL('/login')
    await fillIn(page, people.cashier.email)
    await expect(page).toHaveURL('/')
    await expect(title(page)).toHaveText('Home')
  })

  test('ends after 30 minutes without any sign of a person', async ({ page }) => {
    await page.clock.install()
    await signIn(page, 'owner')
    await expect(title(page)).toHaveText('Home')
    await page.clock.fastForward('31:00')
    await expect(page).toHaveURL('/logout')
    await expect(notice(page)).toContainText('We hebben meer dan 30 minuten geen activiteit gezien.')
  })
})

import { merchantNavigation, pspNavigation } from '../../web/src/app/screens.ts'
import {
  chooseOrganisation,
  entriesOf,
  entriesShown,
  entryCalled,
  navigation,
  notice,
  screenLinks,
  title,
} from '../support/frame.ts'
import { row, total, untilListed } from '../support/list.ts'
import { sizes } from '../support/looks.ts'
import { newPerson } from '../support/making/new-person.ts'
import { merchantCalled, pay } from '../support/payments.ts'
import { enter } from '../support/signing-in.ts'
import { expect, type Page, test } from '../support/test.ts'

/** What opens for whom, and breaks for nobody, is `nothing-breaks.e2e.ts`. */
async function openEveryEntry(page: Page): Promise<string[]> {
  const entries = await entriesShown(page)
  const links = screenLinks(page)
  // Entries of different groups can have the same name, such as the payments and their statistics.
  for (const [at, entry] of entries.entries()) {
    const link = links.nth(at)
    await link.click()
    await expect(link, entry).toHaveAttribute('aria-current', 'page')
    await expect(title(page)).toBeVisible()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    await expect(notice(page)).toHaveCount(0)
  }
  return entries
}

test.describe('the provider', () => {
  test.use({ who: 'provider' })

  test('starts at the first screen, and has every entry of the navigation', async ({ page }) => {
    await page.goto('/')
    await expect(title(page)).toHaveText('Home')
    expect(await entriesShown(page)).toEqual(entriesOf(pspNavigation))
  })

  test('looks at a merchant under a bar that names it, keeps that view on every screen, and leaves it', async ({
    page,
    api,
  }) => {
    const bloom = await merchantCalled(api, 'Bloom')
    await page.goto('/psp/merchants')
    await page.getByRole('button', { name: 'Bloom bekijken als winkelier' }).click()
    await expect(page).toHaveURL(`/psp/merchants/${bloom}:/transactions`)
    await expect(page.getByText('Je bekijkt Bloom')).toBeVisible()
    expect(await openEveryEntry(page)).toEqual(entriesOf(merchantNavigation))
    expect(new URL(page.url()).pathname).toBe(`/psp/merchants/${bloom}:/tags`)
    await page.reload()
    await expect(page.getByText('Je bekijkt Bloom')).toBeVisible()
    // A part of the merchant that is gone gives way to the whole.
    await page.goto(`/psp/merchants/${bloom}:01980000-0000-7000-8000-000000000000/tags`)
    await expect(page).toHaveURL(`/psp/merchants/${bloom}:/tags`)
    await expect(page.getByText('Je bekijkt Bloom')).toBeVisible()
    await page.getByRole('link', { name: 'Winkelier verlaten' }).click()
    await expect(page).toHaveURL('/psp/merchants?active=true&_sort=-amount')
    await expect(page.getByText('Je bekijkt Bloom')).toBeHidden()
  })

  for (const wrong of ['abc', '01980000-0000-7000-8000-000000000000'])
    test(`is told that there is no merchant ${wrong}, and led to those that exist`, async ({ page }) => {
      await page.goto(`/psp/merchants/${wrong}/transactions`)
      await expect(title(page)).toHaveText('Deze winkelier bestaat niet')
      await expect(page.getByText(/^Je bekijkt/)).toBeHidden()
      await expect(page.getByRole('navigation')).toHaveCount(0)
      await page.getByRole('link', { name: 'Naar de winkeliers' }).click()
      await expect(page).toHaveURL('/psp/merchants?active=true&_sort=-amount')
    })

  test('leaves the view of a merchant by any address without one', async ({ page, api }) => {
    const bloom = await merchantCalled(api, 'Bloom')
    await page.goto(`/psp/merchants/${bloom}:/transactions`)
    await expect(page.getByText('Je bekijkt Bloom')).toBeVisible()
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.evaluate(() => {
      history.pushState({}, '', '/psp/transactions')
      dispatchEvent(new PopStateEvent('popstate', { state: {} }))
    })
    await untilListed(page)
    await expect(page.getByText('Je bekijkt Bloom')).toBeHidden()
    const lists = asked.filter((url) => url.includes('/v1/transaction?'))
    expect(lists.length).toBeGreaterThan(0)
    expect(lists.filter((url) => url.includes(bloom))).toEqual([])
  })

  test('sees nothing of the merchant before, also after Back', async ({ page, api }) => {
    const [bloom, surf] = await Promise.all([merchantCalled(api, 'Bloom'), merchantCalled(api, 'Sint Maarten Surf')])
    await page.goto(`/psp/merchants/${bloom}:/transactions?_search=BL-`)
    await expect(row(page, 'BL-').first()).toBeVisible()
    await page.goto(`/psp/merchants/${surf}:/transactions?_search=SI-`)
    await expect(row(page, 'SI-').first()).toBeVisible()
    await expect(row(page, 'BL-')).toHaveCount(0)
    await page.goBack()
    await expect(page.getByText('Je bekijkt Bloom')).toBeVisible()
    await expect(row(page, 'BL-').first()).toBeVisible()
    await expect(row(page, 'SI-')).toHaveCount(0)
  })

  test('narrows the view of a merchant to an organisation, in the address', async ({ page, api }) => {
    const bloom = await merchantCalled(api, 'Bloom')
    await page.goto(`/psp/merchants/${bloom}:/transactions`)
    const all = await total(page)
    await chooseOrganisation(page, 'Bloom International')
    await expect(page).toHaveURL(new RegExp(`/psp/merchants/${bloom}:[0-9a-f-]+/transactions$`))
    await untilListed(page)
    await expect(row(page, 'Bloom United Kingdom').first()).toBeVisible()
    await expect.poll(() => total(page)).toBeLessThan(all)
    await expect(row(page, 'Bloom Nederland')).toHaveCount(0)
  })
})

test.describe("a merchant's owner", () => {
  test.use({ who: 'owner' })

  test('starts at the first screen, and has every entry of the navigation', async ({ page }) => {
    await page.goto('/')
    await expect(title(page)).toHaveText('Home')
    expect(await entriesShown(page)).toEqual(entriesOf(merchantNavigation, 'merchant'))
  })

  test('finds the documentation of the API in a tab of its own', async ({ page, context }) => {
    await page.goto('/transactions')
    const opened = context.waitForEvent('page')
    await (await entryCalled(page, 'Documentatie')).click()
    const documentation = await opened
    const refused: string[] = []
    documentation.on(
      'console',
      (message) => /Content Security Policy/.test(message.text()) && refused.push(message.text()),
    )
    await expect(documentation).toHaveURL(/\/docs/)
    // Its policy lets the viewer do all that it offers, as far as a request that it sends.
    // The viewer is three megabytes of script, which a busy machine reads for a while.
    await documentation.getByText('List API keys').first().click({ timeout: 45_000 })
    await documentation
      .getByRole('button', { name: /test request/i })
      .first()
      .click()
    await documentation.getByRole('button', { name: /^send/i }).first().click()
    await expect(documentation.getByText(/Status:/).first()).toBeVisible()
    expect(refused).toEqual([])
    await expect(page).toHaveURL('/transactions')
  })

  test('is sent from a screen of the provider to the root, with a notice that says whose it is', async ({ page }) => {
    await page.goto('/psp/merchants')
    await expect(page).toHaveURL('/')
    await expect(notice(page)).toContainText('Winkeliers is alleen voor medewerkers van de provider.')
    // It stands in the header, and covers nothing of the page.
    const foot = async () => {
      const box = await notice(page).first().boundingBox()
      return (box?.y ?? 0) + (box?.height ?? 1000)
    }
    await expect.poll(foot).toBeLessThanOrEqual(52)
  })

  test('has what a screen asked for cancelled when it is left, but never its texts, which come by version', async ({
    page,
  }) => {
    const texts: string[] = []
    const failed: string[] = []
    page.on('request', (request) => void (request.url().includes('/locales/') && texts.push(request.url())))
    page.on('requestfailed', (request) => failed.push(new URL(request.url()).pathname))
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await page.route('**/v1/transaction?*', (route) => held.then(() => route.continue()).catch(() => {}))
    await page.goto('/transactions')
    await expect(title(page)).toHaveText('Transacties')
    await navigation(page).getByRole('link', { name: 'Terugbetalingen' }).first().click()
    await expect(title(page)).toHaveText('Terugbetalingen')
    await expect.poll(() => failed).toContain('/v1/transaction')
    letGo()
    expect(failed.filter((path) => path.startsWith('/locales/'))).toEqual([])
    expect(texts.map((url) => new URL(url).pathname).sort()).toEqual([
      '/locales/nl/fields.json',
      '/locales/nl/main.json',
    ])
    for (const url of texts) expect(new URL(url).searchParams.get('v')).toMatch(/^\w[\w.-]*$/)
  })

  test('finds no tester of routes: that is for development', async ({ page }) => {
    await page.goto('/route-tester')
    await expect(page.getByText('Deze pagina bestaat niet')).toBeVisible()
  })

  test('narrows the lists to an organisation, and widens them again', async ({ page }) => {
    await page.goto('/transactions')
    const all = await total(page)
    await chooseOrganisation(page, 'Bloom België')
    await expect(row(page, 'Bloom Nederland')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Organisatie: Bloom België' })).toBeVisible()
    await expect.poll(() => total(page)).toBeLessThan(all)
    const narrowed = await total(page)
    await page.reload()
    await expect.poll(() => total(page)).toBe(narrowed)
    await chooseOrganisation(page, 'Bloom')
    await expect(row(page, 'Bloom Nederland').first()).toBeVisible()
  })

  test('follows a link of the provider to the same screen in the own view', async ({ page, api }) => {
    const bloom = await merchantCalled(api, 'Bloom')
    await page.goto(`/psp/merchants/${bloom}:/refunds`)
    await expect(page).toHaveURL(/^[^:]+:[^:]+:\d+\/refunds/)
    await expect(title(page)).toHaveText('Terugbetalingen')
  })
})

test.describe('somebody with one role', () => {
  test.use({ who: 'cashier' })

  test('sees the screens of that role alone', async ({ page }) => {
    await page.goto('/')
    expect(await entriesShown(page)).toEqual([
      'Home',
      'Alle transacties',
      'Afgebroken',
      'Geweigerd',
      'Gelabeld',
      'Geblokkeerd',
      'Per dag',
      'API-instellingen',
    ])
  })

  test('reads that notice in the own language, also when the address is opened directly', async ({ page }) => {
    const person = await newPerson({ role: 'TRANSACTION_LIST' })
    await page.context().clearCookies()
    await enter(page, person)
    const { status } = await page.evaluate(() =>
      fetch('/v1/profile', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ language: 'en-US' }),
      }).then((reply) => ({ status: reply.status })),
    )
    expect(status).toBe(200)
    await page.goto('/customers')
    await expect(notice(page)).toContainText('To open Customers, you need one of these roles')
  })

  test('is sent from another screen to the root, with a notice that says what is missing', async ({ page }) => {
    await page.goto('/refunds')
    await expect(page).toHaveURL('/')
    await expect(notice(page)).toContainText('Terugbetalingen')
    await expect(notice(page)).toContainText('Bekijkt terugbetalingen')
    await expect(notice(page)).not.toContainText('REFUND_LIST')
  })
})

test.describe("the provider's support", () => {
  test.use({ who: 'support' })

  test('has the entries of its roles, and can switch no merchant', async ({ page }) => {
    await page.goto('/')
    expect(await entriesShown(page)).toEqual(['Home', 'Alle winkeliers', 'Transacties', 'Labels'])
    await page.goto('/psp/merchants')
    await expect(page.getByRole('switch', { name: 'Bloom is actief' })).toBeDisabled()
  })
})

test.describe('the title of the document', () => {
  test.use({ who: 'owner' })

  test('is that of the screen, or of the row whose panel is open', async ({ page, api }) => {
    const paid = await pay(api, { shop: 'Bloom Nederland', amount: 4200 })
    await page.goto('/refunds')
    await expect(page).toHaveTitle('Terugbetalingen – Kontor')
    await (await entryCalled(page, 'Alle transacties')).click()
    await expect(page).toHaveTitle('Transacties – Kontor')
    await row(page, paid.merchant_reference).click()
    await expect(page).toHaveTitle(`Transactie ${paid.merchant_reference} – Kontor`)
    await page.keyboard.press('Escape')
    await expect(page).toHaveTitle('Transacties – Kontor')
    await page.goto('/profile')
    await expect(page).toHaveTitle('Mijn profiel – Kontor')
    await page.goto('/nowhere')
    await expect(page).toHaveTitle('Deze pagina bestaat niet – Kontor')
  })
})

test.describe('the look of the frame', () => {
  test.use({ who: 'owner' })

  test('changes to English and back at once, and is kept', async ({ page }) => {
    await page.goto('/transactions')
    await expect(page.locator('html')).toHaveAttribute('lang', 'nl')
    await page.getByRole('button', { name: /^Taal/ }).click()
    await page.getByRole('menuitem', { name: 'English (US)' }).click()
    await expect(title(page)).toHaveText('Transactions')
    await expect(page.getByRole('columnheader', { name: 'Customer' })).toBeVisible()
    await page.reload()
    await expect(title(page)).toHaveText('Transactions')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-US')
    await page.getByRole('button', { name: /^Language/ }).click()
    await page.getByRole('menuitem', { name: 'Nederlands' }).click()
    await expect(title(page)).toHaveText('Transacties')
  })

  test('draws the x of an id as that letter, in text and in fields', async ({ page }) => {
    await page.goto('/transactions')
    await expect(title(page)).toBeVisible()
    const drawn = await page.evaluate(async () => {
      await document.fonts.ready
      const words = document.body.appendChild(document.createElement('span'))
      const widthWith = (ligatures: string) => {
        words.textContent = 'LOOK5x6'.repeat(20)
        words.style.fontVariantLigatures = ligatures
        return words.getBoundingClientRect().width
      }
      const widths = { ours: widthWith(''), letters: widthWith('no-contextual'), signs: widthWith('normal') }
      words.remove()
      const field = document.querySelector('input')
      return { ...widths, field: field && getComputedStyle(field).fontVariantLigatures }
    })
    // The font has the sign, so that a page without it shows something.
    expect(drawn.signs).not.toBe(drawn.letters)
    expect(drawn).toMatchObject({ ours: drawn.letters, field: 'no-contextual' })
  })

  test('is dark when asked for, and is kept', async ({ page }) => {
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    await page.goto('/transactions')
    const light = await background()
    await page.getByRole('button', { name: 'Weergave', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Donker' }).click()
    await expect.poll(background).not.toBe(light)
    const dark = await background()
    await page.reload()
    expect(await background()).toBe(dark)
  })

  test('follows the system unless told otherwise', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto('/transactions')
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await page.emulateMedia({ colorScheme: 'light' })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')
  })

  test('collapses the navigation to icons, of which each opens the entries of its group', async ({ page }) => {
    await page.goto('/transactions')
    await page.getByRole('button', { name: 'Navigatie inklappen' }).click()
    await page.reload()
    await navigation(page).getByRole('button', { name: 'Transacties' }).click()
    await page.getByRole('menuitem', { name: 'Geweigerd' }).click()
    await expect(page).toHaveURL('/transactionsDeclined')
    // The only entry of its group needs no menu.
    await navigation(page).getByRole('link', { name: 'Klanten', exact: true }).click()
    await expect(title(page)).toHaveText('Klanten')
    await page.getByRole('button', { name: 'Navigatie uitklappen' }).click()
    await expect(navigation(page).getByText('Geweigerd')).toBeVisible()
  })

  test('folds and opens the groups of the navigation by keyboard, keeps that, and shows the group of the page', async ({
    page,
  }) => {
    const group = (name: string) => navigation(page).getByRole('button', { name, exact: true })
    const link = (name: string) => navigation(page).getByRole('link', { name, exact: true })
    const { email } = await newPerson()
    await page.context().clearCookies()
    await enter(page, { email })
    // The first group is open until it is folded.
    await expect(group('Transacties')).toHaveAttribute('aria-expanded', 'true')
    await expect(group('Dashboards')).toHaveAttribute('aria-expanded', 'false')
    await expect(link('Segmenten')).toHaveCount(0)
    await group('Transacties').press('Enter')
    await group('Dashboards').press('Space')
    await expect(link('Segmenten')).toBeVisible()
    await page.reload()
    await expect(link('Segmenten')).toBeVisible()
    await expect(group('Transacties')).toHaveAttribute('aria-expanded', 'false')
    // A page opens its group, whatever was kept, and does not keep that.
    await page.goto('/refunds')
    await expect(group('Transacties')).toHaveAttribute('aria-expanded', 'true')
    await expect(link('Terugbetalingen').first()).toHaveAttribute('aria-current', 'page')
    await link('Klanten').first().click()
    await expect(group('Transacties')).toHaveAttribute('aria-expanded', 'true')
    await page.reload()
    await expect(group('Transacties')).toHaveAttribute('aria-expanded', 'false')
  })

  test('has a drawer on a phone, which closes when it has led somewhere', async ({ page }) => {
    await page.setViewportSize(sizes.phone)
    await page.goto('/transactions')
    await expect(navigation(page).getByRole('link', { name: 'Geweigerd' })).not.toBeInViewport()
    await page.getByRole('button', { name: 'Navigatie openen' }).click()
    await navigation(page).getByRole('link', { name: 'Geweigerd' }).click()
    await expect(title(page)).toHaveText('Geweigerd')
    await expect(navigation(page).getByRole('link', { name: 'Geweigerd' })).not.toBeInViewport()
  })

  for (const address of ['/nowhere', '/transactions%', '/refunds/page%FF/%'])
    test(`says that ${address} leads nowhere, in the frame, and offers the way back`, async ({ page }) => {
      await page.goto(address)
      await expect(title(page)).toHaveText('Deze pagina bestaat niet')
      await expect(navigation(page).getByRole('link', { name: 'Geweigerd' })).toBeVisible()
      await page.getByRole('link', { name: 'Naar de startpagina' }).click()
      await expect(page).toHaveURL('/')
    })
})

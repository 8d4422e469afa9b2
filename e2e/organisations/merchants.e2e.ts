import { notice, title } from '../support/frame.ts'
import { cellsOf, columns, panel, row, rows, total, untilListed } from '../support/list.ts'
import { newMerchant } from '../support/making/new-merchant.ts'
import { shopCalled } from '../support/payments.ts'
import { fillIn } from '../support/signing-in.ts'
import { expect, type Page, test } from '../support/test.ts'

test.use({ who: 'provider' })

const minorUnits = (text: string) => Number(text.replace(/[^\d]/g, ''))
const revenueColumn = 4

const list = (name: string) => `/psp/merchants?active=true&_search_by=name&_search=${name}`

async function switchMerchant(page: Page, name: string, verb: 'Activeren' | 'Deactiveren'): Promise<void> {
  await page.getByRole('switch', { name: `${name} is actief` }).click({ force: true })
  const dialog = page.getByRole('dialog', { name: `${name} ${verb.toLowerCase()}?` })
  await dialog.getByRole('button', { name: verb }).click()
  await expect(dialog).toBeHidden()
}

test.describe('the list of merchants', () => {
  test('begins with the active ones, the largest revenue first', async ({ page }) => {
    await page.goto('/psp/merchants')
    await expect(page).toHaveURL('/psp/merchants?active=true&_sort=-amount')
    await untilListed(page)
    await expect(columns(page).filter({ hasText: 'Omzet' })).toHaveAttribute('aria-sort', 'descending')
    await expect(row(page, 'Antiek aan de Amstel')).toHaveCount(0)
    const revenue = (await rows(page).locator(`td:nth-child(${revenueColumn})`).all()).map((cell) =>
      cell.getByText(/€/).first().textContent(),
    )
    const amounts = (await Promise.all(revenue)).map((text) => minorUnits(text ?? ''))
    expect(amounts).toEqual(amounts.toSorted((a, b) => b - a))
    expect(amounts[0]).toBeGreaterThan(0)
  })

  test('shows all of them when the filter is taken away, also after a reload', async ({ page }) => {
    // Only the demo's merchants: other tests add some.
    await page.goto(list('an'))
    await untilListed(page)
    const active = await total(page)
    await page.getByRole('button', { name: 'Filter Actief verwijderen' }).click()
    await expect(row(page, 'Antiek aan de Amstel')).toBeVisible()
    await expect.poll(() => total(page)).toBe(active + 1)
    await page.reload()
    await expect(row(page, 'Antiek aan de Amstel')).toBeVisible()
  })

  test('is sorted by a click on a column, and turned round by the next', async ({ page }) => {
    // No merchant of another test has this letter in its name.
    await page.goto(list('o'))
    await page.getByRole('button', { name: 'Naam' }).click()
    await expect(page).toHaveURL(/_sort=-name/)
    await untilListed(page)
    const descending = await cellsOf(page, 1)
    await page.getByRole('button', { name: 'Naam' }).click()
    await expect(page).toHaveURL(/_sort=name/)
    await untilListed(page)
    expect(await cellsOf(page, 1)).toEqual(descending.toReversed())
  })

  test('never adds up amounts of two currencies', async ({ page }) => {
    await page.goto('/psp/merchants')
    const bloom = row(page, 'Bloom').locator(`td:nth-child(${revenueColumn})`)
    await expect(bloom).toContainText('€')
    await expect(bloom).toContainText('£')
  })

  test('opens the panel of a merchant by its name, by its row and by Enter, and leaves the list as it is', async ({
    page,
  }) => {
    const opened = /\/psp\/merchants\/details\/[^/?]+\?active=true&_search_by=name&_search=Bloom$/
    const ways = [
      () => row(page, 'Bloom').getByRole('link', { name: 'Bloom' }).click(),
      () => row(page, 'Bloom').getByRole('link', { name: 'Bloom' }).press('Enter'),
      () => row(page, 'Bloom').locator(`td:nth-child(${revenueColumn})`).click(),
      () => row(page, 'Bloom').press('Enter'),
    ]
    for (const way of ways) {
      await page.goto(list('Bloom'))
      await untilListed(page)
      await way()
      await expect(page).toHaveURL(opened)
      await expect(panel(page)).toContainText('Bloom')
      await expect(notice(page)).toHaveCount(0)
    }
  })

  test('finds a merchant by a part of its name, whatever signs that has', async ({ page }) => {
    await page.goto('/psp/merchants')
    await page.getByRole('searchbox', { name: 'Naam zoeken' }).fill('épices')
    // Waits until the list holds this row and no other.
    await expect(rows(page)).toContainText(['Dattes & Épices'])
    for (const text of ['%', '_', "'", '\\', '"', '🌷']) {
      await page.getByRole('searchbox', { name: 'Naam zoeken' }).fill(text)
      await expect(page.getByText('Niets gevonden')).toBeVisible()
    }
  })
})

test.describe('deactivating a merchant', () => {
  test('says what it does, and nothing happens before it is confirmed', async ({ page, api }) => {
    const { name } = await newMerchant(api)
    await page.goto(list(name))
    await page.getByRole('switch', { name: `${name} is actief` }).click({ force: true })
    const dialog = page.getByRole('dialog', { name: `${name} deactiveren?` })
    await expect(dialog).toContainText('kunnen zich niet meer aanmelden')
    await expect(dialog).toContainText('geweigerd')
    await dialog.getByRole('button', { name: 'Annuleren' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('switch', { name: `${name} is actief` })).toBeChecked()
    await expect(page).toHaveURL(list(name))
  })

  test('puts its users out at once, keeps them out, and refuses its payments until it is active again', async ({
    page,
    browser,
    baseURL,
    api,
  }) => {
    const { id, name, shop, owner } = await newMerchant(api)
    const theirs = await browser.newPage({
      ...(baseURL ? { baseURL } : {}),
      storageState: { cookies: [], origins: [] },
    })
    await theirs.goto('/login')
    await fillIn(theirs, owner.email)
    await expect(title(theirs)).toHaveText('Home')
    await theirs.goto('/transactions')
    await expect(title(theirs)).toHaveText('Transacties')

    await page.goto(`/psp/merchants?_search_by=name&_search=${name}`)
    await switchMerchant(page, name, 'Deactiveren')
    await expect(page.getByRole('status').filter({ hasText: `${name} is niet meer actief` })).toBeVisible()
    await expect(page.getByRole('switch', { name: `${name} is actief` })).not.toBeChecked()

    await theirs.getByRole('button', { name: 'Vernieuwen' }).click()
    await expect(theirs).toHaveURL('/login')
    await fillIn(theirs, owner.email)
    await expect(theirs.getByRole('alert').filter({ hasText: 'klopt niet' })).toBeVisible()
    const { id: payment_profile } = await shopCalled(api, shop)
    const refused = await api.post(`/v1/transaction?merchant=${id}`, {
      data: {
        payment_profile,
        amount: 100,
        payment_product: 'card',
        merchant_reference: 'E2E',
        card_token: 'test_visa',
      },
    })
    expect((await refused.json()).code).toBe('merchant_inactive')

    await switchMerchant(page, name, 'Activeren')
    await expect(page.getByRole('switch', { name: `${name} is actief` })).toBeChecked()
    await fillIn(theirs, owner.email)
    await expect(title(theirs)).toHaveText('Transacties')
    await expect(notice(page)).toHaveCount(0)
    await theirs.close()
  })

  test('is told when it did not work, in the dialog', async ({ page, api }) => {
    const { name } = await newMerchant(api)
    await page.route('**/v1/psp/merchant/*/deactivate', (route) => route.abort())
    await page.goto(list(name))
    await page.getByRole('switch', { name: `${name} is actief` }).click({ force: true })
    const dialog = page.getByRole('dialog', { name: `${name} deactiveren?` })
    await dialog.getByRole('button', { name: 'Deactiveren' }).click()
    await expect(dialog.getByRole('alert')).toContainText('De server is niet bereikbaar')
    await dialog.getByRole('button', { name: 'Annuleren' }).click()
    await expect(page.getByRole('switch', { name: `${name} is actief` })).toBeChecked()
  })
})

test.describe("the sign-in security of a merchant's users", () => {
  const open = async (page: Page, merchant = 'Thistle & Wool') => {
    const name = `Aanmeldbeveiliging van ${merchant}`
    await page.goto(`/psp/merchants?_search_by=name&_search=${encodeURIComponent(merchant)}`)
    await page.getByRole('button', { name }).click()
    return page.getByRole('dialog', { name })
  }

  test.describe('for the provider', () => {
    test.use({ who: 'provider' })

    test('is set, checked and kept, and leaves the list where it is', async ({ page }) => {
      const form = await open(page)
      await form.getByLabel('Minimale lengte van een wachtwoord').fill('7')
      await form.getByRole('button', { name: 'Opslaan' }).click()
      await expect(form.getByText('Vul een aantal in van 8 tot en met 64')).toBeVisible()
      await form.getByLabel('Minimale lengte van een wachtwoord').fill('16')
      await form.getByRole('checkbox', { name: 'Een cijfer' }).uncheck()
      await form.getByRole('radio', { name: 'Verplicht: authenticator-app' }).check()
      await form.getByRole('textbox', { name: 'Reden' }).fill('Op verzoek')
      await form.getByRole('button', { name: 'Opslaan' }).click()
      await expect(page.getByText('De aanmeldbeveiliging van Thistle & Wool is opgeslagen')).toBeVisible()
      await expect(page).toHaveURL(/\/psp\/merchants\?/)

      const again = await open(page)
      await expect(again.getByLabel('Minimale lengte van een wachtwoord')).toHaveValue('16')
      await expect(again.getByRole('checkbox', { name: 'Een cijfer' })).not.toBeChecked()
      await expect(again.getByRole('checkbox', { name: 'Een hoofdletter' })).toBeChecked()
      await expect(again.getByRole('radio', { name: 'Verplicht: authenticator-app' })).toBeChecked()
    })
  })

  test.describe('for support', () => {
    test.use({ who: 'support' })

    test('is seen and not changed', async ({ page }) => {
      const form = await open(page, 'Lindeman Elektro')
      await expect(form.getByLabel('Minimale lengte van een wachtwoord')).toBeDisabled()
      await expect(form.getByRole('radio', { name: 'Niet verplicht' })).toBeDisabled()
      await expect(form.getByRole('button', { name: 'Opslaan' })).toHaveCount(0)
    })
  })
})

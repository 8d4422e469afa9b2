import { addChoices, addFilter, filterBar, removeFilter, rows, total, untilListed } from '../support/list.ts'
import { countOf, merchantCalled } from '../support/payments.ts'
import { expect, test } from '../support/test.ts'

test.use({ who: 'owner' })

const apiQuery = (url: string) => new URL(url).search.slice(1)

test.describe('the date filter', () => {
  for (const preset of [
    ['Laatste 28 dagen', 'Laatste 90 dagen', 'Laatste 365 dagen'],
    ['Vorige maand', 'Vorig kwartaal', 'Vorig jaar'],
    ['Deze maand', 'Dit kwartaal', 'Dit jaar'],
    ['Laatste uur', 'Laatste 24 uur', 'Laatste 7 dagen'],
  ]) {
    test(`has ${preset.join(', ')}`, async ({ page, api }) => {
      const bloom = await merchantCalled(api, 'Bloom')
      // Only the demo's payments: other tests add payments meanwhile.
      const address = '/transactions?_search=BL-'
      await page.goto(address)
      for (const name of preset) {
        await (await addFilter(page, 'Datum')).getByRole('button', { name, exact: true }).click()
        await expect(page).toHaveURL(/created_at%3E=|created_at>=/)
        const counted = await countOf(api, 'transaction', `${apiQuery(page.url())}&merchant=${bloom}`)
        if (counted > 0) await expect.poll(() => total(page)).toBe(counted)
        else await expect(page.getByText('Niets gevonden')).toBeVisible()
        await removeFilter(page, 'Datum')
        await expect(page).toHaveURL(address)
      }
    })
  }

  test('takes days from its calendar, both of them included', async ({ page }) => {
    await page.goto('/transactions?created_at>=2026-01-01&created_at<=2026-01-31')
    await filterBar(page)
      .getByRole('button', { name: /^Datum/ })
      .click()
    const editor = page.getByRole('dialog', { name: 'Datum' })
    await editor.getByRole('button', { name: '5 januari 2026', exact: true }).click()
    await editor.getByRole('button', { name: '20 januari 2026' }).click()
    await editor.getByRole('button', { name: 'Toepassen' }).click()
    await expect
      .poll(() => decodeURIComponent(apiQuery(page.url())))
      .toBe('created_at>=2026-01-05&created_at<=2026-01-20')
    await expect(filterBar(page)).toContainText('5 jan 2026 – 20 jan 2026')
  })
})

test.describe('the default period of the provider', () => {
  test.use({ who: 'provider' })

  test('is the last month, and all of the time on request', async ({ page }) => {
    await page.goto('/psp/transactions')
    await expect.poll(() => decodeURIComponent(page.url())).toMatch(/\/psp\/transactions\?created_at>=\d{4}-\d\d-\d\d$/)
    const month = await total(page)
    await filterBar(page)
      .getByRole('button', { name: /^Datum/ })
      .click()
    await page.getByRole('dialog', { name: 'Datum' }).getByRole('button', { name: 'Altijd' }).click()
    await expect(filterBar(page)).toContainText('Altijd')
    await expect.poll(() => total(page)).toBeGreaterThan(month)
  })

  test('says beside the count that it hides older payments, and shows them all on request', async ({ page }) => {
    await page.goto('/psp/transactions')
    await untilListed(page)
    const month = await total(page)
    const pages = page.getByRole('navigation', { name: 'Bladeren' })
    await expect(pages).toContainText('Alleen de laatste maand')
    await pages.getByRole('button', { name: 'Toon alles' }).click()
    await expect(page).toHaveURL('/psp/transactions?_all=true')
    await expect.poll(() => total(page)).toBeGreaterThan(month)
    await expect(pages).not.toContainText('Alleen de laatste maand')
    await page.reload()
    await untilListed(page)
    expect(await total(page)).toBeGreaterThan(month)
  })

  test('can be taken away like any filter, and stays away when the filters are cleared', async ({ page }) => {
    await page.goto('/psp/transactions')
    await untilListed(page)
    const month = await total(page)
    await removeFilter(page, 'Datum')
    await expect(page).toHaveURL('/psp/transactions?_all=true')
    await expect.poll(() => total(page)).toBeGreaterThan(month)

    await page.goto('/psp/transactions')
    await addChoices(page, 'Status', ['Geweigerd'])
    await page.getByRole('button', { name: 'Alles wissen' }).click()
    await expect(page).toHaveURL('/psp/transactions?_all=true')
  })

  test('does not narrow a search, by whatever field', async ({ page, api }) => {
    // An imported customer may have no address.
    const customers: { email_address: string | null }[] = await (
      await api.get('/v1/customer?_sort=created_at&_limit=100')
    ).json()
    const oldest = customers.find(({ email_address }) => email_address !== null)?.email_address ?? ''
    await page.goto('/customers')
    await untilListed(page)
    await page.getByRole('combobox', { name: 'Zoeken op' }).selectOption('E-mailadres')
    await expect(page).not.toHaveURL(/_search_by/)
    await page.getByRole('searchbox', { name: 'E-mailadres zoeken' }).fill(oldest)
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page)).toContainText(oldest)
    await expect(page).not.toHaveURL(/created_at/)
  })

  test('does not hide a payment that is looked for by its id', async ({ page, api }) => {
    const [oldest] = await (await api.get('/v1/transaction?_sort=created_at&_limit=1')).json()
    await page.goto('/psp/transactions')
    await untilListed(page)
    await page.getByRole('combobox', { name: 'Zoeken op' }).selectOption('ID')
    await page.getByRole('searchbox', { name: 'ID zoeken' }).fill(oldest.id)
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page)).toContainText(oldest.merchant_reference)
    await page.reload()
    await expect(rows(page)).toContainText(oldest.merchant_reference)
  })
})

import { readFile } from 'node:fs/promises'
import { expectNoViolations } from './support/axe.ts'
import { title } from './support/frame.ts'
import { type NewMerchant, newMerchant } from './support/making/new-merchant.ts'
import { pay } from './support/payments.ts'
import { enter, fillIn } from './support/signing-in.ts'
import { expect, type Page, test } from './support/test.ts'

const reports = (page: Page) => page.getByRole('list', { name: 'Transactierapporten' }).getByRole('listitem')
const tip = (page: Page) => page.getByRole('tooltip')

async function merchantWithPayments(page: Page, api: Parameters<typeof newMerchant>[0]): Promise<NewMerchant> {
  const merchant = await newMerchant(api)
  for (const amount of [1000, 2000]) await pay(api, { shop: merchant.shop, amount })
  await enter(page, merchant.owner)
  return merchant
}

async function generate(page: Page, name: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Naam' }).fill(name)
  await page.getByRole('button', { name: 'Maak rapport' }).click()
  await expect(title(page)).toHaveText('Transactierapporten')
}

test('a report of a list is made from its filters and columns, downloaded, cloned, and deleted', async ({
  page,
  api,
}) => {
  await merchantWithPayments(page, api)
  await page.goto('/reports/transactions')
  await expect(page.getByText('Geen rapporten gegenereerd')).toBeVisible()
  await expectNoViolations(page)

  await page.goto('/transactions?amount>=1500')
  await page.getByRole('link', { name: 'Rapport van deze lijst' }).click()
  await expect(title(page)).toHaveText('Rapport maken')
  await expect(page.getByRole('combobox', { name: 'Lijst' })).toHaveValue('transaction')
  await expect(page.getByRole('region', { name: 'Filters' })).toContainText('1.500')
  await expect(page.getByText('1 rij: alles')).toBeVisible()
  await page.getByRole('button', { name: 'Maak rapport' }).click()
  await expect(page.getByRole('textbox', { name: 'Naam' })).toBeFocused()
  await expectNoViolations(page)
  await generate(page, 'Grote betalingen')

  const first = reports(page).first()
  await expect(first).toContainText('Grote betalingen')
  await expect(first).toContainText('Verwerkt')
  await expect(first).toContainText('1 rij')
  await expect(first.getByRole('heading', { level: 2 }).getByRole('button')).toHaveAttribute('aria-expanded', 'true')
  await expectNoViolations(page)
  const button = first.getByRole('button', { name: 'Grote betalingen downloaden' })
  await button.hover()
  await expect(tip(page)).toHaveText('Klik om het rapport te downloaden')
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
  expect(download.suggestedFilename()).toMatch(/^Grote betalingen-\d{4}-\d\d-\d\d\.csv$/)
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain('20,00')
  await expect(first.getByRole('region', { name: 'Downloads' })).toContainText('Eva Eigen')

  await first.getByRole('link', { name: 'Grote betalingen dupliceren' }).click()
  await expect(page.getByRole('textbox', { name: 'Naam' })).toHaveValue('')
  await expect(page.getByRole('region', { name: 'Filters' })).toContainText('1.500')
  await generate(page, 'Nog eens')
  await expect(reports(page)).toHaveCount(2)
  await expect(reports(page).first()).toContainText('Nog eens')
  const earlier = reports(page).nth(1).getByRole('heading', { level: 2 }).getByRole('button')
  await expect(earlier).toHaveAttribute('aria-expanded', 'false')

  await reports(page).first().getByRole('button', { name: 'Nog eens verwijderen' }).click()
  const dialog = page.getByRole('dialog', { name: 'Nog eens verwijderen?' })
  await dialog.getByRole('button', { name: 'Verwijderen' }).click()
  await expect(reports(page)).toHaveCount(1)
})

test('a mail’s link downloads after signing in, in the view of the merchant for the provider’s staff (money check 23)', async ({
  page,
  api,
}) => {
  const { id: merchant, owner } = await merchantWithPayments(page, api)
  await page.goto('/reports/transactions/new')
  await generate(page, 'Alles')
  await expect(reports(page).first()).toContainText('Verwerkt')
  const { id } = (await (await api.get(`/v1/report?merchant=${merchant}`)).json())[0]
  const link = `/?_download=true&id=${id}&_organisation=${merchant}`

  await page.context().clearCookies()
  await page.goto(link)
  await page.waitForURL(/\/login$/)
  const arriving = page.waitForEvent('download')
  await fillIn(page, owner.email)
  await page.waitForURL(new RegExp(`^[^?]*/reports/transactions/${id}/download$`))
  expect((await arriving).suggestedFilename()).toMatch(/^Alles-/)
  await expect(page.getByText('Het rapport staat bij je downloads.')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Alles' })).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('link', { name: 'Terug naar de rapporten' }).click()
  await expect(title(page)).toHaveText('Transactierapporten')

  await page.goto(`/reports/transactions/01900000-0000-7000-8000-000000000000/download`)
  await expect(page.getByText('Dit rapport is er niet')).toBeVisible()

  await page.context().clearCookies()
  await page.goto(link)
  const again = page.waitForEvent('download')
  await fillIn(page, 'psp@kontor.example')
  await again
  await page.waitForURL(/download$/)
  expect(new URL(page.url()).pathname).toBe(`/psp/merchants/${merchant}:/reports/transactions/${id}/download`)
})

test('the button of a report waits, with the words of the specification', async ({ page, api }) => {
  await merchantWithPayments(page, api)
  await page.goto('/reports/transactions/new')
  await generate(page, 'Traag')
  await expect(reports(page).first()).toContainText('Verwerkt')
  // What the server says of a report that is being made, and a file that is long on its way.
  await page.route(/\/v1\/report\?/, async (route) => {
    const rows = await (await route.fetch()).json()
    const pending = { status: 'PENDING', progress: 42, count: 7, bytes: null, expires_at: null, sha256: null }
    // The reload ends a request that is under way.
    await route.fulfill({ json: rows.map((row: object) => ({ ...row, ...pending })) }).catch(() => {})
  })
  await page.reload()
  const item = reports(page).first()
  await expect(item).toContainText('7 rijen tot nu toe (42%)')
  await expect(item.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '42')
  for (const name of ['Traag downloaden', 'Traag verwijderen']) {
    const waiting = item.getByRole('button', { name })
    await expect(waiting).toHaveAttribute('aria-disabled', 'true')
    await waiting.focus()
    await waiting.hover()
    await expect(tip(page)).toHaveText('Wacht tot het rapport is gegenereerd')
    await page.mouse.move(0, 0)
  }
  await page.unroute(/\/v1\/report\?/)
  let goOn = () => {}
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  await page.route(/\/download(\?|$)/, async (route) => {
    await held
    await route.continue()
  })
  await page.reload()
  const button = item.getByRole('button', { name: 'Traag downloaden' })
  await button.click()
  await expect(button).toHaveAttribute('aria-busy', 'true')
  await button.hover()
  await expect(tip(page)).toHaveText('Wacht tot het rapport is gedownload')
  const arriving = page.waitForEvent('download')
  goOn()
  await arriving
  await expect(button).not.toHaveAttribute('aria-busy')
})

test('a saved view becomes a report with its filters and columns', async ({ page, api }) => {
  await merchantWithPayments(page, api)
  await page.goto('/transactions?amount>=1500&_sort=amount')
  await page.getByRole('button', { name: 'Kolommen' }).click()
  await page.getByRole('checkbox', { name: 'Land' }).check()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Weergaven', exact: true }).click()
  const views = page.getByRole('dialog', { name: 'Weergaven' })
  await views.getByRole('button', { name: 'Deze weergave bewaren' }).click()
  await views.getByRole('textbox', { name: 'Naam' }).fill('Grote bestellingen')
  await views.getByRole('button', { name: 'Opslaan' }).click()
  await page.goto('/transactions')
  await page.getByRole('button', { name: 'Weergaven', exact: true }).click()
  await views.getByRole('link', { name: 'Rapport van Grote bestellingen' }).click()
  await expect(title(page)).toHaveText('Rapport maken')
  await expect(page.getByRole('region', { name: 'Filters' })).toContainText('1.500')
  await expect(page.getByText('1 rij: alles')).toBeVisible()
  const columns = page.getByRole('region', { name: 'Kolommen' })
  // Those of the screen, and the one that the view shows besides.
  for (const name of ['Referentie', 'Bedrag', 'Land'])
    await expect(columns.getByRole('checkbox', { name, exact: true })).toBeChecked()
  await generate(page, 'Van de weergave')
  await expect(reports(page).first()).toContainText('1 rij')
})

test('filters and columns that are no longer there are left out of the form, which says so', async ({ page, api }) => {
  await merchantWithPayments(page, api)
  const filters = encodeURIComponent('colour[]=red&amount>=1500')
  await page.goto(`/reports/transactions/new?type=transaction&filters=${filters}&columns=id,shade`)
  await expect(page.getByRole('alert')).toContainText('Dit bestaat niet meer en is weggelaten: colour, shade.')
  await expectNoViolations(page)
  await generate(page, 'Zonder kleur')
  await expect(reports(page).first()).toContainText('1 rij')
})

test('a link to a report that has expired says what to do, and lets it be made again', async ({ page, api }) => {
  const { id: merchant } = await merchantWithPayments(page, api)
  await page.goto('/reports/transactions/new?type=transaction&filters=amount>%3D1500')
  await generate(page, 'Oud')
  await expect(reports(page).first()).toContainText('Verwerkt')
  const { id } = (await (await api.get(`/v1/report?merchant=${merchant}`)).json())[0]
  await page.route(new RegExp(`/v1/report/${id}(\\?|$)`), async (route) => {
    const row = await (await route.fetch()).json()
    await route.fulfill({ json: { ...row, expires_at: '2026-01-01T00:00:00.000Z' } })
  })
  await page.goto(`/reports/transactions/${id}/download`)
  await expect(page.getByText('Dit rapport is er niet')).toBeVisible()
  const item = page.getByRole('listitem').filter({ hasText: 'Oud' })
  await expect(item).toContainText('Verlopen')
  await expectNoViolations(page)
  await item.getByRole('link', { name: 'Oud dupliceren' }).click()
  await expect(page.getByRole('region', { name: 'Filters' })).toContainText('1.500')
})

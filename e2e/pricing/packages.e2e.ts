import { randomUUID } from 'node:crypto'
import { expectNoViolations } from '../support/axe.ts'
import { panel, row } from '../support/list.ts'
import { newMerchant } from '../support/making/new-merchant.ts'
import { tab, tabContent } from '../support/panel.ts'
import { body } from '../support/payments.ts'
import { expect, type Page, test } from '../support/test.ts'

test.use({ who: 'provider' })

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
test('15: a version says what earlier payments would have cost, by merchant, by line and by payment', async ({
  page,
  api,
}) => {
  const [scheme] = await (await api.get('/v1/psp/revenuescheme?name=Standaard')).json()
  await page.goto(`/psp/pricing/revenue/${scheme.id}?tab=rehearsal`)
  await expect(tabContent(page)).toContainText('Reken deze versie door voor al deze winkeliers')
  await tabContent(page).getByRole('button', { name: 'Doorrekenen' }).click()
  const form = dialog(page, /^Versie 3 van Standaard doorrekenen$/)
  await expectNoViolations(page)
  await form.getByRole('button', { name: 'Doorrekenen' }).click()
  await expect(tabContent(page)).toContainText(/Doorgerekend op .+, verschil \+€/)
  await expect(tabContent(page)).toContainText('op de cent zoals ze geboekt zijn')
  await expect(tabContent(page)).not.toContainText('klopt niet met het grootboek')

  const merchants = tabContent(page).getByRole('region', { name: 'Per winkelier, wie meer betaalt eerst' })
  const first = merchants.getByRole('row').nth(1)
  const name = (await first.getByRole('button').first().textContent()) ?? ''
  await first.getByRole('button', { name }).click()
  const pairs = tabContent(page).getByRole('region', { name: 'Per regel', exact: true })
  await expect(tabContent(page).getByRole('heading', { name: `Per regel: ${name}` })).toBeVisible()
  await pairs.getByRole('row').filter({ hasText: 'regel 2 → 2' }).getByRole('button').click()
  const payments = tabContent(page).getByRole('region', { name: 'Betalingen' })
  await expect(payments.getByRole('row').nth(1)).toContainText('€ 0,32')
  await expect(payments.getByRole('row').nth(1)).toContainText('€ 0,34')
  await expect(payments.getByRole('link').first()).toHaveAttribute('href', /^\/psp\/transactions\//)
  await expectNoViolations(page)

  await tab(page, 'Versies').click()
  await expect(tabContent(page)).toContainText(/Doorgerekend op .+, verschil \+€/)
})

test('a package is made and given to a merchant, whose terms say where they come from', async ({ page, api }) => {
  const merchant = await newMerchant(api)
  const name = `Pakket ${randomUUID().slice(0, 8)}`
  await page.goto('/psp/finance/packages')
  await page.getByRole('button', { name: 'Pakket maken' }).click()
  const form = dialog(page, 'Pakket maken')
  await form.getByRole('textbox', { name: 'Naam' }).fill(name)
  await form.getByRole('textbox', { name: 'Wachttijd' }).fill('3')
  await expectNoViolations(page)
  await form.getByRole('button', { name: 'Pakket maken' }).click()
  await row(page, name).click()
  await expect(panel(page).getByRole('heading', { level: 3 })).toHaveText(name)
  await expect(tabContent(page)).toContainText('3 bankdagen')

  const [made] = await (await api.get(`/v1/psp/package?name=${encodeURIComponent(name)}`)).json()
  const [standard] = await (await api.get('/v1/psp/revenuescheme?name=Standaard')).json()
  const { first_day } = await (await api.get(`/v1/psp/package/${made.id}/scheme`)).json()
  const send = (path: string, data: object) =>
    api.post(`/v1/psp/package/${made.id}${path}`, { data, headers: { 'idempotency-key': randomUUID() } })
  await body(await send('/scheme', { revenue_scheme: standard.id, valid_from: first_day }))
  await page.reload()
  await expect(tabContent(page)).toContainText('Standaard')

  await tab(page, 'Winkeliers').click()
  await tabContent(page).getByRole('button', { name: 'Winkeliers toevoegen' }).click()
  const giving = dialog(page, `Winkeliers het pakket ${name} geven`)
  await giving.getByRole('combobox', { name: 'Winkeliers' }).fill(merchant.name)
  await page.getByRole('option', { name: merchant.name }).click()
  await giving.getByRole('button', { name: 'Winkeliers toevoegen' }).click()
  await tabContent(page).getByRole('button', { name: merchant.name, exact: true }).click()
  const terms = tabContent(page).getByRole('region', { name: `Wat geldt voor ${merchant.name}` })
  await expect(terms.getByRole('row').filter({ hasText: 'Opbrengst' })).toContainText(`uit pakket ${name}`)
  await expect(terms.getByRole('row').filter({ hasText: 'Inkoop' })).toContainText('standaard')
  await expectNoViolations(page)

  await tabContent(page)
    .getByRole('button', { name: `${merchant.name} eruit halen` })
    .click()
  await dialog(page, `${merchant.name} uit ${name} halen`).getByRole('button', { name: 'Eruit halen' }).click()
  await expect(terms.getByRole('row').filter({ hasText: 'Opbrengst' })).toContainText('standaard')
})

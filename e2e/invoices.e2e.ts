import { expectNoViolations } from './support/axe.ts'
import { title } from './support/frame.ts'
import { panel, row, rows } from './support/list.ts'
import { tab, tabContent } from './support/panel.ts'
import { expect, test } from './support/test.ts'

test.describe('a merchant', () => {
  test.use({ who: 'owner' })

  test('reads what each month cost, to the line, and prints it', async ({ page }) => {
    await page.goto('/report')
    await page.getByRole('link', { name: 'Bekijk je facturen' }).click()
    await expect(title(page)).toHaveText('Facturen')
    await rows(page).first().click()
    await expect(tabContent(page)).toContainText('Kontor Payments B.V.')
    await expect(tabContent(page)).toContainText('KvK 34567890')
    await expect(tabContent(page)).toContainText('Btw 21%')
    await expect(tabContent(page)).not.toContainText(/inkoop|marge/i)
    await expect(panel(page).getByRole('button', { name: 'Crediteren' })).toBeHidden()
    await expectNoViolations(page)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      panel(page).getByRole('button', { name: 'CSV', exact: true }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^KF-\d{4}-\d{6}\.csv$/)
    await panel(page).getByRole('link', { name: 'Afdrukken' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/Factuur KF-/)
    await expect(
      page.getByRole('table', { name: 'Regels van de factuur' }).or(page.getByLabel('Regels van de factuur')).first(),
    ).toBeVisible()
  })
})

test.describe('the provider', () => {
  test.use({ who: 'provider' })

  test('takes an invoice back with a reason, and says who sends them', async ({ page, api }) => {
    const [{ number }] = await (await api.get('/v1/invoice?kind=INVOICE&status=SETTLED&_sort=-total&_limit=1')).json()
    await page.goto(`/psp/reports/invoices?_search=${number}`)
    await row(page, number).click()
    await panel(page).getByRole('button', { name: 'Crediteren' }).click()
    const dialog = page.getByRole('dialog', { name: `${number} crediteren?` })
    await dialog.getByRole('textbox').fill('Het adres klopte niet')
    await dialog.getByRole('button', { name: 'Crediteren' }).click()
    await expect(page.getByText(`${number} is gecrediteerd en opnieuw gefactureerd.`)).toBeVisible()
    await expect(panel(page).getByText('Gecrediteerd').first()).toBeVisible()
    await expect(panel(page).getByRole('button', { name: 'Crediteren' })).toBeHidden()
    await page.goto('/psp/reports/invoices?kind=CREDIT_NOTE')
    await rows(page).first().click()
    await expect(tabContent(page)).toContainText(`${number}: Het adres klopte niet`)
    await tab(page, 'Gegevens').click()
    await expect(tabContent(page)).toContainText('Het adres klopte niet')
    await page.getByRole('button', { name: 'Onze gegevens' }).click()
    const form = page.getByRole('dialog', { name: 'Onze gegevens op facturen' })
    await form.getByRole('textbox', { name: 'Btw-nummer' }).fill('123')
    await form.getByRole('button', { name: 'Opslaan' }).click()
    await expect(form).toContainText('Dit is geen btw-nummer')
    await expectNoViolations(page)
  })

  test('has fees, VAT and margin of business days in its daily report, and how far the ledger is', async ({ page }) => {
    await page.goto('/psp/reports/monthly')
    const euros = page.getByRole('region', { name: 'In EUR', exact: true })
    for (const name of ['Kosten', 'Netto, na kosten', 'Ingehouden', 'Inkoop', 'Marge'])
      await expect(euros.getByRole('columnheader', { name: new RegExp(`^${name}`) })).toBeVisible()
    for (const name of ['Btw', 'Marge ‰']) await expect(euros.getByRole('columnheader', { name })).toBeVisible()
    await expect(page.getByText(/^Boekdag .* gesloten.*wacht/)).toBeVisible()
  })
})

import { expectNoViolations } from './support/axe.ts'
import { title } from './support/frame.ts'
import { confirm } from './support/fresh-factor.ts'
import { panel, row, rows } from './support/list.ts'
import { newPerson } from './support/making/new-person.ts'
import { tab, tabContent } from './support/panel.ts'
import { enter } from './support/signing-in.ts'
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
    for (const name of ['Kosten', 'Netto, na kosten', 'Ingehouden', 'Marge op de koers', 'Inkoop'])
      await expect(euros.getByRole('columnheader', { name: new RegExp(`^${name}`) })).toBeVisible()
    for (const name of ['Btw', 'Marge ‰']) await expect(euros.getByRole('columnheader', { name })).toBeVisible()
    await expect(page.getByText(/^Boekdag .* gesloten.*wacht/)).toBeVisible()
  })
})

test.describe('an invoice that asks for money', () => {
  test('is paid by an entry of the bank that names it, and taken from the next settlement where nobody pays', async ({
    page,
    api,
  }) => {
    const person = await newPerson({ isStaff: true, role: 'PSP_ALL' })
    await enter(page, person)
    const unpaid = await (await api.get('/v1/invoice?outstanding%3E=1&_sort=number')).json()
    const [paid, taken] = unpaid as { id: string; number: string }[]
    await page.goto(
      `/psp/reports/bank-entries?_search_by=remittance&_search=${encodeURIComponent(`Factuur ${paid?.number}`)}`,
    )
    await rows(page).first().click()
    await panel(page).getByRole('button', { name: 'Iets anders' }).click()
    const decide = page.getByRole('dialog', { name: 'Wat is deze regel?' })
    await expect(decide.getByRole('combobox', { name: 'Soort' })).toHaveValue('INVOICE')
    await expect(decide.getByRole('combobox', { name: 'Welke factuur?' })).toHaveValue(paid?.id ?? '')
    await decide.getByRole('textbox', { name: 'Reden' }).fill('De omschrijving noemt de factuur')
    await expectNoViolations(page)
    await confirm(page, decide, 'Vastleggen', person)
    await expect(panel(page)).toContainText(paid?.number ?? '')

    await page.goto(`/psp/reports/invoices?_search=${taken?.number}`)
    await row(page, taken?.number ?? '').click()
    await expect(tabContent(page)).toContainText(/Betaal €.* uiterlijk .* op NL\d\d PSPB [\d ]+, met KF-/)
    await panel(page).getByRole('button', { name: 'Verrekenen' }).click()
    const take = page.getByRole('dialog', { name: `${taken?.number} verrekenen?` })
    await take.getByRole('textbox', { name: 'Reden' }).fill('Niet betaald na twee herinneringen')
    await expectNoViolations(page)
    await confirm(page, take, 'Verrekenen', person)
    await expect(panel(page).getByText('Verrekend').first()).toBeVisible()
    await expect(panel(page).getByRole('button', { name: 'Verrekenen' })).toBeHidden()
    await expect(tabContent(page)).toContainText('Gevraagd bedrag')
    await expect(tabContent(page)).not.toContainText('Betaal €')
  })
})

import { randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { expectNoViolations } from '../support/axe.ts'
import { title } from '../support/frame.ts'
import { panel, row, table } from '../support/list.ts'
import { newPerson } from '../support/making/new-person.ts'
import { tab, tabContent } from '../support/panel.ts'
import { body } from '../support/payments.ts'
import { enter } from '../support/signing-in.ts'
import { expect, type Page, test } from '../support/test.ts'

test.use({ who: 'provider' })

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
interface Line {
  event: string
  product?: string
  fixed: number
  ppm: number
}

/** A scheme with a draft of these lines. */
async function draftOf(api: APIRequestContext, lines: readonly Line[]): Promise<{ id: string; name: string }> {
  const name = `Tarief ${randomUUID().slice(0, 8)}`
  const send = (path: string, data: object) =>
    api.post(`/v1/psp/revenuescheme${path}`, { data, headers: { 'idempotency-key': randomUUID() } })
  const { id } = await body<{ id: string }>(await send('', { name, currency_code: 'EUR' }))
  const { versions } = await (await api.get(`/v1/psp/revenuescheme/${id}/version`)).json()
  await body(await send(`/${id}/version/${versions[0].id}`, { revision: 1, lines }))
  return { id, name }
}

test('25: the list begins with what is active and can be chosen, and going back leaves it', async ({ page }) => {
  await page.goto('/psp/merchants')
  await page
    .getByRole('link', { name: 'Opbrengsttarieven' })
    .or(page.getByRole('button', { name: 'Tarieven' }))
    .first()
    .click()
  const link = page.getByRole('link', { name: 'Opbrengsttarieven' })
  if (!page.url().includes('/pricing/')) await link.click()
  await expect(page).toHaveURL('/psp/pricing/revenue?active=true&visible=true')
  await expect(title(page)).toHaveText('Opbrengsttarieven')
  await expect(row(page, 'Standaard')).toBeVisible()
  await expect(table(page)).not.toContainText('Actie 2024')
  await page.goBack()
  await expect(page).toHaveURL(/\/psp\/merchants/)
})

test('prices are written with the keyboard alone, with what is wrong beside them', async ({ page, api }) => {
  const { id, name } = await draftOf(api, [{ event: 'capture', fixed: 25, ppm: 29_000 }])
  await page.goto(`/psp/pricing/revenue/${id}`)
  await expect(panel(page).getByRole('heading', { level: 3 })).toHaveText(name)
  await panel(page).getByRole('button', { name: 'Regels schrijven' }).press('Enter')
  const editor = dialog(page, `Versie 1 van ${name}`)
  const check = editor.getByRole('complementary', { name: 'Controle' })
  await expect(check).toContainText('1 regel, geen overlap')

  // A new line has the focus; the keyboard chooses, types and goes on.
  await editor.getByRole('button', { name: 'Regel toevoegen' }).press('Enter')
  const second = editor.getByRole('group', { name: 'Regel 2' })
  await expect(second.getByRole('combobox', { name: 'Waarvoor' })).toBeFocused()
  await expect(check).toContainText('Regels 1, 2 gelden voor dezelfde betalingen.')
  await second.getByRole('combobox', { name: 'Voorwaarde toevoegen' }).selectOption('product:ideal')
  await expect(check).toContainText('2 regels, geen overlap')
  await second.getByRole('textbox', { name: 'Vast' }).press('3')
  await second.getByRole('textbox', { name: 'Vast' }).pressSequentially('2,999')
  await expect(check).toContainText('1 regel is nog niet goed ingevuld')
  await second.getByRole('textbox', { name: 'Vast' }).fill('0,32')
  await second.getByRole('button', { name: 'Regel 2 kopiëren' }).press('Enter')
  await expect(check).toContainText('Regels 2, 3 gelden voor dezelfde betalingen.')
  await check.getByRole('button', { name: 'Regel 3' }).press('Enter')
  const third = editor.getByRole('group', { name: 'Regel 3' })
  await expect(third.getByRole('combobox', { name: 'Waarvoor' })).toBeFocused()
  await third.getByRole('button', { name: 'iDEAL weghalen' }).press('Enter')
  await third.getByRole('combobox', { name: 'Voorwaarde toevoegen' }).selectOption('product:card')
  await third.getByRole('textbox', { name: 'Percentage' }).fill('1,2')
  await expect(check).toContainText('3 regels, geen overlap')
  await expectNoViolations(page)
  await editor.getByRole('button', { name: 'Opslaan' }).press('Enter')
  await expect(tabContent(page)).toContainText('€ 0,32 + 1,2%')

  await panel(page).getByRole('combobox', { name: 'Betaalmethode' }).selectOption('ideal')
  await panel(page).getByRole('button', { name: 'Wat kost dit?' }).press('Enter')
  await expect(tabContent(page)).toContainText('€ 0,32 door regel 2: iDEAL')
  await expect(tabContent(page)).toContainText('Past ook, maar is algemener: regel 1')
  await expectNoViolations(page)
})

test('13: who submits a version cannot activate it, and somebody else can', async ({ page, api }) => {
  const { id, name } = await draftOf(api, [{ event: 'capture', fixed: 25, ppm: 29_000 }])
  await page.goto(`/psp/pricing/revenue/${id}`)
  await panel(page).getByRole('button', { name: 'Ter goedkeuring' }).click()
  await dialog(page, `Versie 1 van ${name} indienen`).getByRole('button', { name: 'Ter goedkeuring' }).click()
  await expect(panel(page).getByRole('button', { name: 'Terughalen' })).toBeVisible()
  // The head of the panel has a menu of its own.
  await tabContent(page).getByRole('button', { name: 'Nu niet mogelijk' }).click()
  await expect(page.getByRole('menuitem', { name: /^Goedkeuren en activeren/ })).toContainText('iemand anders')
  await page.keyboard.press('Escape')

  const other = await newPerson({ isStaff: true, role: 'PSP_REVENUESCHEME_ALL' })
  await page.context().clearCookies()
  await enter(page, other)
  await page.goto(`/psp/pricing/revenue/${id}`)
  await panel(page).getByRole('button', { name: 'Goedkeuren en activeren' }).click()
  const form = dialog(page, `Versie 1 van ${name} activeren`)
  await expect(form.getByRole('status')).toContainText(/^Vanaf .* rekenen 0 winkeliers met versie 1\.$/)
  await form.getByRole('button', { name: 'Goedkeuren en activeren' }).click()
  await expect(page.getByText('De versie is geactiveerd.')).toBeVisible()
  await expect(row(page, name)).not.toContainText('Ter goedkeuring')
  await tab(page, 'Geschiedenis').click()
  await expect(tabContent(page)).toContainText('activeren')
})

test('a reserve holds up to an amount, and of what is not refunded', async ({ page, api }) => {
  const name = `Reserve ${randomUUID().slice(0, 8)}`
  const headers = { 'idempotency-key': randomUUID() }
  const made = await api.post('/v1/psp/reservescheme', { data: { name, currency_code: 'EUR' }, headers })
  const { id } = await body<{ id: string }>(made)
  await page.goto(`/psp/pricing/reserve/${id}`)
  await expect(tabContent(page)).toContainText('Zonder grens')
  await panel(page).getByRole('button', { name: 'Voorwaarden wijzigen' }).click()
  const form = dialog(page, `Versie 1 van ${name}`)
  await form.getByRole('textbox', { name: 'Hoogstens in reserve' }).fill('2.500')
  await form.getByRole('combobox', { name: 'Waarover ingehouden' }).selectOption('NET')
  await expectNoViolations(page)
  await form.getByRole('button', { name: 'Opslaan' }).click()
  await expect(tabContent(page)).toContainText('€ 2.500,00')
  await expect(tabContent(page)).toContainText('Wat niet is terugbetaald')
})

test('a month has a minimum and a maximum, of which the minimum is not higher, and each is tried with the other fees', async ({
  page,
  api,
}) => {
  const { id, name } = await draftOf(api, [{ event: 'capture', fixed: 25, ppm: 0 }])
  await page.goto(`/psp/pricing/revenue/${id}`)
  await panel(page).getByRole('button', { name: 'Regels schrijven' }).click()
  const editor = dialog(page, `Versie 1 van ${name}`)
  const check = editor.getByRole('complementary', { name: 'Controle' })
  for (const [number, event, field, amount] of [
    [2, 'month_minimum', 'Minimum', '45,00'],
    [3, 'month_maximum', 'Maximum', '40,00'],
  ] as const) {
    await editor.getByRole('button', { name: 'Regel toevoegen' }).click()
    const line = editor.getByRole('group', { name: `Regel ${number}` })
    await line.getByRole('combobox', { name: 'Waarvoor' }).selectOption(event)
    await line.getByRole('textbox', { name: field }).fill(amount)
    await expect(line).toContainText('Geldt voor een hele kalendermaand')
  }
  await expect(check).toContainText('Regels 2, 3: het minimum per maand is hoger dan het maximum.')
  await editor.getByRole('group', { name: 'Regel 2' }).getByRole('textbox', { name: 'Minimum' }).fill('25,00')
  await expect(check).toContainText('3 regels, geen overlap')
  await expectNoViolations(page)
  await editor.getByRole('button', { name: 'Opslaan' }).click()
  // The form below has these words too.
  await expect(tabContent(page)).toContainText('minstens € 25,00')

  await panel(page).getByRole('combobox', { name: 'Waarvoor' }).selectOption('month_minimum')
  await panel(page).getByRole('textbox', { name: 'Andere kosten van de maand' }).fill('9,00')
  await panel(page).getByRole('button', { name: 'Wat kost dit?' }).click()
  await expect(tabContent(page)).toContainText('€ 16,00 door regel 2')

  // Other prices have not been tried.
  await panel(page).getByRole('button', { name: 'Regels schrijven' }).click()
  await editor.getByRole('group', { name: 'Regel 2' }).getByRole('textbox', { name: 'Minimum' }).fill('20,00')
  await editor.getByRole('button', { name: 'Opslaan' }).click()
  await expect(editor).toHaveCount(0)
  await expect(tabContent(page)).not.toContainText('€ 16,00 door regel 2')
})

test('a payment tells the merchant why it costs what it costs, and the provider what is left of it', async ({
  page,
  api,
}) => {
  const settled = await (
    await api.get('/v1/transaction?status=SETTLEMENT_COMPLETED&payment_product=ideal&_limit=50')
  ).json()
  const [payment] = settled.filter(({ currency_code }: { currency_code: string }) => currency_code === 'EUR')
  await page.goto(`/psp/transactions/${payment.id}?tab=money`)
  await expect(tabContent(page)).toContainText(/tarief .+, versie \d+, regel 2: iDEAL; geldig sinds/)
  await expect(tabContent(page)).toContainText('Past ook, maar is algemener: regel 1')
  await expect(tabContent(page)).toContainText('Marge')
  await expectNoViolations(page)
})

test('a price below its cost is said while it is typed, and activated only by who saw it', async ({ page, api }) => {
  const { id, name } = await draftOf(api, [{ event: 'capture', fixed: 25, ppm: 29_000 }])
  await page.goto(`/psp/pricing/revenue/${id}`)
  await panel(page).getByRole('button', { name: 'Regels schrijven' }).click()
  const editor = dialog(page, `Versie 1 van ${name}`)
  const check = editor.getByRole('complementary', { name: 'Controle' })
  await expect(check).toContainText('Geen prijs is lager dan de inkoop.')
  await editor.getByRole('button', { name: 'Regel toevoegen' }).click()
  const second = editor.getByRole('group', { name: 'Regel 2' })
  await second.getByRole('combobox', { name: 'Voorwaarde toevoegen' }).selectOption('product:sepa_debit')
  await second.getByRole('textbox', { name: 'Vast' }).fill('0,35')
  // The demo's processor charges 0.05 and 1 %.
  await expect(check).toContainText('Regel 2: Betaling, SEPA-incasso, vanaf € 30,01 (inkooptarief Sandbox, regel 1).')
  await editor.getByRole('button', { name: 'Regel 2 kopiëren' }).click()
  const third = editor.getByRole('group', { name: 'Regel 3' })
  await third.getByRole('button', { name: 'SEPA-incasso weghalen' }).click()
  await third.getByRole('combobox', { name: 'Voorwaarde toevoegen' }).selectOption('product:card')
  await third.getByRole('combobox', { name: 'Doorbelasting' }).selectOption('interchange_and_scheme_fees')
  await expectNoViolations(page)
  await editor.getByRole('button', { name: 'Opslaan' }).click()
  await expect(tabContent(page)).toContainText('interchange + kosten van het kaartmerk + € 0,35')
  await panel(page).getByRole('combobox', { name: 'Kaarthouder' }).selectOption('consumer')
  await panel(page).getByRole('combobox', { name: 'Regio' }).selectOption('EEA')
  await panel(page).getByRole('button', { name: 'Wat kost dit?' }).click()
  await expect(tabContent(page)).toContainText('€ 0,60 door regel 3')
  await expect(tabContent(page)).toContainText('Daarvan interchange € 0,20 en kosten van het kaartmerk € 0,05')

  await panel(page).getByRole('button', { name: 'Ter goedkeuring' }).click()
  await dialog(page, `Versie 1 van ${name} indienen`).getByRole('button', { name: 'Ter goedkeuring' }).click()
  await expect(panel(page).getByRole('button', { name: 'Terughalen' })).toBeVisible()
  const other = await newPerson({ isStaff: true, role: 'PSP_REVENUESCHEME_ALL' })
  await page.context().clearCookies()
  await enter(page, other)
  await page.goto(`/psp/pricing/revenue/${id}`)
  await panel(page).getByRole('button', { name: 'Goedkeuren en activeren' }).click()
  const form = dialog(page, `Versie 1 van ${name} activeren`)
  const seen = form.getByRole('checkbox', { name: 'Ik heb dit gezien en wil deze prijzen toch' })
  await expect(seen).not.toBeChecked()
  await form.getByRole('button', { name: 'Goedkeuren en activeren' }).click()
  await expect(form.getByRole('alert').filter({ hasText: 'Er zijn prijzen lager dan de inkoop.' })).toBeVisible()
  await seen.check()
  await form.getByRole('button', { name: 'Goedkeuren en activeren' }).click()
  await expect(page.getByText('De versie is geactiveerd.')).toBeVisible()
})

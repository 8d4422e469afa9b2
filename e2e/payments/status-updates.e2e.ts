import { expectNoViolations } from '../support/axe.ts'
import { title } from '../support/frame.ts'
import { hasShownFactor } from '../support/fresh-factor.ts'
import { panel, row, untilListed } from '../support/list.ts'
import { newPerson } from '../support/making/new-person.ts'
import { pay } from '../support/payments.ts'
import { people } from '../support/people.ts'
import { enter } from '../support/signing-in.ts'
import { expect, type Page, test } from '../support/test.ts'

test.describe('a status that is changed by hand', () => {
  test.use({ who: 'provider' })

  test('is found by its id, shows what will happen, and stays in the list with who and why', async ({ page, api }) => {
    const { id, merchant_reference } = await pay(api, { shop: 'Bloom Nederland', amount: 6_400, capture: false })
    await page.goto('/psp/admin/status-updates')
    await expect(title(page)).toHaveText('Statuswijzigingen')
    await page.getByRole('button', { name: 'Status wijzigen' }).click()
    const dialog = page.getByRole('dialog', { name: 'Status wijzigen' })
    await dialog.getByRole('textbox').fill('01980000-0000-7000-8000-000000000000')
    await dialog.getByRole('button', { name: 'Zoeken' }).click()
    await expect(dialog).toContainText('Er is geen betaling, terugbetaling of terugboeking met dit ID.')
    await dialog.getByRole('textbox').fill(id)
    await dialog.getByRole('button', { name: 'Zoeken' }).click()
    await expect(dialog).toContainText(merchant_reference)
    await expectNoViolations(page)
    await dialog.getByRole('button', { name: 'Verder' }).click()
    await dialog.getByRole('combobox', { name: 'Nieuwe status' }).selectOption('SETTLEMENT_REQUESTED')
    await expect(dialog.getByRole('region', { name: 'Wat er dan gebeurt' })).toContainText('€ 0,00 wordt € 64,00')
    await dialog.getByRole('textbox', { name: 'Reden' }).fill('te kort')
    await dialog.getByRole('button', { name: 'Status wijzigen' }).click()
    await expect(dialog.getByRole('textbox', { name: 'Reden' })).toHaveAttribute('aria-invalid', 'true')
    await dialog.getByRole('textbox', { name: 'Reden' }).fill('De processor bevestigde het per mail')
    await expectNoViolations(page)
    await dialog.getByRole('button', { name: 'Status wijzigen' }).click()
    await expect(dialog).toBeHidden()
    await expect(panel(page)).toContainText('De processor bevestigde het per mail')
    await untilListed(page)
    await expect(row(page, merchant_reference)).toBeVisible()
    await panel(page).getByRole('link', { name: merchant_reference }).click()
    await expect(panel(page)).toContainText('Geïncasseerd')
  })

  test('waits for a second person when it is about much money, who sees what, why and by whom', async ({
    page,
    api,
  }) => {
    const { id, merchant_reference } = await pay(api, { shop: 'Bloom Nederland', amount: 64_000, capture: false })
    await ask(page, id)
    await expect(panel(page).getByText('Open', { exact: true })).toBeVisible()
    await expect(panel(page)).toContainText('€ 640,00')
    await expect(panel(page)).toContainText('Je vroeg dit zelf: iemand anders moet het goedkeuren.')
    await expect(panel(page).getByRole('button', { name: 'Goedkeuren' })).toHaveCount(0)
    await expectNoViolations(page)
    const address = page.url()
    await page.goto('/psp/admin/status-updates')
    await page.getByRole('button', { name: 'Status wijzigen' }).click()
    const finding = page.getByRole('dialog', { name: 'Status wijzigen' })
    await finding.getByRole('textbox').fill(id)
    await finding.getByRole('button', { name: 'Zoeken' }).click()
    await expect(finding).toContainText('wacht al op een tweede persoon')

    const other = await newPerson({ isStaff: true, role: 'PSP_SUPER' })
    await page.context().clearCookies()
    await enter(page, other)
    await hasShownFactor(other)
    await page.goto('/')
    await expect(page.getByRole('main')).toContainText(/statuswijziging(en wachten| wacht) op een tweede persoon/)
    await page.goto(address)
    await panel(page).getByRole('button', { name: 'Goedkeuren' }).click()
    const approval = page.getByRole('dialog', { name: 'Statuswijziging goedkeuren?' })
    await expect(approval).toContainText(`${merchant_reference} van € 640,00: Geautoriseerd wordt Incasso aangevraagd`)
    await expect(approval).toContainText('Philippa Provider vroeg dit: De processor bevestigde het per mail')
    await expect(approval.getByRole('region', { name: 'Wat er dan gebeurt' })).toContainText('€ 0,00 wordt € 640,00')
    await expectNoViolations(page)
    await approval.getByRole('button', { name: 'Goedkeuren' }).click()
    await expect(approval).toBeHidden()
    await expect(panel(page)).toContainText(other.name)
    await expect(panel(page).getByRole('button', { name: 'Goedkeuren' })).toHaveCount(0)
    await expect((await api.get(`/v1/transaction/${id}`)).json()).resolves.toMatchObject({
      status: 'SETTLEMENT_REQUESTED',
    })
  })

  test('comes by file with others, row by row, after a check that says what each would do', async ({ page, api }) => {
    await hasShownFactor(people.provider)
    const of = { shop: 'Bloom Nederland', capture: false } as const
    const [small, large] = [await pay(api, { ...of, amount: 6_400 }), await pay(api, { ...of, amount: 64_000 })]
    const why = 'De processor bevestigde het per mail'
    const content = `id,nieuwe status,reden\n${[small, large].map(({ id }) => `${id},CANCELLED,${why}`).join('\n')}\n${small.id},FAILED,${why}\n`
    await page.goto('/psp/admin/status-updates')
    await page.getByRole('link', { name: 'Uit een bestand' }).click()
    const form = page.getByRole('dialog', { name: 'Stap 1 van 4: bestand' })
    await expect(form.getByRole('combobox', { name: 'Soort' })).toHaveValue('status_update')
    await expect(page).toHaveURL(/\/psp\/imports$/)
    const choosing = page.waitForEvent('filechooser')
    await form.getByRole('button', { name: 'Bestand kiezen' }).click()
    await (await choosing).setFiles({ name: 'statussen.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })
    await form.getByRole('button', { name: 'Uploaden' }).click()
    await panel(page).getByRole('checkbox', { name: 'De webhooks van de winkeliers sturen' }).uncheck()
    await expectNoViolations(page)
    await panel(page).getByRole('button', { name: 'Controleren' }).click()
    await expect(panel(page)).toContainText('3 rijen gelezen: hoogstens 2 wijzigingen, 0 staan al zo, 1 afgewezen')
    const rows = panel(page).getByRole('region', { name: 'Wat elke rij doet' }).getByRole('row')
    await expect(rows.nth(1)).toContainText(/Tweede persoon.*Geautoriseerd wordt Geannuleerd.*64,00/)
    await expect(rows.nth(2)).toContainText('Tweede persoon')
    await expect(rows.nth(3)).toContainText('een andere rij van dit bestand heeft hetzelfde ID')
    await expect(panel(page)).toContainText('Elke wijziging wacht daarom op een tweede persoon')
    await expectNoViolations(page)
    await panel(page).getByRole('button', { name: 'Importeren' }).click()
    const confirm = page.getByRole('dialog', { name: 'Stap 4 van 4: importeren' })
    await expect(confirm).toContainText('hoogstens 2 statussen')
    await confirm.getByRole('button', { name: 'Importeren' }).click()
    await expect(panel(page)).toContainText('Deels klaar', { timeout: 45_000 })
    await expect(panel(page).getByRole('link', { name: 'Afgewezen rijen downloaden' })).toBeVisible()
    const statusOf = async ({ id }: { id: string }) => (await (await api.get(`/v1/transaction/${id}`)).json()).status
    expect([await statusOf(small), await statusOf(large)]).toEqual(['AUTHORIZED', 'AUTHORIZED'])

    const other = await newPerson({ isStaff: true, role: 'PSP_SUPER' })
    await page.context().clearCookies()
    await enter(page, other)
    await hasShownFactor(other)
    await page.goto('/psp/admin/status-updates?status=OPEN')
    for (const { merchant_reference } of [small, large])
      await row(page, merchant_reference).getByRole('checkbox').check()
    await page
      .getByRole('region', { name: 'Acties op de selectie' })
      .getByRole('button', { name: 'Goedkeuren' })
      .click()
    const several = page.getByRole('dialog', { name: 'Goedkeuren' })
    await expect(several).toContainText('2 wijzigingen gebeuren meteen')
    await expectNoViolations(page)
    await several.getByRole('button', { name: 'Toepassen op 2 rijen' }).click()
    await expect(several.getByRole('status')).toContainText('2 van 2 gereed')
    expect([await statusOf(small), await statusOf(large)]).toEqual(['CANCELLED', 'CANCELLED'])
  })

  test('that waits is rejected with a reason, which whoever asked can read', async ({ page, api }) => {
    const { id } = await pay(api, { shop: 'Bloom Nederland', amount: 64_000, capture: false })
    await ask(page, id)
    await panel(page).getByRole('button', { name: 'Afwijzen' }).click()
    const dialog = page.getByRole('dialog', { name: 'Statuswijziging afwijzen' })
    await dialog.getByRole('textbox', { name: 'Reden' }).fill('te kort')
    await dialog.getByRole('button', { name: 'Afwijzen' }).click()
    await expect(dialog.getByRole('textbox', { name: 'Reden' })).toHaveAttribute('aria-invalid', 'true')
    await expectNoViolations(page)
    await dialog.getByRole('textbox', { name: 'Reden' }).fill('De processor zegt iets anders')
    await dialog.getByRole('button', { name: 'Afwijzen' }).click()
    await expect(dialog).toBeHidden()
    await expect(panel(page)).toContainText('De processor zegt iets anders')
    await expect(panel(page).getByText('Afgewezen', { exact: true })).toBeVisible()
  })
})

/** Asks that a payment counts as taken, and leaves the panel of that open. */
async function ask(page: Page, id: string): Promise<void> {
  await page.goto('/psp/admin/status-updates')
  await page.getByRole('button', { name: 'Status wijzigen' }).click()
  const dialog = page.getByRole('dialog', { name: 'Status wijzigen' })
  await dialog.getByRole('textbox').fill(id)
  await dialog.getByRole('button', { name: 'Zoeken' }).click()
  await dialog.getByRole('button', { name: 'Verder' }).click()
  await dialog.getByRole('combobox', { name: 'Nieuwe status' }).selectOption('SETTLEMENT_REQUESTED')
  await expect(dialog).toContainText('Een tweede persoon moet dit goedkeuren')
  await dialog.getByRole('textbox', { name: 'Reden' }).fill('De processor bevestigde het per mail')
  await dialog.getByRole('button', { name: 'Status wijzigen' }).click()
  await expect(dialog).toBeHidden()
}

import { readFile } from 'node:fs/promises'
import { expectNoViolations } from '../support/axe.ts'
import { title } from '../support/frame.ts'
import { panel, row, untilListed } from '../support/list.ts'
import { tab } from '../support/panel.ts'
import { expect, test } from '../support/test.ts'

test.describe('a batch for SAP', () => {
  test.use({ who: 'provider' })

  test('says which event has no accounts, gets them, and is sent and acknowledged', async ({ page }) => {
    await page.goto('/psp/sap')
    await expect(title(page)).toHaveText('SAP')
    await expect(row(page, 'KONTOR-000001')).toContainText('Geboekt in SAP')
    await row(page, 'KONTOR-000002').click()
    await expect(panel(page)).toContainText('Kies eerst rekeningen voor deze gebeurtenissen')
    await expect(panel(page).getByRole('button', { name: 'Versturen' })).toBeHidden()
    await expectNoViolations(page)
    await panel(page).getByRole('link', { name: 'Rekeningen kiezen' }).click()
    await expect(title(page)).toHaveText('Rekeningen voor SAP')
    const errors = page.getByRole('region', { name: 'Fouten' }).first()
    await expect(errors).toContainText('KONTOR-000002')
    await expectNoViolations(page)
    const choices = errors.getByRole('button', { name: 'Rekeningen kiezen' })
    for (let left = await choices.count(); left > 0; left = await choices.count()) {
      await choices.first().click()
      const dialog = page.getByRole('dialog', { name: 'Rekeningen toevoegen' })
      await dialog.getByRole('textbox', { name: 'Rekening debet' }).fill('125000')
      await dialog.getByRole('textbox', { name: 'Rekening credit' }).fill('175-000')
      await dialog.getByRole('button', { name: 'Rekeningen toevoegen' }).click()
      await expect(dialog.getByRole('textbox', { name: 'Rekening credit' })).toHaveAttribute('aria-invalid', 'true')
      await dialog.getByRole('textbox', { name: 'Rekening credit' }).fill('175000')
      await dialog.getByRole('button', { name: 'Rekeningen toevoegen' }).click()
      await expect(dialog).toBeHidden()
      // The events without accounts are read again.
      await expect.poll(() => choices.count()).toBeLessThan(left)
    }
    await expect(errors).toContainText('Elke gebeurtenis in de batches heeft rekeningen.')
    await page.getByRole('link', { name: 'Batches' }).click()
    await row(page, 'KONTOR-000002').click()
    await panel(page).getByRole('button', { name: 'Versturen' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('dialog').getByRole('button', { name: 'Versturen' }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe('KONTOR-000002.csv')
    expect(await readFile(await file.path(), 'utf8')).toContain('KONTOR-000002,1,1,KNTR,SA,')
    await panel(page).getByRole('button', { name: 'Geboekt in SAP' }).click()
    await page.getByRole('textbox', { name: 'Nummer in SAP' }).fill('4900000013')
    await page.getByRole('dialog').getByRole('button', { name: 'Geboekt in SAP' }).click()
    await expect(panel(page)).toContainText('4900000013')
    await tab(page, 'Regels').click()
    await expect(panel(page)).toContainText('Zo zijn ze naar SAP gegaan.')
  })
})

test.describe('an update of a settlement', () => {
  test.use({ who: 'provider' })

  test('finds it by its number, and is made after its effects were read, with a reason and a second factor', async ({
    page,
    api,
  }) => {
    await page.goto('/psp/admin/settlement-updates')
    await expect(title(page)).toHaveText('Afrekeningen bijwerken')
    const settlements = await api.get('/v1/psp/settlement?status=CLOSED&_limit=1')
    const [{ number }] = await settlements.json()
    await page.getByRole('button', { name: 'Afrekening bijwerken' }).click()
    const dialog = page.getByRole('dialog', { name: 'Afrekening bijwerken' })
    await dialog.getByRole('textbox').fill('ABCDEF-999999')
    await dialog.getByRole('button', { name: 'Zoeken' }).click()
    await expect(dialog).toContainText('Er is geen afrekening met dit nummer of ID.')
    await dialog.getByRole('textbox').fill(number.toLowerCase())
    await dialog.getByRole('button', { name: 'Zoeken' }).click()
    await expect(dialog).toContainText(number)
    await dialog.getByRole('button', { name: 'Verder' }).click()
    await dialog.getByRole('combobox', { name: 'Wat wil je doen?' }).selectOption('HOLD')
    await expect(dialog.getByRole('region', { name: 'Wat er dan gebeurt' })).toContainText(
      'Afgesloten wordt Aangehouden',
    )
    await dialog.getByRole('textbox', { name: 'Reden' }).fill('te kort')
    await dialog.getByRole('button', { name: 'Bijwerken' }).click()
    await expect(dialog.getByRole('textbox', { name: 'Reden' })).toHaveAttribute('aria-invalid', 'true')
    await dialog.getByRole('textbox', { name: 'Reden' }).fill('De winkelier belde zelf op')
    await expectNoViolations(page)
    await dialog.getByRole('button', { name: 'Bijwerken' }).click()
    // Money is moved by it, so it goes on only with a second factor.
    await expect(page.getByRole('dialog', { name: 'Bevestig dat jij het bent' })).toBeVisible()
  })

  test('that waits for a second person stands on the first screen, and ends with a reason', async ({ page }) => {
    await page.goto('/')
    await page
      .getByRole('main')
      .getByRole('link', { name: /van (een afrekening wacht|afrekeningen wachten)/ })
      .click()
    await untilListed(page)
    await page.getByRole('row').nth(1).getByRole('cell').nth(1).click()
    await expect(panel(page)).toContainText('Je vroeg dit zelf: iemand anders moet het goedkeuren.')
    await expect(panel(page).getByRole('button', { name: 'Goedkeuren' })).toHaveCount(0)
    await panel(page).getByRole('button', { name: 'Annuleren' }).click()
    const dialog = page.getByRole('dialog', { name: 'Bijwerking annuleren' })
    await dialog.getByRole('textbox', { name: 'Reden' }).fill('te kort')
    await dialog.getByRole('button', { name: 'Bijwerking annuleren' }).click()
    await expect(dialog.getByRole('textbox', { name: 'Reden' })).toHaveAttribute('aria-invalid', 'true')
    await expectNoViolations(page)
  })
})

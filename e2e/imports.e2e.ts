import { readFile } from 'node:fs/promises'
import { expectNoViolations } from './support/axe.ts'
import { title } from './support/frame.ts'
import { panel } from './support/list.ts'
import { newMerchant } from './support/making/new-merchant.ts'
import { tab, tabContent } from './support/panel.ts'
import { expect, type Locator, test } from './support/test.ts'

test.use({ who: 'provider' })

/** Lets a file fall where it can be dropped. */
const dropFile = async (place: Locator, name: string): Promise<void> =>
  place.dispatchEvent('drop', {
    dataTransfer: await place.page().evaluateHandle((called) => {
      const data = new DataTransfer()
      data.items.add(new File(['reference'], called, { type: 'text/csv' }))
      return data
    }, name),
  })

/** A few purchases as a shop's own program writes them; the last one is none. */
const purchases = `customer_id,date,quantity,amount
00001,2021-01-01,1,11.77
00002,2021-01-12,1,12.00
00002,2021-01-12,5,77.00
00003,2021-01-02,2,20.76
00003,2021-03-30,2,twenty
`

test('purchases of a shop go in through four steps, and what is wrong comes back with its reason', async ({
  page,
  api,
}) => {
  const merchant = await newMerchant(api)
  await page.goto('/psp/imports')
  await expect(title(page)).toHaveText('Imports')
  await page.getByRole('button', { name: 'Bestand importeren' }).first().click()
  const form = page.getByRole('dialog', { name: 'Stap 1 van 4: bestand' })
  await form.getByRole('combobox', { name: 'Soort' }).selectOption({ label: 'Transactie' })
  await form.getByRole('button', { name: 'Uploaden' }).click()
  await expect(form).toContainText('Kies een betaalprofiel')
  await expect(form).toContainText('Kies een bestand')
  await form.getByRole('combobox', { name: 'Betaalprofiel' }).fill(merchant.shop)
  await page.getByRole('option', { name: merchant.shop }).click()
  await dropFile(form.getByRole('group', { name: 'Bestand' }), 'dropped.csv')
  await expect(form).toContainText('dropped.csv')
  const choosing = page.waitForEvent('filechooser')
  await form.getByRole('button', { name: 'Bestand kiezen' }).click()
  const file = { name: 'purchases.csv', mimeType: 'text/csv', buffer: Buffer.from(purchases) }
  await (await choosing).setFiles(file)
  await expectNoViolations(page)
  await form.getByRole('button', { name: 'Uploaden' }).click()
  await expect(form).toBeHidden()

  await expect(panel(page)).toContainText('Stap 2 van 4: kolommen')
  await expect(panel(page).getByRole('combobox', { name: /^Bedrag( \*)?$/ })).toHaveValue('amount')
  await expect(panel(page).getByRole('combobox', { name: /^Datum( \*)?$/ })).toHaveValue('date')
  await panel(page).getByRole('button', { name: 'Controleren' }).click()
  await expect(panel(page)).toContainText('Vul dit in')
  await panel(page)
    .getByRole('combobox', { name: /^Kenmerk/ })
    .fill('CD-{line}')
  await expectNoViolations(page)
  await panel(page).getByRole('button', { name: 'Controleren' }).click()

  await expect(panel(page)).toContainText('5 rijen gelezen: 4 nieuw, 0 er al, 1 afgewezen')
  await expect(panel(page)).toContainText('Kolom amount: het bedrag is geen getal')
  await expectNoViolations(page)
  await panel(page).getByRole('button', { name: 'Importeren' }).click()
  const confirm = page.getByRole('dialog', { name: 'Stap 4 van 4: importeren' })
  await expect(confirm).toContainText('4 betalingen')
  await confirm.getByRole('button', { name: 'Importeren' }).click()
  // The work is done in the background, where others wait too.
  await expect(panel(page)).toContainText('Deels klaar', { timeout: 45_000 })

  await tab(page, 'Afgewezen').click()
  await expect(tabContent(page)).toContainText('Kolom amount: het bedrag is geen getal')
  const downloading = page.waitForEvent('download')
  await panel(page).getByRole('link', { name: 'Afgewezen rijen downloaden' }).click()
  const rejected = await readFile(await (await downloading).path(), 'utf8')
  expect(rejected).toContain('6,amount: the amount is not a number,00003,2021-03-30,2,twenty')
  await expectNoViolations(page)

  await page.goto(`/psp/merchants/${merchant.id}:/transactions?created_at>=2021-01-01&created_at<=2021-12-31`)
  for (const reference of ['CD-2', 'CD-3', 'CD-4', 'CD-5'])
    await expect(page.getByText(reference, { exact: true }).first()).toBeVisible()
})

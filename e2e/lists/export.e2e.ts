import { readFileSync } from 'node:fs'
import { transaction } from '@kontor/contract/payments/transaction.entity'
import { rows, total, untilListed } from '../support/list.ts'
import { untilYesterday } from '../support/payments.ts'
import { expect, type Locator, type Page, test } from '../support/test.ts'

test.use({ who: 'owner' })

async function openExport(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Exporteren' }).click()
  const dialog = page.getByRole('dialog', { name: 'Transacties exporteren' })
  await expect(dialog).toContainText('Het bestand krijgt')
  return dialog
}

async function fileOf(page: Page, dialog: Locator): Promise<{ name: string; content: Buffer }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Exporteren' }).click(),
  ])
  return { name: download.suggestedFilename(), content: readFileSync(await download.path()) }
}

test.describe('an export', () => {
  test('says how many rows before it starts, and has exactly those, as CSV of either kind and as JSON', async ({
    page,
  }) => {
    await page.goto(`/transactions?status=DECLINED&payment_product=card&${untilYesterday()}`)
    const counted = await total(page)
    const dialog = await openExport(page)
    await expect(dialog).toContainText(`Het bestand krijgt ${counted} rijen`)
    // A Dutch Excel opens the file that is offered first.
    await expect(dialog.getByRole('radio', { name: 'CSV voor Excel' })).toBeChecked()
    const dutch = await fileOf(page, dialog)
    expect(dutch.name).toMatch(/\.csv$/)
    expect(dutch.content.toString()).toMatch(/;\d+,\d\d;EUR;DECLINED;card;/)
    await expect(dialog.getByRole('status')).toContainText('Klaar')
    await dialog.getByText('CSV', { exact: true }).click()
    const csv = await fileOf(page, dialog)
    expect(csv.name).toMatch(/\.csv$/)
    expect(csv.content.toString().trim().split('\r\n')).toHaveLength(counted + 1)
    await dialog.getByText('JSON').click()
    const json = await fileOf(page, dialog)
    const exported = JSON.parse(json.content.toString())
    expect(exported).toHaveLength(counted)
    expect(exported.every((row: { status: string }) => row.status === 'DECLINED')).toBe(true)
  })

  test('of the selection has the rows that are ticked, in the order of the list', async ({ page }) => {
    await page.goto(`/transactions?status=DECLINED&_sort=-amount&${untilYesterday()}`)
    await expect(rows(page).first()).toBeVisible()
    const ids: (string | null)[] = []
    for (const at of [3, 1]) {
      await rows(page).nth(at).getByRole('checkbox').check()
      ids.unshift(await rows(page).nth(at).getAttribute('data-row'))
    }
    await page.getByRole('button', { name: 'Selectie exporteren' }).click()
    const dialog = page.getByRole('dialog', { name: /exporteren/ })
    await expect(dialog).toContainText('Het bestand krijgt 2 rijen')
    await dialog.getByText('JSON').click()
    const { content } = await fileOf(page, dialog)
    expect(JSON.parse(content.toString()).map(({ id }: { id: string }) => id)).toEqual(ids)
  })

  test('is an Excel file on request', async ({ page }) => {
    await page.goto('/transactionsTagged')
    await untilListed(page)
    const dialog = await openExport(page)
    await dialog.getByText('Excel (XLSX)').click()
    const { name, content } = await fileOf(page, dialog)
    expect(name).toMatch(/\.xlsx$/)
    // An xlsx file is a zip archive and begins with its signature.
    expect(content.subarray(0, 2).toString()).toBe('PK')
  })

  test('has the columns that were chosen, in their order', async ({ page }) => {
    await page.goto(`/transactions?status=DECLINED&${untilYesterday()}`)
    const dialog = await openExport(page)
    for (const box of await dialog.getByRole('checkbox').all()) await box.uncheck()
    await expect(dialog).toContainText('Kies ten minste één kolom')
    await expect(dialog.getByRole('button', { name: 'Exporteren' })).toBeDisabled()
    await dialog.getByRole('checkbox', { name: 'Bedrag', exact: true }).check()
    await dialog.getByRole('checkbox', { name: 'Klant (ID)' }).check()
    const { content } = await fileOf(page, dialog)
    expect(content.toString().replace('\uFEFF', '').split('\r\n')[0]).toBe('amount;customer')
    await dialog.getByRole('button', { name: 'Alle kolommen' }).click()
    const whole = await fileOf(page, dialog)
    const names = whole.content.toString().replace('\uFEFF', '').split('\r\n')[0]?.split(';')
    expect(names?.slice(0, 2)).toEqual(['amount', 'customer'])
    expect(new Set(names)).toEqual(new Set(Object.keys(transaction.fields)))
    await dialog.getByRole('button', { name: 'Standaard' }).click()
    await expect(dialog.getByRole('checkbox', { checked: true })).toHaveCount(transaction.export.length)
  })

  test('shows that it is under way, can be stopped, and then saves nothing', async ({ page }) => {
    let answer = () => {}
    const asked = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/v1/transaction/export?*', async (route) => {
      await asked
      await route.abort()
    })
    await page.goto('/transactions')
    await untilListed(page)
    let saved = false
    page.on('download', () => {
      saved = true
    })
    const dialog = await openExport(page)
    await dialog.getByRole('button', { name: 'Exporteren' }).click()
    await expect(dialog.getByRole('progressbar', { name: 'Voortgang van de export' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeVisible()
    await dialog.getByRole('button', { name: 'Afbreken' }).click()
    await expect(dialog.getByRole('status')).toContainText('Er is niets bewaard')
    answer()
    await dialog.getByRole('button', { name: 'Sluiten' }).last().click()
    await expect(dialog).toBeHidden()
    expect(saved).toBe(false)
  })

  test('says how many of its rows are written', async ({ page }) => {
    let answer = () => {}
    const asked = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/v1/transaction/export?*', async (route) => {
      await asked
      await route.continue()
    })
    await page.route('**/v1/export/*', (route) => route.fulfill({ json: { rows: 1 } }))
    await page.goto(`/transactions?status=DECLINED&${untilYesterday()}`)
    const counted = await total(page)
    const dialog = await openExport(page)
    await dialog.getByText('Excel (XLSX)').click()
    await dialog.getByRole('button', { name: 'Exporteren' }).click()
    await expect(dialog.getByRole('status')).toContainText(`1 van ${counted} rijen`)
    answer()
    await expect(dialog.getByRole('status')).toContainText('Klaar')
  })

  test('that fails says why, saves nothing, and can be tried again', async ({ page }) => {
    await page.route('**/v1/transaction/export?*', (route) =>
      route.fulfill({ status: 503, json: { code: 'unavailable' } }),
    )
    await page.goto(`/transactions?status=DECLINED&${untilYesterday()}`)
    const dialog = await openExport(page)
    await dialog.getByRole('button', { name: 'Exporteren' }).click()
    await expect(dialog.getByRole('alert')).toContainText('niets bewaard')
    await page.unroute('**/v1/transaction/export?*')
    expect((await fileOf(page, dialog)).content.length).toBeGreaterThan(100)
  })

  test('of somebody who makes two already says what to do', async ({ page }) => {
    await page.route('**/v1/transaction/export?*', (route) =>
      route.fulfill({ status: 429, json: { code: 'too_many_exports', details: { whose: 'own', at_once: 2 } } }),
    )
    await page.goto('/transactions?status=DECLINED')
    const dialog = await openExport(page)
    await dialog.getByRole('button', { name: 'Exporteren' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Wacht tot een export klaar is of breek er een af')
  })
})

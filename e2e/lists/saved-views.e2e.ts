import { found } from '../support/axe.ts'
import { columns, filterBar, untilListed } from '../support/list.ts'
import { expect, type Locator, type Page, test } from '../support/test.ts'

test.use({ who: 'owner' })

async function openViews(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Weergaven', exact: true }).click()
  return page.getByRole('dialog', { name: 'Weergaven' })
}

async function saveAs(page: Page, name: string, isShared = false): Promise<void> {
  const views = await openViews(page)
  await views.getByRole('button', { name: 'Deze weergave bewaren' }).click()
  await views.getByRole('textbox', { name: 'Naam' }).fill(name)
  if (isShared) await views.getByRole('checkbox', { name: /Delen met/ }).check()
  await views.getByRole('button', { name: 'Opslaan' }).click()
  await expect(views.getByRole('button', { name: `Meer acties voor ${name}` })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(views).toBeHidden()
}

const newName = (): string => `Weergave ${crypto.randomUUID().slice(0, 8)}`

test.describe('a saved view', () => {
  test('brings filters, order and columns back, and the address says them', async ({ page }) => {
    await page.goto('/transactions?status[]=DECLINED&status[]=FAILED&_sort=-amount')
    await untilListed(page)
    await page.getByRole('button', { name: 'Kolommen' }).click()
    await page.getByRole('checkbox', { name: 'Land' }).check()
    await page.keyboard.press('Escape')
    const name = newName()
    await saveAs(page, name)

    await page.getByRole('button', { name: 'Kolommen' }).click()
    await page.getByRole('button', { name: 'Standaard' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Alles wissen' }).click()
    await expect(columns(page).filter({ hasText: 'Land' })).toHaveCount(0)
    const views = await openViews(page)
    await views.getByRole('button', { name, exact: true }).click()
    await expect(page).toHaveURL('/transactions?status[]=DECLINED&status[]=FAILED&_sort=-amount')
    await expect(columns(page).filter({ hasText: 'Land' })).toBeVisible()
    await expect(filterBar(page)).toContainText('Geweigerd')
    await openViews(page)
    await expect(views.getByRole('button', { name, exact: true })).toHaveAttribute('aria-current', 'true')
  })

  test('whose dates are a preset keeps the preset: tomorrow it means other days', async ({ page }) => {
    await page.goto('/transactions')
    await untilListed(page)
    await page.getByRole('button', { name: 'Filter toevoegen' }).click()
    await page.getByRole('menuitem', { name: 'Datum', exact: true }).click()
    await page.getByRole('button', { name: 'Laatste 28 dagen' }).click()
    const today = new URL(page.url()).searchParams.get('created_at<')
    const name = newName()
    await saveAs(page, name)
    // Days are counted from the time of payments, which a demo's clock moves.
    await page.route('**/v1/**', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, headers: { ...response.headers(), 'kontor-clock-ahead': '86400000' } })
    })
    await page.goto('/transactions')
    await untilListed(page)
    const views = await openViews(page)
    await views.getByRole('button', { name, exact: true }).click()
    await expect.poll(() => new URL(page.url()).searchParams.get('created_at<')).not.toBeNull()
    expect(new URL(page.url()).searchParams.get('created_at<')).not.toBe(today)
  })

  test('is renamed, shared and deleted by its owner; a colleague sees a shared one and cannot change it', async ({
    page,
    browser,
    sessionOf,
  }) => {
    await page.goto('/transactions?status=DECLINED')
    await untilListed(page)
    const [name, other] = [newName(), newName()]
    await saveAs(page, name, true)
    const views = await openViews(page)
    const more = (of: string) => views.getByRole('button', { name: `Meer acties voor ${of}` })
    await more(name).click()
    await page.getByRole('menuitem', { name: 'Naam wijzigen' }).click()
    await views.getByRole('textbox', { name: 'Naam' }).fill(other)
    await views.getByRole('button', { name: 'Opslaan' }).click()
    await expect(more(other)).toBeVisible()
    expect(await found(page)).toEqual([])

    const theirs = await browser.newContext({ storageState: await sessionOf('cashier') })
    const colleague = await theirs.newPage()
    await colleague.goto('/transactions')
    const seen = await openViews(colleague)
    await expect(seen.getByRole('button', { name: new RegExp(other) })).toContainText('Lotte Bloem')
    await expect(seen.getByRole('button', { name: `Meer acties voor ${other}` })).toHaveCount(0)
    await seen.getByRole('button', { name: new RegExp(other) }).click()
    await expect(colleague).toHaveURL('/transactions?status=DECLINED')

    await more(other).click()
    await page.getByRole('menuitem', { name: 'Niet meer delen' }).click()
    await expect(views.getByText('Gedeeld')).toHaveCount(0)
    await colleague.reload()
    await openViews(colleague)
    await expect(seen.getByRole('button', { name: 'Deze weergave bewaren' })).toBeVisible()
    await expect(seen.getByRole('button', { name: new RegExp(other) })).toHaveCount(0)
    await theirs.close()
    await more(other).click()
    await page.getByRole('menuitem', { name: 'Verwijderen' }).click()
    await expect(more(other)).toHaveCount(0)
  })

  test('needs a name that no other of mine has', async ({ page }) => {
    await page.goto('/transactions')
    await untilListed(page)
    const name = newName()
    await saveAs(page, name)
    const views = await openViews(page)
    await views.getByRole('button', { name: 'Deze weergave bewaren' }).click()
    await views.getByRole('textbox', { name: 'Naam' }).fill(name.toUpperCase())
    await views.getByRole('button', { name: 'Opslaan' }).click()
    await expect(views).toContainText('al een weergave met deze naam')
  })
})

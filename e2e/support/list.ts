import { expect, type Locator, type Page } from './test.ts'

export const table = (page: Page): Locator => page.getByRole('table', { name: /^Tabel met/ })
/** The rows that have arrived: while a list loads it shows the outlines of rows, which can be neither chosen nor opened. */
export const rows = (page: Page): Locator => table(page).locator('[data-row]')
/** The columns, without the one of the checkboxes. */
export const columns = (page: Page): Locator =>
  table(page)
    .getByRole('columnheader')
    .filter({ hasNot: page.getByRole('checkbox') })
export const row = (page: Page, text: string): Locator => rows(page).filter({ hasText: text })
export const panel = (page: Page): Locator => page.getByRole('complementary')

/** Waits until the rows belong to the address: neither skeletons nor the previous rows. */
export async function untilListed(page: Page): Promise<void> {
  // The address changes a moment before the list reads it.
  const idle = () => new Promise((resolve) => requestIdleCallback(() => resolve(true), { timeout: 500 }))
  await page.waitForFunction(idle)
  await expect(table(page)).toHaveAttribute('aria-busy', 'false')
}

/** The total in the foot of the list: "1–25 van 794" is 794. */
export async function total(page: Page): Promise<number> {
  const said = page.getByRole('navigation', { name: 'Bladeren' }).getByText(/^[\d.]+–[\d.]+ van [\d.]+$/)
  const text = (await said.textContent()) ?? ''
  return Number(text.split(' van ')[1]?.replaceAll('.', ''))
}

export async function addFilter(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Filter toevoegen' }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
  return page.getByRole('dialog', { name, exact: true })
}

export async function addChoices(page: Page, name: string, choices: readonly string[]): Promise<void> {
  const editor = await addFilter(page, name)
  await expect(editor.getByRole('checkbox').first()).toBeVisible()
  const search = editor.getByRole('textbox')
  const isSearched = (await search.count()) === 1
  for (const choice of choices) {
    // The newest rows are offered unasked, and other tests make rows.
    if (isSearched) await search.fill(choice)
    await editor.getByRole('checkbox', { name: choice, exact: true }).check()
  }
  await editor.getByRole('button', { name: 'Toepassen' }).click()
}

export const cellsOf = (page: Page, column: number): Promise<string[]> =>
  rows(page).locator(`td:nth-of-type(${column})`).allTextContents()

/** The region of the chips; each chip shows its filter and value. */
export const filterBar = (page: Page): Locator => page.getByRole('region', { name: 'Filters' })

export const removeFilter = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name: `Filter ${name} verwijderen` }).click()

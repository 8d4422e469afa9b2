import { expect, type Locator, type Page } from './test.ts'

export const table = (page: Page): Locator => page.getByRole('table', { name: /^Tabel met/ })
export const rows = (page: Page): Locator =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
/** Without the one that chooses rows. */
export const columns = (page: Page): Locator =>
  table(page)
    .getByRole('columnheader')
    .filter({ hasNot: page.getByRole('checkbox') })
export const row = (page: Page, text: string): Locator => rows(page).filter({ hasText: text })
export const panel = (page: Page): Locator => page.getByRole('complementary')

/** Until the rows are those of the address, and not a moment's skeletons or the ones before. */
export async function untilListed(page: Page): Promise<void> {
  // The address changes a moment before the list hears of it.
  const idle = () => new Promise((resolve) => requestIdleCallback(() => resolve(true), { timeout: 500 }))
  await page.waitForFunction(idle)
  await expect(table(page)).toHaveAttribute('aria-busy', 'false')
}

/** What the foot of the list says: "1–25 van 794" is 794. */
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
  for (const choice of choices) await editor.getByRole('checkbox', { name: choice, exact: true }).check()
  await editor.getByRole('button', { name: 'Toepassen' }).click()
}

export const cellsOf = (page: Page, column: number): Promise<string[]> =>
  rows(page).locator(`td:nth-of-type(${column})`).allTextContents()

/** The chips: each says its filter and its value. */
export const filterBar = (page: Page): Locator => page.getByRole('region', { name: 'Filters' })

export const removeFilter = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name: `Filter ${name} verwijderen` }).click()

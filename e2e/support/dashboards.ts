import { expect, type Locator, type Page } from './test.ts'

/** A chart with all that belongs to it. */
export const card = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })

/** "1.279" and "€ 1.234,50" as people read them here: 1279, and 1234.5. */
export const numberOf = (text: string): number =>
  Number(
    text
      .replaceAll('.', '')
      .replace(',', '.')
      .replaceAll(/[^\d.-]/g, ''),
  )

/** The table view of a chart, row by row. */
export async function figures(page: Page, name: string): Promise<[name: string, count: string][]> {
  await page.getByRole('button', { name: `${name} als tabel` }).click()
  const rows = card(page, name)
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
  await expect(rows.first()).toBeVisible()
  return Promise.all(
    (await rows.all()).map(async (row) => {
      const [name = '', count = ''] = await row.getByRole('cell').allTextContents()
      return [name, count] as [string, string]
    }),
  )
}

/** The link of a total. */
export const totalOf = (page: Page, name: string, kind: string): Locator =>
  card(page, name).getByRole('region', { name: kind, exact: true }).getByRole('link')

export async function dateFilter(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /^Periode/ }).click()
  return page.getByRole('dialog', { name: 'Periode' })
}

/** The path of the file that a chart hands over. */
export async function saved(page: Page, name: string, kind: string): Promise<string> {
  await page.getByRole('button', { name: `${name} exporteren` }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: kind }).click()
  return (await download).path()
}

/** What the API answers to the person of the page. */
export async function read<T>(page: Page, path: string): Promise<T> {
  const reply = await page.request.get(path)
  expect(reply.ok(), await reply.text()).toBe(true)
  return reply.json()
}

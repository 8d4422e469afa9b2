import { expect, type Locator, type Page } from './test.ts'

/** A chart card with everything in it. */
export const card = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })

/** The card, drawn: one that is far below waits until it comes near. */
export async function nearCard(page: Page, name: string): Promise<Locator> {
  await card(page, name).scrollIntoViewIfNeeded()
  return card(page, name)
}

/** Parses numbers as people read them here: "1.279" is 1279, and "€ 1.234,50" is 1234.5. */
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

/** The link of a total's number. */
export const totalOf = (page: Page, name: string, kind: string): Locator =>
  card(page, name).getByRole('region', { name: kind, exact: true }).getByRole('link')

export async function dateFilter(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /^Periode/ }).click()
  return page.getByRole('dialog', { name: 'Periode' })
}

/** Saves the chart as a file and returns the file's path. */
export async function saved(page: Page, name: string, kind: string): Promise<string> {
  await page.getByRole('button', { name: `${name} exporteren` }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: kind }).click()
  return (await download).path()
}

/** The API's answer to the person who is signed in on the page. */
export async function read<T>(page: Page, path: string): Promise<T> {
  const reply = await page.request.get(path)
  expect(reply.ok(), await reply.text()).toBe(true)
  return reply.json()
}

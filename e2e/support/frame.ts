import main from '../../web/public/locales/nl/main.json' with { type: 'json' }
import { groupsOf, merchantNavigation, type Section } from '../../web/src/app/screens.ts'
import { expect, type Locator, type Page } from './test.ts'

/** Parts of the frame around every screen, found by their visible names. Tests begin in Dutch. */
export const navigation = (page: Page): Locator => page.getByRole('navigation', { name: 'Navigatie' })
export const title = (page: Page): Locator => page.getByRole('heading', { level: 1 })
export const notice = (page: Page): Locator => page.getByRole('alert')

export async function openMenuOf(page: Page, person: string): Promise<void> {
  await page.getByRole('button', { name: `Menu van ${person}` }).click()
}

export async function signOut(page: Page, person: string): Promise<void> {
  await openMenuOf(page, person)
  await page.getByRole('menuitem', { name: 'Afmelden' }).click()
}

/** Opens the search palette with Ctrl-K and types the text. */
export async function searchEverything(page: Page, text: string): Promise<Locator> {
  await expect(title(page)).toBeVisible()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Zoeken' })
  await palette.getByRole('combobox', { name: 'Zoeken' }).fill(text)
  return palette
}

/** The hits of the search palette, or those with the text. */
export const hits = (page: Page, text?: string | RegExp): Locator =>
  page.getByRole('dialog', { name: 'Zoeken' }).getByRole('option', text === undefined ? {} : { name: text })

export async function chooseOrganisation(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Organisatie:/ }).click()
  await page.getByRole('dialog', { name: 'Organisatie' }).getByRole('button', { name, exact: true }).first().click()
}

/** Opens every group of the navigation. */
export async function unfold(page: Page): Promise<void> {
  await expect(navigation(page).getByRole('link').first()).toBeAttached()
  const folded = navigation(page).locator('[aria-expanded=false]')
  for (let left = await folded.count(); left > 0; left--) await folded.first().click()
}

/** The navigation's links to screens: those that open in another tab lead to none. */
export const screenLinks = (page: Page): Locator => navigation(page).locator('a:not([target])')

/** The names of the entries, in the order of the navigation, with every group opened. */
export async function entriesShown(page: Page): Promise<string[]> {
  await expect(title(page)).toBeVisible()
  await unfold(page)
  return screenLinks(page).locator('.mantine-NavLink-label').allTextContents()
}

/** The titles of the screens to which a merchant's navigation leads, its links to another tab included. */
export async function screensShown(page: Page): Promise<string[]> {
  const texts: Readonly<Record<string, string | { label?: string; [other: string]: unknown }>> = main.nav
  const ofStatistics: Readonly<Record<string, string>> = main.dashboard.title
  const items = groupsOf(merchantNavigation).flatMap(({ items }) => items)
  const routes = await navigation(page)
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname))
  return routes.map((route) => {
    const label = items.find((item) => item.route === route && !item.pspOnly)?.label ?? (route === '/' ? 'home' : route)
    const text = texts[label]
    return ofStatistics[label] ?? ((typeof text === 'object' && text.label) || label)
  })
}

/** The entry of this name, in its opened group. */
export async function entryCalled(page: Page, name: string): Promise<Locator> {
  await unfold(page)
  return navigation(page).getByRole('link', { name, exact: true }).first()
}

/**
 * The Dutch names of a navigation's entries for a user who may open all of them. Links to a new tab are left out.
 * `web/src/app/screens.test.ts` compares the screens of a navigation with the specification.
 */
export function entriesOf(sections: readonly Section[], who: 'staff' | 'merchant' = 'staff'): string[] {
  const texts: Readonly<Record<string, string | { label?: string; [other: string]: unknown }>> = main.nav
  const short: Readonly<Record<string, string>> = main.nav.entry
  const entries = groupsOf(sections)
    .flatMap(({ items }) => items)
    .filter(({ kind }) => kind === 'list' || kind === 'page')
    .filter(({ pspOnly, merchantOnly }) => (who === 'staff' ? !merchantOnly : !pspOnly))
    .map(({ label }) => {
      const text = texts[label]
      return short[label] ?? ((typeof text === 'object' && text.label) || label)
    })
  return [main.nav.home.label, ...entries]
}

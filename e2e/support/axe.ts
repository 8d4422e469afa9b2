import AxeBuilder from '@axe-core/playwright'
import { putOn } from './looks.ts'
import { expect, type Page } from './test.ts'

export const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * For pages without a frame of another origin. Only for such frames must axe open a further page at every check. It lists
 * what it finds wrong, and not the many elements with which nothing is. Of a table it reads the first ten rows: all rows
 * are made by the same code.
 */
export const axe = (page: Page): AxeBuilder =>
  new AxeBuilder({ page })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'] })
    .exclude('tbody tr:nth-child(n + 11)')

/** In the light and in the dark theme. Only colours differ in the dark one. */
export async function expectNoViolations(page: Page): Promise<void> {
  await putOn(page, 'light')
  expect(await found(axe(page).withTags(levels))).toEqual([])
  await putOn(page, 'dark')
  expect(await found(axe(page).withRules('color-contrast'))).toEqual([])
}

/** The rules that are broken, with the elements that break them. */
export async function found(look: AxeBuilder): Promise<string[]> {
  const { violations } = await look.analyze()
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary}`).join(' | ')}`,
  )
}

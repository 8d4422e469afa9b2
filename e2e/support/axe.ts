import AxeBuilder from '@axe-core/playwright'
import { putOn } from './looks.ts'
import { expect, type Page } from './test.ts'

interface Rules {
  runOnly?: { type: 'tag' | 'rule'; values: string[] }
}
/** The rules of the levels that Kontor promises. */
const levels: Rules = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
}
export const colors: Rules = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } }
/** Also what is good practice alone. */
export const allRules: Rules = {}

/** Of a table, axe reads the first ten rows: all rows are made by the same code. */
const furtherRows = 'tbody tr:nth-child(n + 11)'

/** In the light and in the dark theme. Only colors differ in the dark one. */
export async function expectNoViolations(page: Page): Promise<void> {
  await putOn(page, 'light')
  expect(await found(page)).toEqual([])
  await putOn(page, 'dark')
  expect(await found(page, colors)).toEqual([])
}

/** The rules that are broken, with the elements that break them; for pages without a frame of another origin. */
export async function found(page: Page, rules: Rules = levels): Promise<string[]> {
  // The many elements with which nothing is wrong are not listed.
  const options = { ...rules, resultTypes: ['violations' as const] }
  const violations = (await ranAgain(page, options)) ?? (await brought(page, options))
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary}`).join(' | ')}`,
  )
}

type Options = Rules & { resultTypes: ['violations'] | 'violations'[] }
interface Violation {
  id: string
  nodes: { html: string; failureSummary?: string | undefined }[]
}
interface WithAxe {
  axe?: { run: (context: object, options: Options) => Promise<{ violations: Violation[] }> }
}

/** Undefined: the page has no axe yet, or may have frames without it. To bring it costs as much as to run it. */
async function ranAgain(page: Page, options: Options): Promise<Violation[] | undefined> {
  if (page.frames().length > 1) return undefined
  return page.evaluate(
    // The window has axe once it was brought.
    async ([given, exclude]) => (await (window as WithAxe).axe?.run({ exclude: [exclude] }, given))?.violations,
    [options, furtherRows] as const,
  )
}

/** Only for frames of another origin must axe open a further page at every check: the legacy mode does not. */
const brought = async (page: Page, options: Options): Promise<Violation[]> =>
  (await new AxeBuilder({ page }).setLegacyMode(true).options(options).exclude(furtherRows).analyze()).violations

import { colors, found } from './support/axe.ts'
import { languages, putOn, sizes, speak, untilCalm } from './support/looks.ts'
import { everyScreen, missing, type Screen, screensOfSuite } from './support/screens.ts'
import { expect, type Page, test } from './support/test.ts'

// The screens whose phone layout differs from the desktop layout; all others consist of the same parts.
const onPhone = [
  'merchants',
  'merchant-security',
  'profile',
  'transactions-filtered',
  'panel-tags',
  'panel-events',
  'refund-dialog',
  'export',
  'filter-date',
  'dashboard-transactions',
  'dashboard-customers',
  'segments',
  'processor-compare',
]
const groups = 6
const isHeavy = process.env.KONTOR_HEAVY === '1'
// Both languages have the same parts; only the full form sees which words are too long.
const tongues = isHeavy ? languages : languages.slice(0, 1)

for (const language of tongues)
  for (let group = 0; group < groups; group++) {
    test(`axe finds nothing on any screen, in light and dark, ${language}, part ${group + 1}`, async ({
      api,
      context,
      page,
      sessionOf,
    }) => {
      test.setTimeout(isHeavy ? 1_800_000 : 300_000)
      if (language !== 'nl') await speak(page, language)
      const screens = (await (isHeavy ? everyScreen : screensOfSuite)(api))
        .filter(({ isVariant }) => !isVariant)
        // The tests of the forms check their dialogs as well.
        .filter(({ name, opens }) => isHeavy || !opens || onPhone.includes(name))
        .sort((one, other) => one.who.localeCompare(other.who))
      const size = Math.ceil(screens.length / groups)
      let before: Screen | undefined
      for (const screen of screens.slice(group * size, (group + 1) * size)) {
        await page.setViewportSize(sizes.desk)
        // This one is the screen in between.
        if (before?.who === screen.who && screen.name !== 'not-found') await goInside(page, screen.address)
        else {
          // One context for all people: a new one would load and compile the whole application again.
          await page.goto('about:blank')
          await context.clearCookies()
          await context.addCookies((await sessionOf(screen.who)).cookies)
          await page.goto(screen.address)
        }
        before = screen
        await examine(page, screen)
      }
    })
  }

/** As a link of the application does it: a reload would cost as much as the checks. Nothing of the screen before stays. */
async function goInside(page: Page, address: string): Promise<void> {
  await follow(page, '/no-such-screen')
  const missing = page.getByText(/Deze pagina bestaat niet|This page does not exist/)
  await expect(missing).toBeVisible()
  await follow(page, address)
  await expect(missing).toHaveCount(0)
}

const follow = (page: Page, address: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, address)

async function examine(page: Page, screen: Screen): Promise<void> {
  const { name, opens, isMissing = false } = screen
  await untilCalm(page)
  const lacks = await page.getByText(missing).count()
  expect.soft(lacks > 0, `${name}: something is missing at ${screen.address}`).toBe(isMissing)
  if (opens) await open(page, opens)
  await expectNothing(page, name, { inTheDark: isHeavy || onPhone.includes(name) })
  if (isHeavy) await fits(page, screen, 'tablet')
  if (isHeavy || onPhone.includes(name)) await fits(page, screen, 'phone')
}

async function fits(page: Page, { name }: Screen, size: 'tablet' | 'phone'): Promise<void> {
  await page.setViewportSize(sizes[size])
  // The colours are those of the desktop.
  await expectNothing(page, `${name}, ${size}`, { inTheDark: isHeavy })
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect.soft(overflow, `${name} scrolls sideways on a ${size}`).toBeLessThanOrEqual(0)
}

async function open(page: Page, name: RegExp): Promise<void> {
  const button = page.getByRole('button', { name }).or(page.getByRole('switch', { name })).first()
  await button.click({ force: true })
  await expect(page.getByRole('dialog').or(page.getByRole('menu')).first()).toBeVisible()
  await untilCalm(page)
}

async function expectNothing(page: Page, where: string, { inTheDark = true } = {}): Promise<void> {
  await putOn(page, 'light')
  expect.soft(await found(page), where).toEqual([])
  if (!inTheDark) return
  // Only colours differ in the dark theme.
  await putOn(page, 'dark')
  expect.soft(await found(page, colors), `${where}, dark`).toEqual([])
}

test('axe finds nothing before anybody is signed in', async ({ page }) => {
  for (const address of ['/login', '/set-up?token=none', '/logout']) {
    await page.goto(address)
    await untilCalm(page)
    await expectNothing(page, address)
  }
})

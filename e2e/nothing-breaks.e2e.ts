import { entriesShown, notice, screenLinks, title } from './support/frame.ts'
import { panel, rows, table, untilListed } from './support/list.ts'
import { untilCalm } from './support/looks.ts'
import { newPerson } from './support/making/new-person.ts'
import { type Person, password } from './support/people.ts'
import { expect, type Locator, type Page, test } from './support/test.ts'

/** Records events that no click may cause. */
function watch(page: Page): string[] {
  const broken: string[] = []
  page.on('pageerror', (error) => broken.push(error.message))
  page.on('console', (message) => message.type() === 'error' && broken.push(message.text()))
  page.on('response', (reply) => reply.status() >= 400 && broken.push(`${reply.status()} ${reply.url()}`))
  return broken
}

/** Every list lets its columns be chosen, also when it is empty; no other screen does. */
const isList = async (page: Page): Promise<boolean> =>
  (await page.getByRole('button', { name: 'Kolommen' }).count()) > 0

/** Nothing under the filters, or nothing at all: other tests bring the first contradiction. */
const nothingThere = (page: Page): Locator =>
  page.getByRole('status').filter({ hasText: /Niets gevonden|^Nog |^Geen bankregels/ })

const opened = (page: Page): Locator => page.getByRole('dialog').or(page.getByRole('menu'))

/** Presses each button, and closes with Escape whatever it opened. */
async function pressEach(page: Page, buttons: Locator): Promise<void> {
  for (const name of await namesOf(buttons)) {
    await press(page, buttons.and(page.getByRole('button', { name, exact: true })).first())
    // Some buttons open a dialog that must be loaded first, others open nothing.
    await opened(page)
      .first()
      .waitFor({ timeout: 500 })
      .catch(() => {})
    await closeAll(page)
  }
}

/** Opens each form and sends it as it is: it says what is missing, and nothing is sent. */
async function sendEach(page: Page, buttons: Locator): Promise<void> {
  for (const name of await namesOf(buttons)) {
    await press(page, buttons.and(page.getByRole('button', { name, exact: true })).first())
    await expect(opened(page).first()).toBeVisible()
    const send = opened(page).locator('button[type="submit"]')
    if ((await send.count()) > 0) {
      await send.click()
      const said = opened(page).locator('[aria-invalid="true"]').or(opened(page).getByRole('alert'))
      await expect(said.first()).toBeVisible()
    }
    await closeAll(page)
  }
}

/** Clicks, and closes first what was so slow to load that it opened only now and lies over the target. */
async function press(page: Page, target: Locator, position?: { x: number; y: number }): Promise<void> {
  await expect(async () => {
    await closeAll(page)
    await target.click({ timeout: 2_000, ...(position && { position }) })
  }).toPass()
}

async function closeAll(page: Page): Promise<void> {
  await expect(async () => {
    if ((await opened(page).count()) > 0) await page.keyboard.press('Escape')
    await expect(opened(page)).toHaveCount(0, { timeout: 500 })
  }).toPass()
}

/** Waits until the link's screen has replaced the previous one. */
async function goTo(page: Page, link: Locator): Promise<void> {
  const old = 'data-of-the-screen-before'
  const isHere = (await link.getAttribute('aria-current')) === 'page'
  const before = (await title(page).textContent()) ?? ''
  if (!isHere) await title(page).evaluate((heading, name) => heading.setAttribute(name, ''), old)
  await press(page, link)
  await expect(link).toHaveAttribute('aria-current', 'page')
  const another = title(page).filter({ hasNotText: before })
  await expect(another.or(title(page).and(page.locator(`:not([${old}])`))).first()).toBeVisible()
}

async function namesOf(buttons: Locator): Promise<string[]> {
  const names = await buttons.evaluateAll((all) =>
    all.map((each) => each.ariaLabel ?? [...each.childNodes].map((part) => part.textContent).join(' ')),
  )
  return [...new Set(names.filter((name) => name !== null))].filter((name) => name !== '')
}

for (const who of ['provider', 'support', 'owner', 'cashier'] satisfies Person[]) {
  test.describe(`everything that ${who} can click`, () => {
    test.use({ who })

    test('opens and closes, and nothing of it breaks or is forbidden', async ({ page }) => {
      test.setTimeout(240_000)
      const broken = watch(page)
      await page.goto('/')
      // Names occur twice, such as those of payments and their statistics.
      for (const [at, entry] of (await entriesShown(page)).entries()) {
        await goTo(page, screenLinks(page).nth(at))
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
        await expect(notice(page)).toHaveCount(0)
        if (!(await isList(page))) continue
        await expect(table(page).or(nothingThere(page))).toBeVisible()
        if ((await table(page).count()) === 0) continue
        await untilListed(page)
        // The other payment screens have the same tools.
        if (['Alle winkeliers', 'Alle transacties', 'Terugbetalingen'].includes(entry))
          await pressEach(page, tools(page))
        await openFirst(page)
      }
      expect(broken).toEqual([])
    })
  })
}

const roles = [
  ...['REFUND_ALL', 'CHARGEBACK_ALL', 'CUSTOMER_ALL', 'PAYMENT_LINK_ALL', 'CARD_ADD_ALL', 'PLAN_ALL', 'TERMINAL_ALL'],
  ...['SCHEDULED_TRANSACTION_ALL', 'SUBSCRIPTION_ALL', 'SUBSCRIPTION_DISCOUNT_ALL', 'PROCESSOR_LIST'],
  ...['TRANSACTION_STATISTICS', 'REFUND_STATISTICS', 'CUSTOMER_STATISTICS'],
  ...['SHARE_ALL', 'PLATFORMUSER_ALL', 'ORGANISATION_ALL', 'PAYMENT_PROFILE_ALL', 'PSP_PROCESSOR_ALL'],
  ...['PSP_PROCESSOR_SETTLEMENT_ALL', 'PSP_MIDDLEWARE_ALL', 'PSP_USER_ALL', 'PSP_WELCOME_ALL', 'PSP_APIKEY_ALL'],
  ...['PSP_IMPORT_ALL', 'PSP_IMPORT_LIST', 'PSP_SUPER'],
]
/** The words of buttons that open the form of a list. */
const adds = /toevoegen|maken|plannen|delen|uitnodigen|importeren|Status wijzigen/

test.describe('somebody with one role alone', () => {
  for (const role of roles)
    test(`opens every screen that is shown, its form and a row of it, without being refused anything: ${role}`, async ({
      page,
    }) => {
      const { email } = await newPerson({ role, ...(role.startsWith('PSP_') && { isStaff: true as const }) })
      await page.request.post('/v1/auth/login', { data: { username: email, password } })
      const broken = watch(page)
      await page.goto('/')
      expect((await entriesShown(page)).length).toBeGreaterThan(1)
      // The first screen has something of theirs, and is no empty page.
      await expect(page.getByRole('main').getByRole('heading').nth(1)).toBeVisible()
      for (const link of await screenLinks(page).all()) {
        await goTo(page, link)
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
        if (!(await isList(page))) continue
        await expect(table(page).or(nothingThere(page))).toBeVisible()
        const widen = page.getByRole('button', { name: 'Alle filters wissen' })
        if ((await table(page).count()) === 0 && (await widen.count()) > 0) await widen.first().click()
        await sendEach(page, tools(page).filter({ hasText: adds }))
        if ((await table(page).count()) > 0) await openFirst(page)
      }
      expect(broken).toEqual([])
    })
})

const tools = (page: Page): Locator =>
  page.getByRole('main').locator('button:enabled:not(table button):not([aria-label*="verwijderen"])')

async function openFirst(page: Page): Promise<void> {
  const row = rows(page).first()
  if ((await row.count()) === 0) return
  await press(page, row, { x: 40, y: 10 })
  await expect(
    panel(page)
      .or(page.getByText(/^Je bekijkt/))
      .first(),
  ).toBeVisible()
  if (!(await panel(page).isVisible())) return void (await page.goBack())
  for (const tab of await panel(page).getByRole('tab').all()) {
    await tab.click()
    await untilCalm(page)
  }
  await page.keyboard.press('Escape')
  await expect(panel(page)).toHaveCount(0)
}

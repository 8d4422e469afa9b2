import AxeBuilder from '@axe-core/playwright'
import { navigation, title } from '../support/frame.ts'
import { type Line, openLine } from '../support/line.ts'
import { rows, untilListed } from '../support/list.ts'
import { newReference } from '../support/payments.ts'
import { people } from '../support/people.ts'
import { test as base, expect, type Page } from '../support/test.ts'

const test = base.extend<{ line: Line }>({
  line: async ({ baseURL }, use) => {
    const line = await openLine(baseURL ?? '')
    await use(line)
    await line.close()
  },
})

const bar = (page: Page) => page.getByRole('status').filter({ hasText: 'Geen verbinding' })
/** The mark is set on the page, and disappears when the page is loaded again. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { isMarked: true }))
const isMarked = (page: Page) => page.evaluate(() => 'isMarked' in window)

test.describe('while the server is away for seconds', () => {
  test.use({ who: 'owner' })

  test('a list says so in a quiet bar, keeps its rows, and shows the next page by itself afterwards', async ({
    page,
    line,
  }) => {
    await page.goto(`${line.url}/transactions`)
    await untilListed(page)
    await mark(page)
    const before = await rows(page).first().textContent()
    line.cut()
    await page.getByRole('button', { name: 'Volgende pagina' }).click()
    await expect(bar(page)).toBeVisible()
    await expect(rows(page).first()).toHaveText(before ?? '')
    expect((await new AxeBuilder({ page }).include('[role="status"]').analyze()).violations).toEqual([])
    line.mend()
    await expect(bar(page)).toHaveCount(0)
    await untilListed(page)
    await expect(rows(page).first()).not.toHaveText(before ?? '')
    expect(await isMarked(page)).toBe(true)
  })

  test('a screen that was never opened waits, and is there afterwards', async ({ page, line }) => {
    await page.goto(`${line.url}/transactions`)
    await untilListed(page)
    await mark(page)
    line.cut()
    await navigation(page).getByRole('link', { name: 'Klanten', exact: true }).first().click()
    await expect(bar(page)).toBeVisible()
    await expect(navigation(page)).toBeVisible()
    await expect(page.getByText('Deze pagina gaat vanzelf open')).toBeVisible()
    line.mend()
    await expect(title(page)).toHaveText('Klanten')
    await untilListed(page)
    await expect(bar(page)).toHaveCount(0)
    expect(await isMarked(page)).toBe(true)
  })

  test('a form keeps what was typed, and what was sent happens once', async ({ page, line, api }) => {
    const reference = newReference()
    await page.goto(`${line.url}/customers`)
    await untilListed(page)
    await page.getByRole('button', { name: 'Klant toevoegen' }).click()
    const form = page.getByRole('dialog', { name: 'Klant toevoegen' })
    await form.getByRole('textbox', { name: 'E-mailadres' }).fill(`${reference}@example.com`)
    await form.getByRole('textbox', { name: 'Achternaam' }).fill(reference)
    const keys: (string | undefined)[] = []
    page.on('request', (sent) => {
      if (sent.method() === 'POST' && sent.url().endsWith('/v1/customer')) keys.push(sent.headers()['idempotency-key'])
    })
    line.answer502()
    await form.getByRole('button', { name: 'Klant toevoegen' }).click()
    await expect(form.getByRole('alert')).toContainText('Er kwam geen antwoord')
    await expect(bar(page)).toBeVisible()
    line.mend()
    await expect(bar(page)).toHaveCount(0)
    await expect(form.getByRole('textbox', { name: 'Achternaam' })).toHaveValue(reference)
    await form.getByRole('button', { name: 'Opnieuw proberen' }).click()
    await expect(form).toBeHidden()
    expect(keys).toEqual([keys[0], keys[0]])
    const query = `_search_by=name&_search=${reference}`
    const found = await (await api.get(`/v1/customer/count?created_at>=2020-01-01&${query}`)).json()
    expect(found.count).toBe(1)
  })

  test('a form that was never opened waits for its file, and opens afterwards', async ({ page, line }) => {
    await page.goto(`${line.url}/customers`)
    await untilListed(page)
    await mark(page)
    line.cut()
    await page.getByRole('button', { name: 'Klant toevoegen' }).click()
    await expect(bar(page)).toBeVisible()
    line.mend()
    await expect(page.getByRole('dialog', { name: 'Klant toevoegen' })).toBeVisible()
    expect(await isMarked(page)).toBe(true)
  })

  test('a page without a network says so before anything is asked', async ({ page, context }) => {
    await page.goto('/transactions')
    await untilListed(page)
    await context.setOffline(true)
    await expect(bar(page)).toBeVisible()
    await context.setOffline(false)
    await expect(bar(page)).toHaveCount(0)
  })

  test('a page that has just been opened says so, and goes on where it stopped', async ({ page, line }) => {
    await page.route('**/v1/auth/session', (route) => {
      line.cut()
      return route.continue()
    })
    await page.goto(`${line.url}/transactions`)
    await expect(bar(page)).toBeVisible()
    await page.unroute('**/v1/auth/session')
    line.mend()
    await untilListed(page)
    await expect(bar(page)).toHaveCount(0)
  })

  for (const part of ['router', 'shell', 'transaction.page'])
    test(`a page that loses the server while it opens, at ${part}, opens afterwards`, async ({ page, line }) => {
      line.cutAt(new RegExp(`/${part}-`))
      await page.goto(`${line.url}/transactions`)
      await expect(bar(page)).toBeVisible()
      line.mend()
      await untilListed(page)
      await expect(bar(page)).toHaveCount(0)
    })
})

test('the sign-in says so as well, and keeps what was typed', async ({ page, line }) => {
  await page.goto(`${line.url}/login`)
  const email = await typeSignIn(page)
  await page.setViewportSize({ width: 390, height: 844 })
  line.cut()
  await page.getByRole('button', { name: 'Aanmelden' }).click()
  await expect(bar(page)).toBeVisible()
  line.mend()
  await expect(bar(page)).toHaveCount(0)
  await expect(email).toHaveValue(people.owner.email)
})

test('the sign-in keeps what was typed while its last part did not arrive, and gets that part afterwards', async ({
  page,
  line,
}) => {
  line.cutAt(/\/demo-people-/)
  await page.goto(`${line.url}/login`)
  const email = await typeSignIn(page)
  await expect(bar(page)).toBeVisible()
  line.mend()
  await expect(page.getByRole('region', { name: 'Kijk rond in de demo' })).toBeVisible()
  await expect(email).toHaveValue(people.owner.email)
})

async function typeSignIn(page: Page) {
  const email = page.getByRole('textbox', { name: 'E-mailadres', exact: true })
  await email.fill(people.owner.email)
  await page.getByRole('textbox', { name: 'Wachtwoord' }).fill('some password')
  return email
}

test.describe('when the server answers with another version', () => {
  test.use({ who: 'owner' })
  const newer = (page: Page) => page.getByRole('status').filter({ hasText: 'nieuwe versie' })

  test('the page is loaded again for a screen that is gone', async ({ page, line }) => {
    await page.goto(`${line.url}/transactions`)
    await untilListed(page)
    await mark(page)
    line.renew(/\/refund\.page-/)
    await navigation(page).getByRole('link', { name: 'Terugbetalingen' }).first().click()
    await expect.poll(() => isMarked(page).catch(() => true)).toBe(false)
    await expect(page).toHaveURL(/\/refunds/)
  })

  test('the page stays while something is typed, and offers to be loaded again', async ({ page, line }) => {
    await page.goto(`${line.url}/customers`)
    await untilListed(page)
    await mark(page)
    await page.getByRole('button', { name: 'Klant toevoegen' }).click()
    const form = page.getByRole('dialog', { name: 'Klant toevoegen' })
    await form.getByRole('textbox', { name: 'Achternaam' }).fill('Half getypt')
    line.renew(/\/refund\.page-/)
    // Hovering a link prefetches its page. A dialog covers the link here, so the test sends the focus event.
    await navigation(page).getByRole('link', { name: 'Terugbetalingen' }).first().dispatchEvent('focusin')
    await expect(newer(page)).toBeVisible()
    await expect(form.getByRole('textbox', { name: 'Achternaam' })).toHaveValue('Half getypt')
    expect(await isMarked(page)).toBe(true)
    page.on('dialog', (question) => question.accept())
    await newer(page).getByRole('button', { name: 'Vernieuwen' }).click()
    await expect.poll(() => isMarked(page).catch(() => true)).toBe(false)
    await expect(form.getByRole('textbox', { name: 'Achternaam' })).toHaveValue('Half getypt')
  })

  test('the page stays where the server refuses what it asks in the old way, and offers to be loaded again', async ({
    page,
    line,
  }) => {
    await page.goto(`${line.url}/customers`)
    await untilListed(page)
    await mark(page)
    await page.getByRole('button', { name: 'Klant toevoegen' }).click()
    const form = page.getByRole('dialog', { name: 'Klant toevoegen' })
    await form.getByRole('textbox', { name: 'E-mailadres' }).fill(`${newReference()}@example.com`)
    await form.getByRole('textbox', { name: 'Achternaam' }).fill('Half getypt')
    await page.route('**/v1/customer', (route) => route.continue({ url: `${route.request().url()}?of_old=1` }))
    const answered = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/')
    await form.getByRole('button', { name: 'Klant toevoegen' }).click()
    await answered
    // A refusal alone says nothing: the version is the same.
    await expect(form.getByRole('alert')).toBeVisible()
    await expect(newer(page)).toHaveCount(0)
    line.renew(/\/nothing-/)
    await form.getByRole('button', { name: /Klant toevoegen|Opnieuw proberen/ }).click()
    await expect(newer(page)).toBeVisible()
    await expect(form.getByRole('textbox', { name: 'Achternaam' })).toHaveValue('Half getypt')
    expect(await isMarked(page)).toBe(true)
  })
})

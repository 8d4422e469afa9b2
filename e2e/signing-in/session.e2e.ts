import { escapingAddresses } from '../support/escaping-addresses.ts'
import { notice, signOut, title } from '../support/frame.ts'
import { untilListed } from '../support/list.ts'
import { newMerchant } from '../support/making/new-merchant.ts'
import { newPerson } from '../support/making/new-person.ts'
import { openRefundDialog, refundAmount, refundDialog, sendRefund } from '../support/panel.ts'
import { body, pay, refundsOf } from '../support/payments.ts'
import { people } from '../support/people.ts'
import { fillIn, signIn } from '../support/signing-in.ts'
import { expect, type Page, test } from '../support/test.ts'

test.describe('two tabs', () => {
  test('agree about signing out, and about who is signed in', async ({ page, context }) => {
    const { email, name } = await newPerson()
    await page.goto('/login')
    await fillIn(page, email)
    await expect(page).toHaveURL('/')
    const other = await context.newPage()
    await other.goto('/transactionsDeclined')
    await untilListed(other)
    await signOut(page, name)
    await expect(other).toHaveURL('/login')
    await expect(notice(other)).toHaveText('Je bent in een ander tabblad afgemeld.')

    // A person who signed out deliberately does not pass their address on to the next person, in either tab.
    await page.getByRole('button', { name: 'Terug naar aanmelden' }).click()
    await fillIn(page, people.cashier.email)
    await expect(page).toHaveURL('/')
    await expect(other).toHaveURL('/')
    await expect(other.getByRole('button', { name: `Menu van ${people.cashier.name}` })).toBeVisible()
  })

  test('agree about silence: who is active in one is there in the other, until nobody is in either', async ({
    page,
    context,
  }) => {
    await context.clock.install()
    const { email } = await newPerson()
    await page.goto('/login')
    await fillIn(page, email)
    await expect(page).toHaveURL('/')
    const quiet = await context.newPage()
    await quiet.goto('/profile')
    await expect(title(quiet)).toHaveText('Mijn profiel')
    for (let half = 0; half < 3; half++) {
      await context.clock.fastForward('20:00')
      await beThere(page)
      await expect.poll(() => page.evaluate(minutesLeft)).toBeGreaterThan(29)
    }
    await expect(quiet).toHaveURL('/profile')
    await expect(quiet.getByRole('dialog', { name: 'Ben je er nog?' })).toBeHidden()

    await context.clock.fastForward('28:30')
    for (const tab of [page, quiet]) await expect(tab.getByRole('dialog', { name: 'Ben je er nog?' })).toBeVisible()
    await context.clock.fastForward('02:00')
    for (const tab of [page, quiet]) {
      await expect(tab).toHaveURL('/logout')
      await expect(notice(tab)).toContainText('We hebben meer dan 30 minuten geen activiteit gezien.')
    }
    expect((await page.request.get('/v1/auth/session')).status()).toBe(401)
  })
})

test('a session ends by silence sooner where the merchant has it so, and says after how many minutes', async ({
  page,
  context,
  api,
}) => {
  const merchant = await newMerchant(api)
  const at = `/v1/psp/merchant/${merchant.id}/security`
  const { password_policy, mfa_required } = await body<Record<string, unknown>>(await api.get(at))
  await body(await api.post(at, { data: { password_policy, mfa_required, session_minutes: 10 } }))
  await context.clock.install()
  await page.goto('/login')
  await fillIn(page, merchant.owner.email)
  await expect(page).toHaveURL('/')
  await context.clock.fastForward('08:30')
  await expect(page.getByRole('dialog', { name: 'Ben je er nog?' })).toBeVisible()
  await context.clock.fastForward('02:00')
  await expect(page).toHaveURL('/logout')
  await expect(notice(page)).toContainText('We hebben meer dan 10 minuten geen activiteit gezien.')
})

/** The record that the tabs share. */
const minutesLeft = (): number =>
  (JSON.parse(localStorage.getItem('kontor.activity') ?? '{}').idleAt - Date.now()) / 60_000

/** Moves the mouse; the page checks every two seconds. */
async function beThere(page: Page): Promise<void> {
  await page.mouse.move(200, 200)
  await page.mouse.move(210, 210)
  await page.context().clock.runFor(3000)
}

/** Sends the refund to notice the end of the session, unless another call of the page noticed it first. */
const findOut = (page: Page) =>
  sendRefund(page)
    .click({ timeout: 3000 })
    .catch(() => {})

test.describe('a refund that is being typed', () => {
  test('survives a session that ended under it, for the same person alone', async ({ page, api, context }) => {
    const paid = await pay(api, { shop: 'Bloom Nederland', amount: 8000 })
    await signIn(page, 'owner')
    await page.goto(`/transactions/${paid.id}`)
    await openRefundDialog(page)
    await refundAmount(page).fill('12,34')
    await refundDialog(page).getByLabel('Reden').fill('Twee rozen geknakt')
    await context.clearCookies()
    await findOut(page)
    await expect(page).toHaveURL('/login')
    await expect(notice(page)).toContainText('Je sessie is beëindigd')
    await fillIn(page, people.owner.email)
    await expect(page).toHaveURL(`/transactions/${paid.id}`)
    // The form is open again, with its values.
    await expect(refundAmount(page)).toHaveValue('12,34')
    await expect(refundDialog(page).getByLabel('Reden')).toHaveValue('Twee rozen geknakt')
    expect(await refundsOf(api, paid.id)).toEqual([])

    await context.clearCookies()
    await findOut(page)
    await expect(page).toHaveURL('/login')
    const { email } = await newPerson()
    await fillIn(page, email)
    await expect(page).toHaveURL('/')
    const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
    expect(kept).not.toContain('rozen')
  })
})

test.describe('after signing out', () => {
  test('nothing is found in the storages, the caches, the databases and the history of the browser', async ({
    page,
  }) => {
    // Nobody of the demo, whose people the sign-in page names.
    const { email, name } = await newPerson()
    await page.goto('/login')
    await fillIn(page, email)
    await expect(page).toHaveURL('/')
    await page.goto('/transactions')
    await untilListed(page)
    await page.goto('/profile')
    await expect(title(page)).toHaveText('Mijn profiel')
    await signOut(page, name)
    await expect(title(page)).toHaveText('Je bent afgemeld')
    for (let step = 0; step < 2; step++) {
      await page.goBack()
      await expect(page).toHaveURL(/\/(login|logout)/)
      await expect(page.getByText(name)).toHaveCount(0)
    }
    const kept = await page.evaluate(async () => {
      const caches = await Promise.all(
        (await window.caches.keys()).map(async (name) => (await window.caches.open(name)).keys()),
      )
      const cached = caches.flat().map(({ url }) => url)
      const databases = (await indexedDB.databases()).map(({ name }) => name)
      return {
        cached: cached.filter((url) => url.includes('/v1/')),
        databases,
        storages: { ...localStorage, ...sessionStorage },
      }
    })
    expect(kept).toMatchObject({ cached: [], databases: [] })
    // Table settings stay, under an id that names nobody.
    expect(JSON.stringify(kept.storages)).not.toMatch(/bloom|eva|@|€|BL-/i)
    expect(Object.keys(kept.storages).filter((key) => /draft|activity|session/.test(key))).toEqual([])
  })
})

test.describe('the address that is returned to', () => {
  test.use({ who: 'owner' })

  test('is never one of another site, however it is written', async ({ page, context, baseURL }) => {
    const origin = new URL(baseURL ?? '').origin
    const addresses = escapingAddresses(origin)
    expect(addresses.length).toBeGreaterThanOrEqual(300)
    const left: string[] = []
    await context.route(
      (url) => url.origin !== origin,
      (route) => {
        left.push(route.request().url())
        return route.abort()
      },
    )
    page.on('dialog', (dialog) => left.push(dialog.message()))
    await page.goto('/transactions')
    await untilListed(page)
    // The sign-in page takes a signed-in user to the remembered address.
    const reached = await page.evaluate(async (tried) => {
      const reached: string[] = []
      for (const address of tried) {
        sessionStorage.setItem('kontor.return', JSON.stringify({ address, user: null }))
        history.pushState({}, '', '/login')
        dispatchEvent(new PopStateEvent('popstate', { state: {} }))
        const end = Date.now() + 2000
        while (location.pathname === '/login' && Date.now() < end) await new Promise((next) => setTimeout(next, 5))
        reached.push(location.href)
      }
      return reached
    }, addresses)
    expect(left).toEqual([])
    expect(reached.length).toBe(addresses.length)
    expect([...new Set(reached.map((href) => new URL(href).origin))]).toEqual([origin])
    expect(reached.filter((href) => new URL(href).pathname === '/login')).toEqual([])
    expect(await page.evaluate(() => sessionStorage.getItem('kontor.return'))).toBeNull()
  })
})

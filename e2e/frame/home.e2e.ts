import { navigation, title, unfold } from '../support/frame.ts'
import { total, untilListed } from '../support/list.ts'
import { newMerchant } from '../support/making/new-merchant.ts'
import { body, newReference, pay, shopCalled } from '../support/payments.ts'
import { enter } from '../support/signing-in.ts'
import { expect, type Page, test } from '../support/test.ts'

const card = (page: Page, name: string) => page.getByRole('region', { name })

test.describe('the first screen', () => {
  test('of an empty merchant says what to do first, and what is done', async ({ page, api }) => {
    const { owner, shop } = await newMerchant(api)
    await enter(page, owner)
    await expect(title(page)).toHaveText('Home')
    const steps = card(page, 'Aan de slag')
    await expect(steps.getByRole('listitem')).toHaveCount(5)
    await expect(steps.getByRole('img', { name: 'Gedaan' })).toHaveCount(0)
    await expect(card(page, 'Vraagt aandacht')).toContainText('Er wacht niets op je.')

    // A link that ends tomorrow is the first step, and waits for somebody.
    const { id: payment_profile } = await shopCalled(api, shop)
    const link = { payment_profile, merchant_reference: newReference(), amount: 1250 }
    const expires_at = new Date(Date.now() + 86_400_000).toISOString()
    await body(await api.post('/v1/paymentlink', { data: { ...link, expires_at } }))
    await page.reload()
    await expect(steps.getByRole('listitem').filter({ hasText: 'Maak je eerste betaallink' })).toContainText('link')
    await expect(steps.getByRole('img', { name: 'Gedaan' })).toHaveCount(1)
    const group = navigation(page).getByRole('button', { name: 'Aanmaken' })
    await expect(group).toHaveAccessibleDescription('1 betaallink verloopt binnen 3 dagen')
    await unfold(page)
    await expect(navigation(page).getByRole('link', { name: 'Betaallinks' })).toHaveAccessibleDescription(
      '1 betaallink verloopt binnen 3 dagen',
    )
    await card(page, 'Vraagt aandacht').getByRole('link').click()
    await expect(title(page)).toHaveText('Betaallinks')
    await untilListed(page)
    expect(await total(page)).toBe(1)
    await expect(page.getByRole('alert')).toHaveCount(0)

    // The first payment takes the place of the steps, and is today's money.
    await pay(api, { shop, amount: 4321 })
    await navigation(page).getByRole('link', { name: 'Home' }).click()
    await page.reload()
    await expect(card(page, 'Laatste betalingen')).toContainText('€ 43,21')
    await card(page, 'Vandaag betaald').getByRole('link', { name: '€ 43,21' }).click()
    await untilListed(page)
    expect(await total(page)).toBe(1)
  })

  test('asks for nothing that the roles do not allow', async ({ page, api }) => {
    const { owner } = await newMerchant(api)
    const asked: string[] = []
    const refused: string[] = []
    page.on('response', (response) => {
      const { pathname } = new URL(response.url())
      if (pathname.startsWith('/v1/')) asked.push(pathname)
      if (response.status() === 403) refused.push(pathname)
    })
    await enter(page, owner)
    await expect(card(page, 'Vandaag betaald')).toBeVisible()
    await page.context().clearCookies()
    // The page before may still be asking until it is left.
    await page.goto('/login')
    asked.length = 0
    await enter(page, { email: 'cashier@bloom.example' })
    await expect(card(page, 'Laatste betalingen').getByRole('listitem').first()).toBeVisible()
    await expect(card(page, 'Vandaag betaald')).toHaveCount(0)
    expect([refused, asked.filter((path) => path.includes('aggregate'))]).toEqual([[], []])
  })
})

test.describe('the sign-in page of a demo', () => {
  test('signs in as one of its people with one click, and asks for a code as it would ask them', async ({ page }) => {
    await page.goto('/login')
    await page.getByRole('button', { name: /^Lotte Bloem/ }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('button', { name: 'Menu van Lotte Bloem' })).toBeVisible()
    await page.context().clearCookies()
    await page.goto('/login')
    await page.getByText('Bijzondere gevallen').click()
    await page.getByRole('button', { name: /^Lex Locked/ }).click()
    await expect(page.getByRole('alert')).toHaveText('Het e-mailadres of wachtwoord klopt niet.')
    await page.getByRole('button', { name: /^Aart Authenticator/ }).click()
    await expect(page).toHaveURL(/\/mfa/)
  })
})

import { linkNow, makeCardLink, makeLink, numbers, pressPay, typeCard } from '../support/links.ts'
import { filterBar, panel, row, untilListed } from '../support/list.ts'
import { fromMail } from '../support/mails.ts'
import { blocked, tab, tabContent } from '../support/panel.ts'
import { body, merchantCalled, newReference } from '../support/payments.ts'
import { expect, type Page, test } from '../support/test.ts'

test.use({ who: 'owner', permissions: ['clipboard-read', 'clipboard-write'] })

const form = (page: Page) => page.getByRole('dialog', { name: 'Betaallink maken' })

test.describe('payment links', () => {
  test('are those that can still be paid, until somebody asks for others', async ({ page }) => {
    await page.goto('/payment-links')
    await expect(page).toHaveURL(/\/payment-links\?active=true$/)
    await untilListed(page)
    await expect(filterBar(page)).toContainText('Actief')
    await page.goto('/payment-links?status[]=DONE')
    await untilListed(page)
    await expect(row(page, 'Voltooid').first()).toBeVisible()
  })

  test('are made by a form that says what is missing, and the copied address can be paid', async ({ page, api }) => {
    await page.goto('/payment-links')
    await page.getByRole('button', { name: 'Betaallink maken' }).click()
    await form(page).getByRole('button', { name: 'Betaallink maken' }).click()
    await expect(form(page).getByText('Kies een betaalprofiel')).toBeVisible()
    await form(page).getByRole('combobox', { name: 'Betaalprofiel' }).fill('Bloom Ned')
    await page.getByRole('option', { name: 'Bloom Nederland' }).click()
    await form(page).getByRole('textbox', { name: 'Bedrag' }).fill('12,50')
    // A reference is proposed, which somebody who has none of their own leaves as it is.
    const reference = await form(page).getByRole('textbox', { name: 'Referentie' }).inputValue()
    expect(reference).toMatch(/^20\d{6}-[2-9A-Z]{4}$/)
    await form(page).getByRole('button', { name: 'Betaallink maken' }).click()
    await expect(form(page)).toBeHidden()
    await expect(panel(page)).toContainText(/€\s12,50/)
    await panel(page).getByRole('button', { name: 'Link kopiëren' }).click()
    await expect(page.getByText('De link is gekopieerd')).toBeVisible()
    const url = await page.evaluate(() => navigator.clipboard.readText())
    expect(url).toMatch(/\/pay\/[\w-]{44}$/)

    await page.goto(url)
    await typeCard(page, numbers.good)
    await pressPay(page)
    await expect(page.getByRole('heading', { name: 'Betaald' })).toBeVisible()
    const [link] = await (await api.get('/v1/paymentlink', { params: { merchant_reference: reference } })).json()
    await page.goto(`/payment-links/${link.id}?tab=activity`)
    await expect(tabContent(page)).toContainText('Betaling gelukt')
    await expect(tabContent(page)).toContainText('Betaler')
    await tab(page, 'Transacties').click()
    await expect(tabContent(page)).toContainText(/€\s12,50/)
    await expect(await blocked(page, 'Laten verlopen')).toHaveAttribute('aria-disabled', 'true')
  })

  test('expire when somebody says so, and are cloned into another', async ({ page, api }) => {
    const link = await makeLink(api, { amount: 4_200 })
    await page.goto(`/payment-links/${link.id}`)
    await panel(page).getByRole('button', { name: 'Laten verlopen' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Nu laten verlopen' }).click()
    await expect(panel(page)).toContainText('Met de hand')
    expect(await linkNow(api, link)).toMatchObject({ status: 'EXPIRED', status_reason: 'by_hand' })
    await panel(page).getByRole('button', { name: 'Kopie maken' }).click()
    await expect(form(page).getByRole('textbox', { name: 'Bedrag' })).toHaveValue('42,00')
    await form(page).getByRole('button', { name: 'Betaallink maken' }).click()
    await expect(form(page)).toBeHidden()
    await expect(panel(page)).toContainText('Aangemaakt')
    await expect(panel(page)).toContainText(link.merchant_reference)
  })

  test('are mailed, and the mail leads to the page', async ({ page, api }) => {
    const link = await makeLink(api, { amount: 1_900 })
    const email_address = `${link.merchant_reference.toLowerCase()}@example.com`
    await page.goto(`/payment-links/${link.id}`)
    await panel(page).getByRole('button', { name: 'Mailen' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'E-mailadres' }).fill(email_address)
    await dialog.getByRole('button', { name: 'Mail versturen' }).click()
    await expect(dialog).toBeHidden()
    expect(await fromMail(email_address, /http\S+pay\S+/)).toBe(link.url)
    expect(await linkNow(api, link)).toMatchObject({ mails_sent: 1, email_address })
  })
})

test('a card-add link is cancelled, and one that stored a card can have it revoked', async ({ page, api }) => {
  const cancelled = await makeCardLink(api)
  await page.goto(`/card-add-links/${cancelled.id}`)
  await panel(page).getByRole('button', { name: 'Link intrekken' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Link intrekken' }).click()
  await expect.poll(async () => (await linkNow(api, cancelled, 'cardaddlink')).status).toBe('CANCELLED')

  const link = await makeCardLink(api)
  await page.goto(link.url)
  await typeCard(page, numbers.good)
  await pressPay(page)
  await expect(page.getByRole('heading', { name: 'Kaart vastgelegd' })).toBeVisible()
  await page.goto(`/card-add-links/${link.id}`)
  for (const said of ['Kaart-ID', 'Niet gevraagd']) await expect(panel(page)).toContainText(said)
  await panel(page).getByRole('button', { name: 'Kaart intrekken' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Kaart intrekken' }).click()
  await expect.poll(async () => (await linkNow(api, link, 'cardaddlink')).card_revoked_at).not.toBeNull()
})

test.describe('made by the provider', () => {
  test.use({ who: 'provider' })

  const begin = async (page: Page, merchant: string, shop: string) => {
    await page.goto(`/psp/merchants/${merchant}:/payment-links`)
    await page.getByRole('button', { name: 'Betaallink maken' }).click()
    return async () => {
      await form(page).getByRole('combobox', { name: 'Betaalprofiel' }).fill(shop)
      await page.getByRole('option', { name: shop }).first().click()
    }
  }
  const send = (page: Page) => form(page).getByRole('button', { name: 'Betaallink maken' }).click()

  test('an amount stays what was typed when a shop of another currency is chosen', async ({ page, api }) => {
    const choose = await begin(page, await merchantCalled(api, 'Kissaten Trading'), 'Kissaten Tōkyō')
    const amount = form(page).getByRole('textbox', { name: 'Bedrag' })
    await amount.fill('1200')
    await choose()
    await expect(form(page)).toContainText('JPY')
    await expect(amount).toHaveValue('1200')
    await amount.fill('12,50')
    await send(page)
    await expect(amount).toHaveAccessibleDescription(/zonder decimalen/)
  })

  test('the only shop of a merchant is chosen already, and the form has nothing that could get lost', async ({
    page,
    api,
  }) => {
    const name = newReference()
    const user = { user_name: 'Eigenaar', user_email: `${name.toLowerCase()}@example.com` }
    const place = { country_code: 'NL', language: 'nl', time_zone: 'Europe/Amsterdam' }
    const { id } = await body<{ id: string }>(
      await api.post('/v1/psp/merchant', { data: { name, ...place, base_currency: 'EUR', mcc: '5411', ...user } }),
    )
    await page.goto(`/psp/merchants/${id}:/payment-links`)
    await page.getByRole('button', { name: 'Betaallink maken' }).first().click()
    await expect(form(page).getByRole('combobox', { name: 'Betaalprofiel' })).toHaveValue(name)
    await page.keyboard.press('Escape')
    await expect(form(page)).toBeHidden()
  })

  test('a link speaks the language of its merchant, unless another is chosen', async ({ page, api }) => {
    const reference = newReference()
    const choose = await begin(page, await merchantCalled(api, 'Velo Parisien'), 'Velo')
    await choose()
    await form(page).getByRole('textbox', { name: 'Bedrag' }).fill('5')
    await form(page).getByRole('textbox', { name: 'Referentie' }).fill(reference)
    await send(page)
    await expect(form(page)).toBeHidden()
    const [link] = await (await api.get('/v1/paymentlink', { params: { merchant_reference: reference } })).json()
    expect(link.language).toBe('en-US')
  })
})

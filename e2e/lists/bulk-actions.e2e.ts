import type { APIRequestContext } from '@playwright/test'
import { found } from '../support/axe.ts'
import { newCard } from '../support/cards.ts'
import { linkNow, makeCardLink, makeLink } from '../support/links.ts'
import { rows } from '../support/list.ts'
import { merchantCalled, newReference, pay, transactionOf } from '../support/payments.ts'
import { expect, type Page, test } from '../support/test.ts'

test.use({ who: 'owner' })

const bar = (page: Page) => page.getByRole('region', { name: 'Acties op de selectie' })
const wholePage = (page: Page) => page.getByRole('checkbox', { name: 'Alle rijen van deze pagina kiezen' })
const outcomes = (page: Page) => page.getByRole('list', { name: 'Resultaat per rij' }).getByRole('listitem')

test.describe('several payments', () => {
  test('are captured together, each whole, and one that was let go meanwhile says why not', async ({ page, api }) => {
    const reference = newReference()
    const held = []
    for (const end of ['a', 'b', 'c'])
      held.push(
        await pay(api, { shop: 'Bloom Nederland', amount: 900, capture: false, reference: `${reference}-${end}` }),
      )
    await page.goto(`/transactions?_search=${reference}&_sort=amount`)
    await expect(rows(page)).toHaveCount(3)
    await wholePage(page).check()
    const [first, gone, last] = held
    await api.post(`/v1/transaction/${gone?.id}/void`)
    await bar(page).getByRole('button', { name: 'Incasseren' }).click()
    const dialog = page.getByRole('dialog', { name: 'Incasseren' })
    await expect(dialog).toContainText('Van 3 betalingen wordt het hele gereserveerde bedrag geïncasseerd')
    await dialog.getByRole('button', { name: 'Toepassen op 3 rijen' }).click()
    await expect(dialog.getByRole('status')).toContainText('2 van 3 gereed, 1 niet gelukt')
    await expect(outcomes(page).filter({ hasText: `${reference}-b` })).not.toContainText('Gereed')
    for (const payment of [first, last])
      await expect.poll(async () => (await transactionOf(api, payment?.id ?? '')).status).toMatch(/^SETTLEMENT_/)
    await expect.poll(async () => (await transactionOf(api, gone?.id ?? '')).status).toBe('AUTHORIZATION_VOIDED')
  })
})

test.describe('several payment links', () => {
  test('expire together, and one that was over says why it was refused', async ({ page, api }) => {
    const reference = newReference()
    const links = []
    for (const end of ['a', 'b', 'c'])
      links.push(await makeLink(api, { amount: 700, merchant_reference: `${reference}-${end}` }))
    const address = `/payment-links?_search=${reference}&_sort=merchant_reference&_limit=10&currency_code=EUR`
    await page.goto(address)
    await expect(rows(page)).toHaveCount(3)
    await wholePage(page).check()
    // Another user ends one of them first.
    const [, taken] = links
    await api.post(`/v1/paymentlink/${taken?.id}/expire`)
    await bar(page).getByRole('button', { name: 'Laten verlopen' }).click()
    const dialog = page.getByRole('dialog', { name: 'Laten verlopen' })
    await expect(dialog).toContainText('3 links worden meteen onbruikbaar')
    await dialog.getByRole('button', { name: 'Toepassen op 3 rijen' }).click()
    await expect(dialog.getByRole('status')).toContainText('2 van 3 gereed, 1 niet gelukt')
    await expect(outcomes(page)).toHaveText([
      `${reference}-aGereed`,
      `${reference}-bDeze link is niet meer actief.`,
      `${reference}-cGereed`,
    ])
    expect(await found(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Sluiten' }).last().click()
    // The filters, order and page size in the address are unchanged.
    await expect(page).toHaveURL(new RegExp(`${reference}.*_sort=merchant_reference.*_limit=10.*currency_code=EUR`))
    await expect(bar(page)).toContainText('3 geselecteerd')
    for (const link of links) expect(await linkNow(api, link)).toMatchObject({ status: 'EXPIRED' })
  })

  test('are chosen and ended with the keyboard alone', async ({ page, api }) => {
    const link = await makeLink(api, { amount: 701 })
    await page.goto(`/payment-links?_search=${link.merchant_reference}`)
    await expect(rows(page)).toHaveCount(1)
    await wholePage(page).focus()
    await page.keyboard.press('Space')
    const expire = bar(page).getByRole('button', { name: 'Laten verlopen' })
    await expire.focus()
    await page.keyboard.press('Enter')
    const start = page.getByRole('dialog').getByRole('button', { name: 'Toepassen op 1 rij' })
    await expect(start).toBeVisible()
    for (let presses = 0; presses < 6 && !(await start.evaluate((it) => it === document.activeElement)); presses += 1)
      await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(outcomes(page)).toContainText(['Gereed'])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    expect(await linkNow(api, link)).toMatchObject({ status: 'EXPIRED', status_reason: 'by_hand' })
  })
})

test('card-add links are cancelled together', async ({ page, api }) => {
  const reference = newReference()
  const links = [
    await makeCardLink(api, { merchant_reference: `${reference}-a` }),
    await makeCardLink(api, { merchant_reference: `${reference}-b` }),
  ]
  await page.goto(`/card-add-links?status[]=CREATED&_search=${reference}`)
  await expect(rows(page)).toHaveCount(2)
  for (const { merchant_reference } of links)
    await page.getByRole('checkbox', { name: `${merchant_reference} kiezen` }).check()
  await bar(page).getByRole('button', { name: 'Intrekken' }).click()
  const dialog = page.getByRole('dialog', { name: 'Intrekken' })
  await expect(dialog).toContainText('2 links worden ingetrokken')
  await dialog.getByRole('button', { name: 'Toepassen op 2 rijen' }).click()
  await expect(outcomes(page)).toContainText(['Gereed', 'Gereed'])
  for (const link of links) expect((await linkNow(api, link, 'cardaddlink')).status).toBe('CANCELLED')
})

/** Planned payments of this test only, on a card of its own. */
async function plan(api: APIRequestContext, reference: string, count: number): Promise<void> {
  const { id: card, customer, payment_profile } = await newCard(api)
  const due_at = new Date(Date.now() + 20 * 86_400_000).toISOString()
  for (let number = 0; number < count; number += 1) {
    const data = {
      ...{ payment_profile, customer: customer.id, card, amount: 100 + number, due_at },
      merchant_reference: `${reference}-${number}`,
    }
    const reply = await api.post(`/v1/scheduledtransaction?merchant=${customer.merchant}`, { data })
    expect(reply.ok(), await reply.text()).toBe(true)
  }
}

test('a hundred planned payments are a hundred outcomes', async ({ page, api }) => {
  test.slow()
  const reference = newReference()
  await plan(api, reference, 100)
  await page.goto(`/transactions/scheduled?status[]=CREATED&_search=${reference}&_limit=100`)
  await expect(rows(page)).toHaveCount(100)
  await wholePage(page).check()
  await bar(page).getByRole('button', { name: 'Annuleren' }).click()
  const dialog = page.getByRole('dialog', { name: 'Annuleren' })
  await expect(dialog).toContainText('100 geplande betalingen worden geannuleerd')
  await dialog.getByRole('button', { name: 'Toepassen op 100 rijen' }).click()
  await expect(dialog.getByRole('status')).toContainText('100 van 100 gereed', { timeout: 60_000 })
  await expect(outcomes(page)).toHaveCount(100)
  const query = `merchant=${await merchantCalled(api, 'Bloom')}&_search=${reference}&_search_by=merchant_reference&status=FAILED`
  expect((await (await api.get(`/v1/scheduledtransaction/count?${query}`)).json()).count).toBe(100)
})

test.describe('who may only look', () => {
  test.use({ who: 'cashier' })
  test('is offered no action, and refused by the server for each row', async ({ page, api, request }) => {
    const link = await makeLink(api, { amount: 702 })
    await page.goto('/payment-links')
    expect((await request.post(`/v1/paymentlink/${link.id}/expire`, { data: {} })).status()).toBeGreaterThanOrEqual(403)
    await expect(rows(page).getByRole('checkbox')).toHaveCount(0)
  })
})

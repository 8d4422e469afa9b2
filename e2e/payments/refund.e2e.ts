import { expectNoViolations } from '../support/axe.ts'
import { newCustomer } from '../support/customers.ts'
import { panel, row, untilListed } from '../support/list.ts'
import { openRefundDialog, refundAmount, refundDialog, sendRefund, tab, tabContent } from '../support/panel.ts'
import { merchantCalled, pay, refundsOf, transactionOf } from '../support/payments.ts'
import { expect, test } from '../support/test.ts'

const refundCall = '**/v1/transaction/*/refund'

test.describe('refunding a payment', () => {
  test.use({ who: 'owner' })

  test('defaults to all that can still be refunded, and says so', async ({ page, api }) => {
    const paid = await pay(api, { shop: 'Bloom Nederland', amount: 7550 })
    await page.goto(`/transactions/${paid.id}`)
    await openRefundDialog(page)
    await expect(refundDialog(page)).toContainText('Beschikbaar voor terugbetaling€ 75,50'.replace(' ', ' '))
    await expect(refundAmount(page)).toHaveValue('75,50')
    await expect(refundAmount(page)).toBeFocused()
    await expect(sendRefund(page)).toHaveText(/€\s75,50 terugbetalen/)
  })

  test('is seen everywhere at once: panel, list, refunds and events with the call to the processor', async ({
    page,
    api,
  }) => {
    const paid = await pay(api, { shop: 'Bloom Nederland', amount: 6000 })
    await page.goto(`/transactions/${paid.id}`)
    await openRefundDialog(page)
    await refundAmount(page).fill('25')
    await refundDialog(page).getByLabel('Reden').fill('One of two bouquets had wilted')
    await expect(sendRefund(page)).toHaveText(/€\s25,00 terugbetalen/)
    await sendRefund(page).click()
    await expect(refundDialog(page)).toBeHidden()
    await expect(page.getByText(/€\s25,00 is terugbetaald/)).toBeVisible()

    await expect(panel(page).getByText('Deels terugbetaald')).toBeVisible()
    await expect(panel(page)).toContainText(/Terugbetaald bedrag€\s25,00/)
    await expect(panel(page)).toContainText(/Beschikbaar voor terugbetaling€\s35,00/)
    await tab(page, 'Terugbetalingen').click()
    await expect(tabContent(page)).toContainText('One of two bouquets had wilted')
    await expect(tabContent(page)).toContainText('Verwerkt')
    await tab(page, 'Gebeurtenissen').click()
    const call = tabContent(page).getByRole('listitem').filter({ hasText: 'HTTP 200' }).first()
    await expect(call).toContainText('Terugbetaling')
    await call.locator('summary').first().click()
    await expect(call.getByRole('region', { name: 'Aanvraag' })).toContainText('2500')

    await page.goto('/refunds')
    await expect(row(page, paid.merchant_reference)).toContainText('Verwerkt')
    await expect(row(page, paid.merchant_reference)).toContainText('€ 25,00')
    expect((await transactionOf(api, paid.id)).refunded_amount).toBe(2500)
    const reference = `merchant_reference=${paid.merchant_reference}`
    await page.goto(`/transactions?reversals=PARTIALLY_REFUNDED&${reference}`)
    await expect(row(page, paid.merchant_reference)).toContainText('Deels terugbetaald')
  })

  test('happens once when the button is clicked twice', async ({ page, api }) => {
    const paid = await pay(api, { shop: 'Bloom Nederland', amount: 5000 })
    await page.goto(`/transactions/${paid.id}`)
    await openRefundDialog(page)
    await refundAmount(page).fill('10')
    await sendRefund(page).dblclick()
    await expect(refundDialog(page)).toBeHidden()
    await expect.poll(() => refundsOf(api, paid.id)).toHaveLength(1)
  })

  test('happens once when its reply is lost and it is sent again', async ({ page, api }) => {
    const paid = await pay(api, { shop: 'Bloom Nederland', amount: 5000 })
    await page.goto(`/transactions/${paid.id}`)
    await page.route(refundCall, async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    })
    await openRefundDialog(page)
    await refundAmount(page).fill('12,34')
    await sendRefund(page).click()
    await expect(refundDialog(page).getByRole('alert')).toContainText('Er kwam geen antwoord')
    expect(await refundsOf(api, paid.id)).toHaveLength(1)
    await expect(refundAmount(page)).toHaveAttribute('readonly')
    await page.unroute(refundCall)
    await refundDialog(page).getByRole('button', { name: 'Opnieuw proberen' }).click()
    await expect(refundDialog(page)).toBeHidden()
    const made = await refundsOf(api, paid.id)
    expect(made.map(({ amount }) => amount)).toEqual([1234])
    await expect(panel(page)).toContainText(/Terugbetaald bedrag€\s12,34/)
  })

  test('refuses nothing, no amount, three decimals and too much, in words under the field', async ({ page, api }) => {
    const paid = await pay(api, { shop: 'Bloom Nederland', amount: 2000 })
    await page.goto(`/transactions/${paid.id}`)
    await openRefundDialog(page)
    for (const [typed, said] of [
      ['0', 'Vul een bedrag groter dan nul in'],
      ['', 'Vul een bedrag in'],
      ['1,234', /hoogstens 2 decimalen/],
      ['20,01', /€\s20,00/],
      ['-5', /bedrag/],
    ] as const) {
      await refundAmount(page).fill(typed)
      await refundDialog(page)
        .getByRole('button', { name: /terugbetalen$/i })
        .click()
      await expect(refundAmount(page)).toHaveAccessibleDescription(said)
    }
    expect(await refundsOf(api, paid.id)).toHaveLength(0)
  })

  test('counts with what a colleague refunded meanwhile', async ({ page, api }) => {
    const paid = await pay(api, { shop: 'Bloom Nederland', amount: 2000 })
    await page.goto(`/transactions/${paid.id}`)
    await openRefundDialog(page)
    await refundAmount(page).fill('15')
    await api.post(`/v1/transaction/${paid.id}/refund`, {
      data: { amount: 1000 },
      headers: { 'idempotency-key': paid.id },
    })
    await sendRefund(page).click()
    await expect(refundDialog(page).getByRole('alert')).toContainText(/in totaal nu €\s10,00/)
    await expect(refundAmount(page)).toHaveAccessibleDescription(/€\s10,00/)
    await expect(refundDialog(page)).toContainText(/Beschikbaar voor terugbetaling€\s10,00/)
    expect(await refundsOf(api, paid.id)).toHaveLength(1)
  })

  test('refunds the same part a second time only for somebody who knows of the first', async ({ page, api }) => {
    const paid = await pay(api, { shop: 'Bloom Nederland', amount: 5000 })
    await page.goto(`/transactions/${paid.id}`)
    await openRefundDialog(page)
    await refundAmount(page).fill('10')
    await refundDialog(page).getByLabel('Reden').fill('Kapotte vaas')
    await api.post(`/v1/transaction/${paid.id}/refund`, {
      data: { amount: 1000 },
      headers: { 'idempotency-key': paid.id },
    })
    await sendRefund(page).click()
    await expect(refundDialog(page).getByRole('alert')).toContainText(/in totaal nu €\s10,00/)
    await expect(refundDialog(page)).toContainText(/Beschikbaar voor terugbetaling€\s40,00/)
    await expect(refundAmount(page)).toHaveValue('10,00')
    await expectNoViolations(page)
    expect(await refundsOf(api, paid.id)).toHaveLength(1)
    await refundDialog(page)
      .getByRole('button', { name: /Toch €\s10,00 terugbetalen/ })
      .click()
    await expect(refundDialog(page)).toBeHidden()
    expect((await transactionOf(api, paid.id)).refunded_amount).toBe(2000)
    await tab(page, 'Terugbetalingen').click()
    await expect(tabContent(page)).toContainText('Kapotte vaas')
  })

  test('asks before what was typed is thrown away', async ({ page, api }) => {
    const paid = await pay(api, { shop: 'Bloom Nederland', amount: 2000 })
    await page.goto('/transactions')
    await row(page, paid.merchant_reference).click()
    await openRefundDialog(page)
    await refundAmount(page).fill('15')
    await page.keyboard.press('Escape')
    const question = page.getByRole('dialog', { name: 'Wijzigingen weggooien?' })
    await question.getByRole('button', { name: 'Blijven' }).click()
    await expect(refundAmount(page)).toHaveValue(/15/)
    await page.goBack()
    await question.getByRole('button', { name: 'Weggooien' }).click()
    await expect(page).not.toHaveURL(new RegExp(paid.id))
  })

  test('keeps nothing of one payment in the dialog of the next', async ({ page, api }) => {
    const first = await pay(api, { shop: 'Bloom Nederland', amount: 2000 })
    const second = await pay(api, { shop: 'Bloom Nederland', amount: 3000 })
    await page.goto(`/transactions/${second.id}`)
    await untilListed(page)
    await openRefundDialog(page)
    await refundDialog(page).getByRole('button', { name: 'Annuleren' }).click()
    await row(page, first.merchant_reference).getByText(first.merchant_reference).click()
    await expect(panel(page)).toContainText(first.merchant_reference)
    await openRefundDialog(page)
    await expect(refundAmount(page)).toHaveValue('20,00')
  })
})

test.describe('refunding in another currency', () => {
  test.use({ who: 'provider' })

  test('takes no decimals of yen', async ({ page, api }) => {
    const paid = await pay(api, { shop: 'Kissaten Tōkyō', amount: 5800 })
    await page.goto(`/psp/merchants/${await merchantCalled(api, 'Kissaten Trading')}:/transactions/${paid.id}`)
    await openRefundDialog(page)
    await expect(refundAmount(page)).toHaveValue('5800')
    await refundAmount(page).fill('58,5')
    await sendRefund(page).click()
    await expect(refundAmount(page)).toHaveAccessibleDescription(/zonder decimalen/)
    await refundAmount(page).fill('5800')
    await expect(sendRefund(page)).toHaveText(/JP¥\s5\.800 terugbetalen/)
    await sendRefund(page).click()
    await expect(panel(page)).toContainText(/Beschikbaar voor terugbetalingJP¥\s0/)
    expect((await refundsOf(api, paid.id))[0]?.amount).toBe(5800)
  })

  test('takes three decimals of dinars', async ({ page, api }) => {
    const paid = await pay(api, { shop: 'Dattes & Épices Kuwait', amount: 8750 })
    await page.goto(`/psp/merchants/${await merchantCalled(api, 'Dattes & Épices')}:/transactions/${paid.id}`)
    await openRefundDialog(page)
    await expect(refundAmount(page)).toHaveValue('8,750')
    await refundAmount(page).fill('1,234')
    await expect(sendRefund(page)).toHaveText(/KWD\s1,234 terugbetalen/)
    await sendRefund(page).click()
    await expect(panel(page)).toContainText(/Terugbetaald bedragKWD\s1,234/)
    expect((await refundsOf(api, paid.id))[0]?.amount).toBe(1234)
  })
})

test.describe('adding a refund from the list of refunds', () => {
  test.use({ who: 'owner' })

  test('finds the payment by its reference, and refunds it', async ({ page, api }) => {
    const paid = await pay(api, { shop: 'Bloom Nederland', amount: 1500 })
    await page.goto('/refunds')
    await page.getByRole('button', { name: 'Terugbetaling toevoegen' }).click()
    const search = page.getByRole('dialog', { name: 'Transactie zoeken om terug te betalen' })
    await search.getByRole('searchbox', { name: 'Zoektekst' }).fill(paid.merchant_reference)
    await search.getByRole('button', { name: paid.merchant_reference }).click()
    await expect(refundAmount(page)).toHaveValue('15,00')
    await sendRefund(page).click()
    await expect(row(page, paid.merchant_reference)).toBeVisible()
  })

  test('finds it by the name of its customer', async ({ page, api }) => {
    const { id: customer, name } = await newCustomer(api)
    const paid = await pay(api, { shop: 'Bloom Nederland', amount: 1500, customer })
    await page.goto('/refunds')
    await page.getByRole('button', { name: 'Terugbetaling toevoegen' }).click()
    const search = page.getByRole('dialog', { name: 'Transactie zoeken om terug te betalen' })
    await search.getByRole('combobox', { name: 'Zoeken op' }).selectOption('Klant')
    await search.getByRole('searchbox', { name: 'Zoektekst' }).fill(name.slice(0, 8))
    await expect(search.getByRole('button', { name: paid.merchant_reference })).toBeEnabled()
  })

  test('finds by id, and does not let anything be chosen that cannot be refunded', async ({ page, api }) => {
    const held = await pay(api, { shop: 'Bloom Nederland', amount: 1500, capture: false })
    await page.goto('/refunds')
    await page.getByRole('button', { name: 'Terugbetaling toevoegen' }).click()
    const search = page.getByRole('dialog', { name: 'Transactie zoeken om terug te betalen' })
    await search.getByRole('combobox', { name: 'Zoeken op' }).selectOption('ID')
    await search.getByRole('searchbox', { name: 'Zoektekst' }).fill(held.id.slice(0, 8))
    await expect(search).toContainText('Plak het hele ID')
    await search.getByRole('searchbox', { name: 'Zoektekst' }).fill(held.id)
    await expect(search.getByRole('button', { name: held.merchant_reference })).toBeDisabled()
    await expect(search).toContainText('De status is nu: Geautoriseerd')
  })
})

test.describe('somebody who lacks the role', () => {
  for (const who of ['cashier', 'support'] as const) {
    test.describe(who, () => {
      test.use({ who })

      test('sees no button that would be refused', async ({ page, api }) => {
        const paid = await pay(api, { shop: 'Bloom Nederland', amount: 1500 })
        const view = who === 'support' ? `/psp/merchants/${await merchantCalled(api, 'Bloom')}:` : ''
        await page.goto(`${view}/transactions/${paid.id}`)
        await expect(panel(page)).toContainText(/€\s15,00/)
        await expect(panel(page).getByRole('tab').first()).toBeVisible()
        for (const name of ['Terugbetalen', 'Incasseren', 'Vrijgeven', 'Terugbetaling toevoegen'])
          await expect(page.getByRole('button', { name })).toHaveCount(0)
      })
    })
  }
})

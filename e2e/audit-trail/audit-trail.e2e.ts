import type { APIRequestContext } from '@playwright/test'
import { expectNoViolations } from '../support/axe.ts'
import { panel, row, rows, untilListed } from '../support/list.ts'
import { sizes } from '../support/looks.ts'
import { tab, tabContent } from '../support/panel.ts'
import { merchantCalled, newReference, pay } from '../support/payments.ts'
import { expect, type Page, test } from '../support/test.ts'

/** A payment of this test, whose request, call to the processor and notification are in the trail. */
async function newCalls(api: APIRequestContext) {
  const { id, merchant_reference } = await pay(api, { shop: 'Bloom Nederland', amount: 1_250 })
  let calls: { id: string; type: string }[] = []
  const types = async () => {
    calls = await (await api.get(`/v1/psp/audittrail?transaction=${id}`)).json()
    return calls.map(({ type }) => type)
  }
  // Each is written on its own, the request's after its answer.
  await expect.poll(types).toEqual(expect.arrayContaining(['processor_call', 'request']))
  return {
    transaction: String(id),
    merchant_reference,
    request: calls.find(({ type }) => type === 'request')?.id ?? '',
  }
}

const uprightTablet = { width: 768, height: 1024 }

const open = async (page: Page, address: string) => {
  await page.goto(address)
  await untilListed(page)
}

test.describe('the trail of calls', () => {
  test.use({ who: 'provider' })

  test('shows a request with the calls that it caused below it', async ({ page, api }) => {
    const { transaction } = await newCalls(api)
    // The list reads the payment by itself, to name its filter.
    await open(page, `/psp/audit-trail?transaction=${transaction}&route=POST%20/v1/transaction`)
    for (const name of ['Route', 'Aanmelding', 'Type', 'Antwoordcode', 'Herkomst', 'Datum', 'Boom'])
      await expect(page.getByRole('columnheader', { name })).toBeVisible()
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page)).toContainText('201 Gemaakt')
    const opener = page.getByRole('button', { name: 'Aanroepen door POST /v1/transaction' })
    await expect(opener).toHaveAttribute('aria-expanded', 'false')
    await opener.click()
    await expect(row(page, 'authorize')).toContainText('Aanroep processor')
    await row(page, 'authorize').click()
    await expect(panel(page)).toBeVisible()
    await expect(row(page, 'authorize').getByLabel('Door de aanroep erboven')).toBeVisible()
    await page.keyboard.press('Escape')
    await opener.click()
    await expect(rows(page)).toHaveCount(1)
    for (const size of [...Object.values(sizes), uprightTablet]) {
      await page.setViewportSize(size)
      await expect(rows(page).getByText('201 Gemaakt')).toBeInViewport({ ratio: 1 })
      await opener.click()
      await expect(row(page, 'authorize').getByLabel('Door de aanroep erboven')).toBeVisible()
      await expectNoViolations(page)
      await opener.click()
    }
  })

  test('shows a call as JSON, form and as it is, finds in it, and leads to its payment', async ({ page, api }) => {
    const { transaction, merchant_reference, request } = await newCalls(api)
    await open(page, `/psp/audit-trail/${request}`)
    await expect(panel(page).getByRole('heading', { name: 'POST /v1/transaction' })).toBeVisible()
    await expect(tabContent(page)).toContainText(`merchant_reference: "${merchant_reference}"`)
    await expect(tabContent(page)).toContainText('card_token: "•••"')
    await tabContent(page).getByRole('textbox', { name: 'Zoek in de inhoud' }).fill('card_token')
    await expect(tabContent(page).getByRole('status')).toHaveText('1 gevonden')
    await tabContent(page).getByText('Onbewerkt', { exact: true }).click()
    await expect(tabContent(page).locator('pre')).toContainText('"card_token":"•••"')
    await tabContent(page).getByText('XML', { exact: true }).click()
    await expect(tabContent(page)).toContainText('De inhoud is niet van deze soort')
    await expect(panel(page).getByRole('button', { name: 'Kopieer als curl' })).toBeVisible()
    await tabContent(page).getByText('JSON', { exact: true }).click()
    await expectNoViolations(page)
    await tab(page, 'Antwoord').click()
    await expect(tabContent(page)).toContainText(`id: "${transaction}"`)
    await tab(page, 'Transactie').click()
    await expect(tabContent(page).getByRole('link', { name: merchant_reference })).toBeVisible()
    await tabContent(page).getByRole('link', { name: 'Bekijk het logboek van deze transactie' }).click()
    await expect(page).toHaveURL(new RegExp(`transaction=${transaction}`))
    await untilListed(page)
    await expect(row(page, 'authorize')).toBeVisible()
  })

  test('is filtered by the range of the code, and groups errors', async ({ page, api }) => {
    await api.get('/v1/psp/contradiction?nonsense=1')
    await page.goto('/psp/audit-trail')
    await untilListed(page)
    await page.getByRole('button', { name: 'Filter toevoegen' }).click()
    await page.getByRole('menuitem', { name: 'Antwoordcode', exact: true }).click()
    await page.getByRole('radio', { name: '4xx: geweigerd' }).click()
    await expect(page).toHaveURL(/response_code%3E=400&response_code%3C=499/)
    await untilListed(page)
    await expect(row(page, 'GET /v1/psp/contradiction').first()).toContainText('400 Ongeldig verzoek')
    // The colour comes from the code.
    const colourOf = (text: string) =>
      page
        .getByText(text)
        .first()
        .evaluate((element) => getComputedStyle(element).color)
    const refused = await colourOf('400 Ongeldig verzoek')
    await page.goto('/psp/audit-trail?response_code>=200&response_code<=299')
    await untilListed(page)
    expect(await colourOf('200 OK')).not.toBe(refused)
    await page.getByRole('button', { name: 'Fouten, laatste 24 uur' }).click()
    const dialog = page.getByRole('dialog', { name: 'Fouten van de laatste 24 uur' })
    await expect(dialog.getByRole('link', { name: 'GET /v1/psp/contradiction', exact: true })).toBeVisible()
    await expectNoViolations(page)
  })

  test('goes on by itself while it is live, and waits while somebody reads a call', async ({ page, api }) => {
    const { transaction } = await newCalls(api)
    const read = () => api.get(`/v1/transaction/${transaction}`)
    await read()
    const address = `transaction=${transaction}&route=GET%20/v1/transaction/:id`
    await expect
      .poll(async () => (await (await api.get(`/v1/psp/audittrail?${address}`)).json()).length)
      .toBeGreaterThan(0)
    await page.clock.install()
    await open(page, `/psp/audit-trail?${address}`)
    await page.getByRole('switch', { name: 'Live', exact: true }).press('Space')
    await read()
    // The list reads the payment by itself too, to name its filter, and an item is written a moment after the answer.
    await expect(async () => {
      await page.clock.runFor(5_000)
      await expect(rows(page)).toHaveCount(3, { timeout: 500 })
    }).toPass()
    await rows(page).first().click()
    await expect(page.getByRole('switch', { name: 'Live (pauze)' })).toBeChecked()
  })

  test('is reached from the timeline of a payment', async ({ page, api }) => {
    const { transaction } = await newCalls(api)
    await page.goto(`/psp/transactions/${transaction}?tab=events`)
    await tabContent(page).getByRole('link', { name: 'Bekijk het logboek van deze transactie' }).click()
    await expect(page).toHaveURL(new RegExp(`/psp/audit-trail\\?.*transaction=${transaction}`))
  })
})

test.describe('for a merchant', () => {
  test.use({ who: 'owner' })

  test('the trail has the merchant’s own calls, and of processors’ no bodies', async ({ page, api }) => {
    const { transaction } = await newCalls(api)
    const merchant = await merchantCalled(api, 'Bloom')
    const [call] = await (
      await api.get(`/v1/audittrail?merchant=${merchant}&transaction=${transaction}&type=processor_call`)
    ).json()
    await open(page, `/audit-trail/${call.id}`)
    await expect(page.getByRole('heading', { name: 'Logboek' })).toBeVisible()
    await expect(tabContent(page)).toContainText('ziet alleen je betaaldienst')
    await expectNoViolations(page)
  })

  test('a call that only read is sent again as the viewer, and no other call is', async ({ page }) => {
    await open(page, '/audit-trail')
    // The trail masks what was searched for, and a masked call is not sent again.
    const sought = crypto.randomUUID()
    await page.evaluate((asked) => fetch(asked), `/v1/refund?id=${sought}`)
    await page.request.post(`/v1/tag?of=${sought}`, { data: {} })
    const idOf = async (route: string): Promise<string | undefined> => {
      const calls = await (await page.request.get('/v1/audittrail', { params: { route } })).json()
      return calls.find(({ url }: { url: string }) => url.includes(sought))?.id
    }
    for (const route of ['GET /v1/refund', 'POST /v1/tag']) await expect.poll(() => idOf(route)).toBeTruthy()
    await open(page, `/audit-trail/${await idOf('GET /v1/refund')}`)
    await panel(page).getByRole('button', { name: 'Stuur opnieuw' }).click()
    const dialog = page.getByRole('dialog', { name: 'Opnieuw gestuurd' })
    await expect(dialog).toContainText('200 OK')
    await expect(dialog.getByRole('region', { name: 'Inhoud' })).toBeVisible()
    await expectNoViolations(page)
    await page.goto(`/audit-trail/${await idOf('POST /v1/tag')}`)
    await expect(panel(page).getByRole('button', { name: 'Kopieer als curl' })).toBeVisible()
    await expect(panel(page).getByRole('button', { name: 'Stuur opnieuw' })).toHaveCount(0)
  })

  test('of a part of it the trail stays closed', async ({ page }) => {
    await page.goto(`/psp/audit-trail?transaction=${newReference()}`)
    await expect(page).not.toHaveURL(/audit-trail/)
  })
})

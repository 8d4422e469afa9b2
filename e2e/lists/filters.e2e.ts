import { newCustomer } from '../support/customers.ts'
import {
  addChoices,
  addFilter,
  cellsOf,
  filterBar,
  removeFilter,
  row,
  rows,
  total,
  untilListed,
} from '../support/list.ts'
import { countOf, merchantCalled, newReference, pay, untilYesterday } from '../support/payments.ts'
import { expect, test } from '../support/test.ts'

test.use({ who: 'owner' })

const apiQuery = (url: string) => new URL(url).search.slice(1)

test.describe('a filter', () => {
  for (const { name, choices, address } of [
    { name: 'Status', choices: ['Geweigerd', 'Mislukt'], address: 'status[]=DECLINED&status[]=FAILED' },
    { name: 'Betaalmethode', choices: ['iDEAL'], address: 'payment_product[]=ideal' },
    { name: 'Land', choices: ['België', 'Duitsland'], address: 'country_code[]=BE&country_code[]=DE' },
    { name: 'Valuta', choices: ['GBP'], address: 'currency_code[]=GBP' },
    { name: 'Labels', choices: ['VIP'], address: /(^|&)tags\[\]=[0-9a-f-]{36}(&|$)/ },
    { name: 'Processor', choices: ['Bloom Cards'], address: /(^|&)processor\[\]=[0-9a-f-]{36}(&|$)/ },
    { name: 'Betaalprofiel', choices: ['Bloom België'], address: /(^|&)payment_profile\[\]=[0-9a-f-]{36}(&|$)/ },
    { name: 'Kaartmerk', choices: ['Visa'], address: 'card_brand[]=visa' },
  ]) {
    test(`by ${name.toLowerCase()} is in the address and on its chip, and counts what it shows`, async ({
      page,
      api,
    }) => {
      const unchanging = `/transactions?${untilYesterday()}`
      await page.goto(unchanging)
      await addChoices(page, name, choices)
      await expect.poll(() => decodeURIComponent(apiQuery(page.url()))).toMatch(address)
      await untilListed(page)
      await expect(filterBar(page)).toContainText(choices[0] ?? '')
      const bloom = await merchantCalled(api, 'Bloom')
      const counted = await countOf(api, 'transaction', `${apiQuery(page.url())}&merchant=${bloom}`)
      expect(counted).toBeGreaterThan(0)
      await expect.poll(() => total(page)).toBe(counted)
      await removeFilter(page, name)
      await expect.poll(() => apiQuery(page.url())).toBe(apiQuery(new URL(unchanging, page.url()).href))
    })
  }

  test('by amount asks for the currency as well, and its bounds count', async ({ page }) => {
    await page.goto('/transactions')
    const editor = await addFilter(page, 'Bedrag')
    await editor.getByLabel('Vanaf').fill('20,00')
    await editor.getByLabel('Tot en met').fill('10')
    await editor.getByRole('button', { name: 'Toepassen' }).click()
    await expect(editor.getByLabel('Tot en met')).toHaveAccessibleDescription(
      'Het eerste bedrag is groter dan het tweede',
    )
    await editor.getByLabel('Tot en met').fill('50,5')
    await editor.getByRole('button', { name: 'Toepassen' }).click()
    await expect
      .poll(() => decodeURIComponent(apiQuery(page.url())))
      .toBe('amount>=2000&amount<=5050&currency_code[]=EUR')
    await untilListed(page)
    await expect(filterBar(page)).toContainText('€ 20,00 – € 50,50')
    const amounts = async () => (await cellsOf(page, 3)).map((text) => Number(text.replace(/[^\d]/g, '')))
    await expect.poll(async () => Math.min(...(await amounts()))).toBeGreaterThanOrEqual(2000)
    expect(Math.max(...(await amounts()))).toBeLessThanOrEqual(5050)
  })

  test('by reference is that reference alone, leading zeros and all', async ({ page, api }) => {
    const reference = `00123-${newReference()}`
    await pay(api, { shop: 'Bloom Nederland', amount: 100, reference })
    await page.goto('/transactions')
    const editor = await addFilter(page, 'Referentie')
    await editor.getByLabel('Waarde').fill(` ${reference} `)
    await editor.getByRole('button', { name: 'Toepassen' }).click()
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page)).toContainText(reference)
  })

  test('by id says that half an id is none', async ({ page }) => {
    await page.goto('/transactions')
    const editor = await addFilter(page, 'ID')
    await editor.getByLabel('Waarde').fill('01a1fd48')
    await editor.getByRole('button', { name: 'Toepassen' }).click()
    await expect(editor.getByLabel('Waarde')).toHaveAccessibleDescription(/Dit is geen geldig ID/)
  })

  test('by customer comes from the customer of a payment', async ({ page, api }) => {
    const { id: customer, name } = await newCustomer(api)
    for (const amount of [400, 500]) await pay(api, { shop: 'Bloom Nederland', amount, customer })
    await page.goto(`/transactions?customer=${customer}`)
    await untilListed(page)
    await expect(filterBar(page)).toContainText(name)
    expect(await cellsOf(page, 6)).toEqual([name, name])
  })

  test('adds to the others, and Clear takes them all away', async ({ page }) => {
    await page.goto('/transactions')
    await addChoices(page, 'Status', ['Geweigerd'])
    await addChoices(page, 'Betaalmethode', ['Kaart'])
    await page.getByRole('searchbox', { name: 'Referentie zoeken' }).fill('BL-')
    await expect(page).toHaveURL(/_search=BL-/)
    expect(decodeURIComponent(apiQuery(page.url()))).toContain('status[]=DECLINED&payment_product[]=card')
    await page.getByRole('button', { name: 'Alles wissen' }).click()
    await expect(page).toHaveURL('/transactions')
    await expect(page.getByRole('searchbox', { name: 'Referentie zoeken' })).toHaveValue('')
    await expect(page.getByRole('button', { name: 'Alles wissen' })).toBeHidden()
  })

  test('asks the server once for the rows, once for their number and once for their totals', async ({ page }) => {
    await page.goto('/transactions')
    await untilListed(page)
    // The totals come last, after the rows and their number.
    await expect(page.getByRole('region', { name: 'Totalen van transacties' })).toContainText('Totaal EUR')
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/v1/transaction')) asked.push(pathname)
    })
    await addChoices(page, 'Status', ['Geweigerd'])
    await expect(row(page, 'Geïncasseerd')).toHaveCount(0)
    const each = ['/v1/transaction', '/v1/transaction/count', '/v1/transaction/totals']
    await expect.poll(() => asked.toSorted()).toEqual(each)
    // A second request would follow the first answer.
    await untilListed(page)
    expect(asked.toSorted()).toEqual(each)
  })
})

import { readFile } from 'node:fs/promises'
import { card, dateFilter, figures, nearCard, numberOf, read, saved, totalOf } from './support/dashboards.ts'
import { notice, searchEverything, title } from './support/frame.ts'
import { total } from './support/list.ts'
import { expect, test } from './support/test.ts'

test.use({ who: 'owner' })

const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
// The range ends yesterday: other tests add payments of today.
const year = `created_at>=${dayAgo(360)}&created_at<=${dayAgo(1)}`

interface Money {
  from: string
  to: string
  currency_code: string
}
interface Converted {
  count: { total: number }
  volume: { total: number }
  conversion: { rates: { currency_code: string; per_euro: string }[] }
}
interface Breakdown extends Money {
  items: { value: string | null; count: number; volume: number }[]
}

test.describe('the statistics of transactions', () => {
  test('say the default period and range in the address, and keep them through reload and back', async ({ page }) => {
    await page.goto('/dashboards/transactions')
    await expect(page).toHaveURL(/\?period=day&created_at%3E=\d{4}-\d\d-\d\d&created_at%3C=\d{4}-\d\d-\d\d$/)
    const before = page.url()
    await page.getByRole('combobox', { name: 'Interval' }).selectOption('Week')
    await expect(page).toHaveURL(/period=week/)
    await page.reload()
    await expect(page.getByRole('combobox', { name: 'Interval' })).toHaveValue('week')
    await page.goBack()
    await expect(page).toHaveURL(before)
    await expect(page.getByRole('combobox', { name: 'Interval' })).toHaveValue('day')
  })

  test('count what the API and the list behind each figure count', async ({ page }) => {
    test.setTimeout(120_000)
    const address = `/dashboards/transactions?period=month&${year}`
    const asked = (path: string) => read<Breakdown>(page, `/v1/transaction/aggregate/${path}?${year}`)
    const cards = [
      ['Transacties per betaalmethode', await asked('payment-product')],
      ['Uitkomst van transacties', await asked('status')],
      ['Volume per land', await asked('country')],
      ['Transacties per besturingssysteem', await asked('platform')],
      ['Transacties per browser', await asked('browser')],
    ] as const
    for (const [name, { items }] of cards) {
      await page.goto(address)
      const rows = await figures(page, name)
      expect(rows.map(([, count]) => numberOf(count))).toEqual(items.map(({ count }) => count))
      const [first] = rows
      await card(page, name)
        .getByRole('link', { name: first?.[0] ?? '', exact: true })
        .first()
        .click()
      await expect(title(page)).toHaveText('Transacties')
      await expect.poll(() => total(page), name).toBe(items[0]?.count)
    }
  })

  test('lead from a total to its list, and from a mark of a chart as well', async ({ page }) => {
    await page.goto(`/dashboards/transactions?period=month&${year}`)
    const { count } = await read<{ count: { total: number } }>(
      page,
      `/v1/transaction/aggregate/total?period=month&${year}`,
    )
    const linked = totalOf(page, 'Transacties: volume en aantal', 'Transacties')
    await expect(linked).toHaveText(count.total.toLocaleString('nl'))
    await linked.click()
    await expect.poll(() => total(page)).toBe(count.total)

    await page.goBack()
    const bar = card(page, 'Transacties per betaalmethode').getByRole('link').first()
    const said = (await bar.getAttribute('aria-label')) ?? ''
    await bar.focus()
    await page.keyboard.press('Enter')
    await expect(title(page)).toHaveText('Transacties')
    await expect.poll(() => total(page)).toBe(numberOf(said.split(': ')[1]?.split(',')[0] ?? ''))
  })

  test('open the list of a country from the map, by the keyboard', async ({ page }) => {
    await page.goto(`/dashboards/transactions?period=month&${year}`)
    const map = card(page, 'Volume per land').getByRole('group', { name: 'Volume per land' })
    // The map is only loaded when it is scrolled near the window.
    await card(page, 'Volume per land').scrollIntoViewIfNeeded()
    const country = map.getByRole('link').first()
    await expect(country).toBeVisible()
    // Most of the trade is in a few countries, so the map is near these, and goes back to the world when asked.
    await page.getByRole('button', { name: 'Hele wereld tonen' }).click()
    await page.getByRole('button', { name: 'Inzoomen op de landen met de meeste omzet' }).click()
    await country.focus()
    await page.keyboard.press('ArrowRight')
    const second = map.getByRole('link').nth(1)
    await expect(second).toBeFocused()
    const said = (await second.getAttribute('aria-label')) ?? ''
    await page.keyboard.press('Enter')
    await expect.poll(() => total(page)).toBe(numberOf(said.split(', ').at(-1) ?? ''))
  })

  test('are of one currency at a time, which is said', async ({ page }) => {
    await page.goto(`/dashboards/transactions?period=month&${year}`)
    await expect(page.getByText(/^Alleen EUR\. .*GBP \(\d+\)/)).toBeVisible()
    const pounds = `/v1/transaction/aggregate/total?period=month&currency_code=GBP&${year}`
    const { count } = await read<{ count: { total: number } }>(page, pounds)
    await page.getByRole('combobox', { name: 'Valuta' }).selectOption('GBP')
    await expect(page).toHaveURL(/currency_code=GBP/)
    const linked = totalOf(page, 'Transacties: volume en aantal', 'Transacties')
    await expect(linked).toHaveText(count.total.toLocaleString('nl'))
    await linked.click()
    await expect.poll(() => total(page)).toBe(count.total)
  })

  test('are of all currencies in the base currency, with the rates and their day said', async ({ page }) => {
    await page.goto(`/dashboards/transactions?period=month&${year}`)
    await page.getByRole('combobox', { name: 'Valuta' }).selectOption('Alle valuta, in EUR')
    await expect(page).toHaveURL(/in_base_currency=true/)
    const { count, volume, conversion } = await read<Converted>(
      page,
      `/v1/transaction/aggregate/total?period=month&in_base_currency=true&${year}`,
    )
    const [rate] = conversion.rates
    expect(rate?.currency_code).toBe('GBP')
    await expect(
      page.getByText(/^Bedragen met ≈ zijn omgerekend naar EUR met wisselkoersen van \d+ \w+ 20\d\d\./),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Koersen bekijken' }).click()
    const row = page.getByRole('table', { name: 'Gebruikte wisselkoersen' }).getByRole('row', { name: /^GBP/ })
    await expect(row).toContainText(rate?.per_euro.replace('.', ',') ?? '')
    // The key is heard once the focus is in what was opened.
    await expect(async () => {
      await page.keyboard.press('Escape')
      await expect(row).toBeHidden({ timeout: 500 })
    }).toPass()
    const shown = (await totalOf(page, 'Transacties: volume en aantal', 'Volume').textContent()) ?? ''
    expect([shown.startsWith('≈'), numberOf(shown)]).toEqual([true, volume.total / 100])
    await totalOf(page, 'Transacties: volume en aantal', 'Transacties').click()
    await expect.poll(() => total(page)).toBe(count.total)
  })

  test('follow a preset, in periods that can be read', async ({ page }) => {
    await page.goto('/dashboards/transactions')
    for (const [preset, period] of [
      ['Laatste 365 dagen', 'day'],
      ['Vorig kwartaal', 'day'],
      ['Laatste uur', 'hour'],
      ['Laatste 7 dagen', 'hour'],
    ]) {
      await (await dateFilter(page)).getByRole('button', { name: preset, exact: true }).click()
      await expect(page).toHaveURL(new RegExp(`period=${period}`))
      const query = new URL(page.url()).search.slice(1)
      const shown = card(page, 'Transacties: volume en aantal')
        .getByRole('region', { name: 'Transacties', exact: true })
        .getByRole('definition')
        .nth(1)
      // Other tests add payments meanwhile, so both figures are read again on a difference.
      await expect(async () => {
        const { count } = await read<{ count: { total: number } }>(page, `/v1/transaction/aggregate/total?${query}`)
        try {
          await expect(shown).toContainText(count.total.toLocaleString('nl'))
        } catch (wrong) {
          await page.reload()
          throw wrong
        }
      }).toPass()
    }
    await expect((await dateFilter(page)).getByRole('button', { name: 'Altijd' })).toHaveCount(0)
  })

  test('hand over their figures as CSV and their picture as SVG and PNG', async ({ page }) => {
    await page.goto(`/dashboards/transactions?period=month&${year}`)
    const { items } = await read<Breakdown>(page, `/v1/transaction/aggregate/status?${year}`)
    const csv = await readFile(await saved(page, 'Uitkomst van transacties', 'Cijfers (CSV)'), 'utf8')
    const amount = ((items[0]?.volume ?? 0) / 100).toFixed(2)
    expect(csv.split('\r\n')[1]).toBe(`${items[0]?.value},${items[0]?.count},${amount}`)
    expect(csv.trimEnd().split('\r\n')).toHaveLength(items.length + 1)
    const svg = await readFile(await saved(page, 'Uitkomst van transacties', 'Afbeelding (SVG)'), 'utf8')
    expect(svg).toContain('Uitkomst van transacties')
    expect(svg).toContain(`: ${items[0]?.count.toLocaleString('nl')}`)
    expect(svg).not.toContain('var(--')
    const png = await readFile(await saved(page, 'Transacties per weekdag', 'Afbeelding (PNG)'))
    expect(png.subarray(1, 4).toString()).toBe('PNG')
  })
})

test.describe('the statistics of refunds', () => {
  test('lead from a payment method and from the highest refund to what they count', async ({ page }) => {
    await page.goto(`/dashboards/refunds?period=month&${year}`)
    const { items } = await read<Breakdown>(page, `/v1/refund/aggregate/payment-product?${year}`)
    const rows = await figures(page, 'Terugbetalingen per betaalmethode')
    expect(rows.map(([, count]) => numberOf(count))).toEqual(items.map(({ count }) => count))
    await card(page, 'Terugbetalingen per betaalmethode')
      .getByRole('link', { name: rows[0]?.[0] ?? '', exact: true })
      .click()
    await expect.poll(() => total(page)).toBe(items[0]?.count)
    await page.goBack()
    const [highest] = (
      await read<{ items: { transaction: { merchant_reference: string } }[] }>(page, `/v1/refund/highest?${year}`)
    ).items
    const reference = highest?.transaction.merchant_reference ?? ''
    await (await nearCard(page, 'Hoogste terugbetalingen'))
      .getByRole('link', { name: reference, exact: true })
      .first()
      .click()
    await expect(page.getByRole('complementary')).toContainText(reference)
  })
})

test.describe('the statistics of customers', () => {
  test('lead from a status, a segment and a best customer to who they count', async ({ page }) => {
    const address = `/dashboards/customers?period=month&${year}`
    await page.goto(address)
    const statuses = await figures(page, 'Nieuwe klanten per status')
    await card(page, 'Nieuwe klanten per status')
      .getByRole('link', { name: statuses[0]?.[0] ?? '', exact: true })
      .click()
    await expect.poll(() => total(page)).toBe(numberOf(statuses[0]?.[1] ?? ''))

    await page.goto(address)
    const [segment, count] = (await figures(page, 'Klanten per segment')).find(([, each]) => numberOf(each) > 0) ?? []
    await card(page, 'Klanten per segment')
      .getByRole('link', { name: segment ?? '', exact: true })
      .click()
    await expect.poll(() => total(page)).toBe(numberOf(count ?? ''))

    await page.goto(address)
    await page.getByText('Op volume', { exact: true }).click()
    await expect(page).toHaveURL(/output=volume/)
    const [best] = (
      await read<{ items: { customer: { name: string }; count: number }[] }>(
        page,
        `/v1/customer/best?output=volume&${year}`,
      )
    ).items
    const first = (await nearCard(page, 'Beste klanten')).getByRole('row').nth(1)
    await expect(first).toContainText(best?.customer.name ?? '')
    await first.getByRole('link', { name: String(best?.count), exact: true }).click()
    await expect.poll(() => total(page)).toBe(best?.count)
    await page.goBack()
    await nearCard(page, 'Beste klanten')
    await first.getByRole('link', { name: /bekijken$/ }).click()
    await expect.poll(() => total(page)).toBe(1)
  })

  test('explain each segment, with its customers, their share and a tip', async ({ page }) => {
    await page.goto('/customers/rfm')
    await expect(page.getByRole('row')).toHaveCount(12)
    await expect(page.getByRole('row', { name: /^Kampioenen/ })).toContainText('Beloon hen.')
    const segment = page
      .getByRole('row')
      .filter({ has: page.getByRole('link') })
      .first()
    await expect(segment).toContainText('€')
    await expect(segment).toContainText('%')
    const customers = segment.getByRole('link')
    const count = numberOf((await customers.textContent()) ?? '')
    await customers.click()
    await expect(title(page)).toHaveText('Klanten')
    await expect.poll(() => total(page)).toBe(count)
  })
})

test.describe('the statistics of processors', () => {
  test('lead from a card to the payments that it adds up', async ({ page }) => {
    await page.goto('/dashboards/processor-statistics')
    const first = page.getByRole('listitem').filter({ hasText: 'Meer bekijken' }).first()
    const count = numberOf((await first.getByText(/transacties?$/).textContent()) ?? '')
    await first.getByRole('link', { name: /^Meer bekijken/ }).click()
    await expect(title(page)).toHaveText('Transacties')
    if (count > 0) await expect.poll(() => total(page)).toBe(count)
    else await expect(page.getByText('Niets gevonden')).toBeVisible()
  })

  test('are compared by two or three, which the address says and Clear forgets', async ({ page }) => {
    await page.goto('/insights/dashboards/processor-compare')
    const boxes = page.getByRole('checkbox')
    const compare = page.getByRole('button', { name: 'Vergelijken' })
    const names: string[] = []
    const tick = async (at: number) => {
      await boxes.nth(at).check()
      names.push(await boxes.nth(at).evaluate((box: HTMLInputElement) => box.labels?.[0]?.textContent ?? ''))
    }
    await tick(2)
    await expect(compare).toBeDisabled()
    await tick(0)
    await expect(compare).toBeEnabled()
    await tick(1)
    await expect(boxes.nth(3)).toBeDisabled()
    await expect(page.getByRole('row')).toHaveCount(0)
    await compare.click()
    await expect(page).toHaveURL(/ids=[^&]+,[^&]+,[^&]+$/)
    await page.goto(
      page.url().replace(/ids=.*/, (ids) =>
        ids
          .slice(4)
          .split(',')
          .map((id) => `ids[]=${id}`)
          .join('&'),
      ),
    )
    // The columns stand in the order in which they were ticked.
    for (const [at, name] of names.entries())
      await expect(page.getByRole('columnheader').nth(at + 1)).toContainText(name)
    const all = page.getByRole('row', { name: /^Alle transacties/ }).getByRole('link')
    const count = numberOf((await all.first().textContent()) ?? '')
    await all.first().click()
    await expect.poll(() => total(page)).toBe(count)
    await page.goBack()
    // Nothing leads to an empty list.
    await expect(page.getByRole('table').getByRole('link', { name: '0', exact: true })).toHaveCount(0)
    await page.getByRole('button', { name: 'Wissen' }).click()
    await expect(page).toHaveURL(/processor-compare$/)
    await expect(page.getByRole('row')).toHaveCount(0)
  })
})

test.describe('the provider’s statistics over all merchants', () => {
  test.use({ who: 'provider' })

  test('open from the list of transactions and from the search, though the navigation has no entry', async ({
    page,
  }) => {
    await page.goto('/psp/transactions')
    await page.getByRole('button', { name: 'Statistieken' }).click()
    await page.getByRole('menuitem', { name: 'Transactiestatistieken' }).click()
    await expect(title(page)).toHaveText('Transactiestatistieken')
    await page.goto(`/dashboards/transactions?period=month&in_base_currency=true&${year}`)
    const { count } = await read<Converted>(
      page,
      `/v1/transaction/aggregate/total?period=month&in_base_currency=true&${year}`,
    )
    await totalOf(page, 'Transacties: volume en aantal', 'Transacties').click()
    await expect(page).toHaveURL(/\/psp\/transactions\?/)
    await expect.poll(() => total(page)).toBe(count.total)
    const palette = await searchEverything(page, 'Processorstat')
    await palette.getByText('Processorstatistieken', { exact: true }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Meer bekijken' }).first()).toBeVisible()
    // The text appears whether or not these 24 hours had amounts to convert.
    await expect(page.getByText(/omgerekend/)).toBeVisible()
  })
})

test.describe('somebody without a role of statistics', () => {
  test.use({ who: 'cashier' })

  test('is sent to the root, with a notice that names the role', async ({ page }) => {
    await page.goto('/dashboards/transactions')
    await expect(page).toHaveURL('/')
    await expect(notice(page)).toContainText('Bekijkt statistieken van transacties')
  })
})

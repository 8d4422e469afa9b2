import type { APIRequestContext } from '@playwright/test'
import { found } from '../support/axe.ts'
import { unfold } from '../support/frame.ts'
import { panel, row, rows, untilListed } from '../support/list.ts'
import { merchantCalled, newReference, pay } from '../support/payments.ts'
import { expect, type Page, test } from '../support/test.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const action = (page: Page, name: string) => panel(page).getByRole('button', { name, exact: true })

interface Made {
  id: string
  text: string
}

/** A tag that only this test uses, of the owner's merchant. */
async function newTag(api: APIRequestContext, given: object = {}): Promise<Made> {
  const organisation = await merchantCalled(api, 'Bloom')
  const reply = await api.post('/v1/tag', { data: { text: newReference(), color: '#0f766e', organisation, ...given } })
  expect(reply.ok(), await reply.text()).toBe(true)
  return reply.json()
}

async function newPayment(api: APIRequestContext, tag: Made): Promise<string> {
  const { id, merchant_reference } = await pay(api, { shop: 'Bloom Nederland', amount: 1_250 })
  const reply = await api.post(`/v1/transaction/${id}/tag`, { data: { tag: tag.id } })
  expect(reply.ok(), await reply.text()).toBe(true)
  return merchant_reference
}

const search = (text: string) => `/tags?_search_by=text&_search=${encodeURIComponent(text)}`

test.describe('tags', () => {
  test.use({ who: 'owner' })

  test('are made with a text, a colour of the palette and its contrast', async ({ page }) => {
    const text = newReference()
    await page.goto(search(text))
    await page.getByRole('button', { name: 'Label maken' }).click()
    await dialog(page).getByRole('button', { name: 'Label maken' }).click()
    await expect(dialog(page).getByText('Vul dit in')).toBeVisible()
    await dialog(page).getByRole('textbox', { name: 'Label' }).fill(text)
    await dialog(page).getByRole('button', { name: 'Paars' }).click()
    await expect(dialog(page).getByRole('textbox', { name: 'Kleur', exact: true })).toHaveValue('#a21caf')
    await dialog(page).getByRole('textbox', { name: 'Kleur', exact: true }).fill('#ffff00')
    await expect(dialog(page).getByText('Contrast 19,6 : 1')).toBeVisible()
    await dialog(page).getByRole('textbox', { name: 'Kleur', exact: true }).fill('yellow')
    await dialog(page).getByRole('button', { name: 'Label maken' }).click()
    await expect(dialog(page).getByText('Vul een kleur in zoals #1f4fd8')).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Blauw', exact: true }).click()
    await dialog(page).getByRole('textbox', { name: 'Omschrijving' }).fill('Bellen voor levering')
    expect(await found(page)).toEqual([])
    await dialog(page).getByRole('button', { name: 'Label maken' }).click()
    await expect(page.getByText('Het label is gemaakt')).toBeVisible()
    await expect(panel(page).getByRole('heading', { name: text, level: 3 })).toBeVisible()
    await expect(panel(page)).toContainText('Bellen voor levering')
    await expect(row(page, text)).toContainText('Bloom')
  })

  test('are changed, and lead to their transactions of the last 28 days', async ({ page, api }) => {
    const tag = await newTag(api)
    const reference = await newPayment(api, tag)
    const text = newReference()
    await page.goto(`/tags/${tag.id}?_search_by=text&_search=${tag.text}`)
    await action(page, 'Wijzigen').click()
    await dialog(page).getByRole('textbox', { name: 'Label' }).fill(text)
    await dialog(page).getByRole('button', { name: 'Opslaan' }).click()
    await expect(panel(page).getByRole('heading', { name: text, level: 3 })).toBeVisible()
    await page.goto(search(text))
    await row(page, text).getByRole('link', { name: '1', exact: true }).click()
    await untilListed(page)
    await expect(page).toHaveURL(/\/transactionsTagged\?/)
    await expect(rows(page)).toHaveCount(1)
    await expect(row(page, reference)).toContainText(text)
  })

  test('are merged into another, which gets the payments', async ({ page, api }) => {
    const [from, into] = [await newTag(api), await newTag(api)]
    await newPayment(api, from)
    await newPayment(api, from)
    await page.goto(`/tags/${from.id}`)
    await action(page, 'Samenvoegen met…').click()
    await expect(dialog(page)).toContainText('2 transacties met dit label krijgen het andere')
    await dialog(page).getByRole('textbox', { name: 'Label zoeken' }).fill(from.text)
    await expect(dialog(page)).toContainText('Er zijn geen labels met deze tekst')
    await dialog(page).getByRole('button', { name: 'Labels samenvoegen' }).click()
    await expect(dialog(page).getByText('Vul dit in')).toBeVisible()
    await dialog(page).getByRole('textbox', { name: 'Label zoeken' }).fill(into.text)
    await dialog(page).getByRole('radio', { name: into.text }).check()
    await dialog(page).getByRole('button', { name: 'Labels samenvoegen' }).click()
    await expect(panel(page).getByRole('heading', { name: into.text, level: 3 })).toBeVisible()
    await expect(panel(page).getByRole('link', { name: '2', exact: true })).toBeVisible()
    await page.goto(search(from.text))
    await expect(page.getByRole('main')).toContainText('Niets gevonden')
    expect((await api.get(`/v1/tag/${from.id}`)).status()).toBe(404)
  })

  test('are deleted by the keyboard alone, after the number of payments was said', async ({ page, api }) => {
    const tag = await newTag(api)
    await newPayment(api, tag)
    await page.goto(search(tag.text))
    await untilListed(page)
    await row(page, tag.text).focus()
    await page.keyboard.press('Enter')
    await action(page, 'Verwijderen').focus()
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toContainText('1 transactie heeft dit label en raakt het kwijt')
    await dialog(page).getByRole('button', { name: 'Verwijderen' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByText(`${tag.text} is verwijderd`)).toBeVisible()
    await expect(panel(page)).toHaveCount(0)
    expect((await api.get(`/v1/tag/${tag.id}`)).status()).toBe(404)
  })

  test('are merged and deleted several at once', async ({ page, api }) => {
    const text = newReference()
    const into = await newTag(api)
    for (const end of ['a', 'b', 'c']) await newTag(api, { text: `${text}-${end}` })
    const bar = page.getByRole('region', { name: 'Acties op de selectie' })
    await page.goto(search(text))
    await expect(rows(page)).toHaveCount(3)
    await row(page, `${text}-a`).getByRole('checkbox').check()
    await row(page, `${text}-b`).getByRole('checkbox').check()
    await bar.getByRole('button', { name: 'Samenvoegen met…' }).click()
    await dialog(page).getByRole('textbox', { name: 'Label zoeken' }).fill(into.text)
    await dialog(page).getByRole('radio', { name: into.text }).check()
    await dialog(page).getByRole('button', { name: 'Toepassen op 2 rijen' }).click()
    await expect(dialog(page)).toContainText('2 van 2')
    await dialog(page).getByRole('button', { name: 'Sluiten' }).last().click()
    await expect(rows(page)).toHaveCount(1)
    await row(page, `${text}-c`).getByRole('checkbox').check()
    await bar.getByRole('button', { name: 'Verwijderen' }).click()
    await dialog(page)
      .getByRole('button', { name: /^Toepassen op 1/ })
      .click()
    await expect(dialog(page)).toContainText('1 van 1')
  })
})

test.describe('tags without the role to change them', () => {
  test.use({ who: 'support' })

  test('are looked at by the provider’s staff, of all merchants', async ({ page, api }) => {
    const tag = await newTag(api)
    await page.goto(`/psp/tags/${tag.id}?_search_by=text&_search=${tag.text}`)
    await expect(panel(page).getByRole('heading', { name: tag.text, level: 3 })).toBeVisible()
    await expect(row(page, tag.text)).toContainText('Bloom')
    await expect(page.getByRole('button', { name: 'Label maken' })).toHaveCount(0)
    for (const name of ['Wijzigen', 'Samenvoegen met…', 'Verwijderen']) await expect(action(page, name)).toHaveCount(0)
  })
})

test.describe('the tags of all merchants', () => {
  test.use({ who: 'provider' })

  test('are made for the organisation that is chosen', async ({ page }) => {
    const text = newReference()
    await page.goto(`/psp/tags?_search_by=text&_search=${text}`)
    await page.getByRole('button', { name: 'Label maken' }).click()
    await dialog(page).getByRole('textbox', { name: 'Label' }).fill(text)
    await dialog(page).getByRole('button', { name: 'Label maken' }).click()
    await expect(dialog(page)).toContainText('Kies een organisatie')
    await dialog(page).getByRole('combobox', { name: 'Organisatie' }).fill('Bloom')
    await page.getByRole('option', { name: 'Bloom', exact: true }).click()
    await dialog(page).getByRole('button', { name: 'Label maken' }).click()
    await expect(panel(page).getByRole('heading', { name: text, level: 3 })).toBeVisible()
    await expect(row(page, text)).toContainText('Bloom')
  })
})

test.describe('the tags of a merchant', () => {
  test.use({ who: 'cashier' })

  test('are not for who has no role for them', async ({ page }) => {
    await page.goto('/transactions')
    await expect(page.getByRole('link', { name: 'Alle transacties', exact: true })).toBeVisible()
    await unfold(page)
    await expect(page.getByRole('link', { name: 'Labels', exact: true })).toHaveCount(0)
    await page.goto('/tags')
    await expect(page.getByText(/Labels/).first()).toBeVisible()
    await expect(page).not.toHaveURL(/tags/)
  })
})

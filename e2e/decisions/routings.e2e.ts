import type { APIRequestContext } from '@playwright/test'
import { expectNoViolations } from '../support/axe.ts'
import { title } from '../support/frame.ts'
import { panel } from '../support/list.ts'

import { type NewMerchant, newMerchant } from '../support/making/new-merchant.ts'
import { newPerson } from '../support/making/new-person.ts'
import { newProcessor } from '../support/making/new-processor.ts'

import { tab, tabContent } from '../support/panel.ts'
import { body, pay, shopCalled } from '../support/payments.ts'
import { enter } from '../support/signing-in.ts'
import { expect, type Page, test } from '../support/test.ts'

const places = (page: Page) => page.getByRole('treeitem')
const save = (page: Page) => page.getByRole('button', { name: 'Opslaan', exact: true })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

interface Made extends NewMerchant {
  /** The ids of its processors: that of its shop, and two more. */
  first: string
  second: string
  third: string
}

/** A merchant with three processors for cards; its shop has the first. */
async function withProcessors(api: APIRequestContext): Promise<Made> {
  const merchant = await newMerchant(api)
  const second = await newProcessor(api, merchant.id, 'Tweede', 'card')
  const third = await newProcessor(api, merchant.id, 'Derde', 'card')
  const { processors } = await body<{ processors: [string] }>(
    await api.get(`/v1/paymentprofile/${(await shopCalled(api, merchant.shop)).id}`),
  )
  return { ...merchant, first: processors[0], second: second.id, third: third.id }
}

const overAmount = (value: number, then: unknown, other: unknown) => ({
  if: [{ name: 'amount', operator: '>', value }],
  then,
  else: other,
})

async function newRouting(api: APIRequestContext, { id }: NewMerchant, name: string, details: object) {
  const data = { name, organisation: id, payment_product: 'card', currency_code: 'EUR', details }
  return body<{ id: string; version: number }>(await api.post(`/v1/routing?merchant=${id}`, { data }))
}

test('a tree of three branches is built, taken back and made again by the keyboard alone (check 21)', async ({
  page,
  api,
}) => {
  const merchant = await withProcessors(api)
  await enter(page, merchant.owner)
  await page.goto('/intelligent-routing')
  await expect(page.getByText('Nog geen routes')).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('link', { name: 'Route maken' }).focus()
  await page.keyboard.press('Enter')
  await expect(title(page)).toHaveText('Een route maken')
  await expect(page.getByText('Kies eerst een betaalmethode')).toBeVisible()
  await page.getByRole('textbox', { name: 'Naam' }).focus()
  await page.keyboard.type('Overal')
  await page.getByRole('combobox', { name: 'Betaalmethode' }).focus()
  await page.keyboard.type('Kaart')

  // The top starts empty; its first condition is amount !=.
  await places(page).first().focus()
  await page.keyboard.press('Enter')
  const condition = page.getByRole('combobox', { name: 'Voorwaarde' })
  await expect(condition).toBeFocused()
  await expect(condition).toHaveValue('amount')
  await expect(page.getByRole('combobox', { name: 'Vergelijking' })).toHaveValue('!=')
  await page.keyboard.press('Tab')
  await page.keyboard.type('is meer')
  await page.keyboard.press('Tab')
  await page.keyboard.type('100')
  await page.keyboard.press('Enter')
  await expect(places(page).first()).toHaveAccessibleName(/^als het bedrag meer dan €\s100,00 is$/)
  await expect(places(page).first()).toBeFocused()

  const choose = async (name: string) => {
    await page.keyboard.press('p')
    await page.keyboard.type(name)
    await expect(page.getByRole('option', { name })).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('option', { name })).toBeHidden()
  }
  const branch = async (brand: string) => {
    await page.keyboard.press('b')
    await page.keyboard.type('Kaartmerk')
    await page.keyboard.press('Tab')
    await page.keyboard.type('is (')
    await page.keyboard.press('Tab')
    await page.keyboard.type(brand)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Enter')
  }
  // Then: a branch with two processors. Else: another one.
  await page.keyboard.press('ArrowDown')
  await branch('Visa')
  await page.keyboard.press('ArrowDown')
  await choose('Tweede')
  await page.keyboard.press('ArrowDown')
  await choose('Derde')
  await page.keyboard.press('ArrowDown')
  await branch('Maestro')
  await page.keyboard.press('ArrowDown')
  await choose('Tweede')
  await page.keyboard.press('ArrowDown')
  await choose('Derde')
  await expect(places(page)).toHaveCount(7)
  const names = () => places(page).evaluateAll((all) => all.map((each) => each.ariaLabel?.replaceAll('\u00a0', ' ')))
  // The last choice shows itself after its key.
  const built = [
    'als het bedrag meer dan € 100,00 is',
    'Dan als het kaartmerk Visa is',
    'Dan Tweede',
    'Anders Derde',
    'Anders als het kaartmerk Maestro is',
    'Dan Tweede',
    'Anders Derde',
  ]
  await expect.poll(names).toEqual(built)
  await expectNoViolations(page)

  for (let step = 0; step < 10; step += 1) await page.keyboard.press('Control+z')
  await expect.poll(names).not.toEqual(built)
  for (let step = 0; step < 10; step += 1) await page.keyboard.press('Control+Shift+z')
  await expect.poll(names).toEqual(built)

  // Alt and an arrow exchange the sides, Ctrl+X and Ctrl+V move a part. The keys of the tree need no pointer.
  await places(page).first().focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(places(page).nth(1)).toHaveAccessibleName('Dan als het kaartmerk Maestro is')
  await page.keyboard.press('Control+z')
  await expect.poll(names).toEqual(built)

  // C opens a branch that is done with a further condition, also as a capital. Both are one step.
  await places(page).first().focus()
  for (const key of ['c', 'Shift+C']) {
    await page.keyboard.press(key)
    await expect(page.getByRole('combobox', { name: 'Voorwaarde' })).toHaveCount(2)
    await expect(page.getByRole('combobox', { name: 'Voorwaarde' }).last()).toBeFocused()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+z')
    expect(await names()).toEqual(built)
  }

  // It is kept over a reload. Nothing is said of processors that are not read yet.
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/v1\/processor\?/, async (route) => {
    await isReleased
    await route.continue()
  })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Voorwaarden en processors' })).toBeVisible()
  await expect(page.getByText('niet kunt zien')).toHaveCount(0)
  release()
  await expect(places(page)).toHaveCount(7)
  expect(await names()).toEqual(built)
  await save(page).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Overal is opgeslagen')).toBeVisible()
  await expect(page.getByRole('article', { name: 'Overal' })).toBeVisible()
})

test('done locks, the pencil opens, Undo asks, and a narrow screen needs no sideways scrolling (check 21)', async ({
  page,
  api,
}) => {
  const merchant = await withProcessors(api)
  const tree = overAmount(10_000, merchant.second, overAmount(5_000, merchant.third, merchant.second))
  const { id } = await newRouting(api, merchant, 'Smal', tree)
  await page.setViewportSize({ width: 360, height: 740 })
  await enter(page, merchant.owner)
  await page.goto(`/intelligent-routing/${id}`)
  await expect(places(page)).toHaveCount(5)
  await expect(page.getByRole('combobox', { name: 'Voorwaarde' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Wijzigen – als het bedrag meer dan € 100,00 is', exact: true }).click()
  const value = page.getByRole('textbox', { name: 'Waarde' })
  await expect(value).toHaveValue('100,00')
  await page.getByRole('combobox', { name: 'Vergelijking' }).selectOption('!=')
  await expect(page.getByRole('note')).toHaveText('Ook betalingen in een valuta zonder wisselkoers')
  // Another operator resets the value, and another name the operator.
  await page.getByRole('combobox', { name: 'Vergelijking' }).selectOption('<')
  await expect(value).toHaveValue('')
  await page.getByRole('combobox', { name: 'Voorwaarde' }).selectOption('card_brand')
  await expect(page.getByRole('combobox', { name: 'Vergelijking' })).toHaveValue('')
  await expect(page.getByRole('combobox', { name: 'Vergelijking' }).getByRole('option')).toHaveText([
    'Kies…',
    'is (==)',
    'is niet (!=)',
  ])
  await page.getByRole('button', { name: 'Klaar' }).click()
  await expect(page.getByRole('combobox', { name: 'Vergelijking' })).toHaveAttribute('aria-invalid', 'true')
  const { scrollWidth, scrollHeight, clientHeight } = await page.evaluate(() => {
    const { scrollWidth, scrollHeight, clientHeight } = document.documentElement
    return { scrollWidth, scrollHeight, clientHeight }
  })
  expect(scrollWidth).toBeLessThanOrEqual(360)
  // The page scrolls, and not the window below it.
  expect(scrollHeight).toBe(clientHeight)
  await expectNoViolations(page)

  await page.getByRole('button', { name: 'Ongedaan maken' }).click()
  const asking = dialog(page, 'Wijzigingen ongedaan maken?')
  await expect(asking).toContainText('Weet je zeker dat je de wijzigingen in deze route ongedaan wilt maken?')
  await asking.getByRole('button', { name: 'Ongedaan maken' }).click()
  await expect(places(page).first()).toHaveAccessibleName('als het bedrag meer dan € 100,00 is')

  // Leaving with changes asks.
  await page.getByRole('textbox', { name: 'Naam' }).fill('Smaller')
  await page.getByRole('button', { name: 'Terug', exact: true }).click()
  await dialog(page, 'Wijzigingen weggooien?').getByRole('button', { name: 'Weggooien' }).click()
  await expect(page).toHaveURL(/intelligent-routing$/)
})

test('two editors at once: the second one sees what the first has saved', async ({ page, api }) => {
  const merchant = await withProcessors(api)
  const tree = overAmount(10_000, merchant.second, merchant.third)
  const { id } = await newRouting(api, merchant, 'Samen', tree)
  await enter(page, merchant.owner)
  await page.goto(`/intelligent-routing/${id}`)
  await page.getByRole('textbox', { name: 'Naam' }).fill('Samen 2')
  const other = overAmount(20_000, merchant.second, merchant.third)
  const details = {
    ...other,
    id: (await body<{ details: { id: string } }>(await api.get(`/v1/routing/${id}`))).details.id,
  }
  await body(await api.post(`/v1/routing/${id}`, { data: { version: 1, details } }))
  await save(page).click()
  const meanwhile = page.getByRole('alert').filter({ hasText: 'Iemand anders heeft deze route intussen opgeslagen' })
  await expect(meanwhile).toContainText('versie 2')
  await expect(meanwhile.getByRole('listitem')).toHaveText([
    'Naam: Samen',
    'Andere voorwaarden: als het bedrag meer dan € 200,00 is',
  ])
  await expectNoViolations(page)
  await meanwhile.getByRole('button', { name: 'De mijne houden en overschrijven' }).click()
  await save(page).click()
  await expect(page.getByText('Samen 2 is opgeslagen')).toBeVisible()
  expect(await body(await api.get(`/v1/routing/${id}`))).toMatchObject({ version: 3, name: 'Samen 2', details: tree })
})

test('two editors at once: what was typed before a reload is not saved over what was saved in between', async ({
  page,
  api,
}) => {
  const merchant = await withProcessors(api)
  const { id } = await newRouting(api, merchant, 'Samen', overAmount(10_000, merchant.second, merchant.third))
  await enter(page, merchant.owner)
  await page.goto(`/intelligent-routing/${id}`)
  await page.getByRole('textbox', { name: 'Naam' }).fill('Van mij')
  await body(await api.post(`/v1/routing/${id}`, { data: { version: 1, name: 'Van hen' } }))
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Naam' })).toHaveValue('Van mij')
  await save(page).click()
  await expect(page.getByRole('alert').getByRole('listitem')).toHaveText(['Naam: Van hen'])
  expect(await body(await api.get(`/v1/routing/${id}`))).toMatchObject({ version: 2, name: 'Van hen' })
})

test('two editors at once: Undo leads to what the other one saved, whether that was taken over or not', async ({
  page,
  api,
}) => {
  const merchant = await withProcessors(api)
  const tree = { ...overAmount(10_000, merchant.second, merchant.third), id: 'top' }
  const { id } = await newRouting(api, merchant, 'Samen', tree)
  await enter(page, merchant.owner)
  const name = page.getByRole('textbox', { name: 'Naam' })
  const undo = page.getByRole('button', { name: 'Ongedaan maken', exact: true })
  const meet = async (version: number, theirs: string, value: number) => {
    await page.goto(`/intelligent-routing/${id}`)
    await name.fill('Van mij')
    const details = { ...tree, if: [{ name: 'amount', operator: '>', value }] }
    await body(await api.post(`/v1/routing/${id}`, { data: { version, name: theirs, details } }))
    await save(page).click()
  }
  await meet(1, 'Van hen', 20_000)
  await page.getByRole('button', { name: 'Die van de ander nemen' }).click()
  await expect(name).toHaveValue('Van hen')
  await expect(places(page).first()).toHaveAccessibleName('als het bedrag meer dan € 200,00 is')
  await expect(undo).toBeDisabled()

  await meet(2, 'Ook van hen', 30_000)
  await page.getByRole('button', { name: 'De mijne houden en overschrijven' }).click()
  await expect(name).toHaveValue('Van mij')
  await undo.click()
  await dialog(page, 'Wijzigingen ongedaan maken?').getByRole('button', { name: 'Ongedaan maken' }).click()
  await expect(name).toHaveValue('Ook van hen')
  await expect(places(page).first()).toHaveAccessibleName('als het bedrag meer dan € 300,00 is')
})

test('Undo after another currency leads to the amounts as they were saved, also after a reload', async ({
  page,
  api,
}) => {
  const merchant = await withProcessors(api)
  const tree = { ...overAmount(10_000, merchant.second, merchant.third), id: 'top' }
  const { id } = await newRouting(api, merchant, 'Honderd', tree)
  await enter(page, merchant.owner)
  await page.goto(`/intelligent-routing/${id}`)
  const currency = page.getByRole('combobox', { name: 'Valuta' })
  const choose = async (code: string) => {
    await currency.fill(code)
    await page.getByRole('option', { name: code }).click()
  }
  await choose('JPY')
  await expect(places(page).first()).toHaveAccessibleName(/^als het bedrag meer dan .*100 is$/)
  await page.reload()
  await expect(currency).toHaveValue('JPY')
  await choose('KWD')
  await expect(places(page).first()).toHaveAccessibleName(/^als het bedrag meer dan .*100,000 is$/)
  await page.getByRole('button', { name: 'Ongedaan maken', exact: true }).click()
  await dialog(page, 'Wijzigingen ongedaan maken?').getByRole('button', { name: 'Ongedaan maken' }).click()
  await expect(currency).toHaveValue('EUR')
  await expect(places(page).first()).toHaveAccessibleName('als het bedrag meer dan € 100,00 is')
  await page.getByRole('textbox', { name: 'Naam' }).fill('Nog honderd')
  await save(page).click()
  await expect(page.getByText('Nog honderd is opgeslagen')).toBeVisible()
  expect(await body(await api.get(`/v1/routing/${id}`))).toMatchObject({ currency_code: 'EUR', details: tree })
})

test('a processor that payment profiles lack comes to them with the routing, and Undo takes the tick back', async ({
  page,
  api,
}) => {
  const merchant = await withProcessors(api)
  const { first, second, third } = merchant
  const shop = await shopCalled(api, merchant.shop)
  const { id } = await newRouting(api, merchant, 'Meer', overAmount(10_000, second, overAmount(5_000, first, second)))
  await body(
    await api.post(`/v1/paymentprofile/${shop.id}`, { data: { processors: [first, second], routing: { card: id } } }),
  )
  await enter(page, merchant.owner)
  await page.goto(`/intelligent-routing/${id}`)
  await places(page).nth(4).focus()
  await page.keyboard.press('p')
  await page.getByRole('combobox', { name: 'Processor voor anders' }).fill('Derde')
  await page.getByRole('option', { name: 'Derde' }).click()
  const missing = page.getByText('Derde hoort niet bij de processors die hier kunnen')
  const adding = page.getByRole('checkbox', { name: 'Voeg processors die betaalprofielen missen daar ook toe' })
  await expect(missing.first()).toBeVisible()
  await adding.check()
  await expect(missing).toHaveCount(0)
  await save(page).click()
  await expect(page.getByText('Meer is opgeslagen')).toBeVisible()
  expect(await body(await api.get(`/v1/paymentprofile/${shop.id}`))).toMatchObject({
    processors: [first, second, third],
  })

  await page.goto(`/intelligent-routing/${id}`)
  await adding.check()
  await page.getByRole('button', { name: 'Ongedaan maken', exact: true }).click()
  await dialog(page, 'Wijzigingen ongedaan maken?').getByRole('button', { name: 'Ongedaan maken' }).click()
  await expect(adding).not.toBeChecked()
})

test('the checker says at the place what no payment reaches while it is typed, and saving asks once (check 20)', async ({
  page,
  api,
}) => {
  const merchant = await withProcessors(api)
  const inner = {
    ...overAmount(5_000, merchant.second, merchant.third),
    if: [{ name: 'amount', operator: '<', value: 60_000 }],
  }
  const { id } = await newRouting(api, merchant, 'Gek', overAmount(10_000, inner, merchant.first))
  await enter(page, merchant.owner)
  await page.goto(`/intelligent-routing/${id}`)
  const findings = page.getByRole('region', { name: 'Bevindingen' })
  await expect(places(page)).toHaveCount(5)
  await expect(findings.getByRole('listitem')).toHaveCount(0)

  // The last key is that of the value: nothing else is pressed before the findings are there.
  await places(page).nth(1).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Waarde' }).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('50')
  await expect(places(page).nth(1)).toContainText('Een voorwaarde klopt hier nooit.')
  await expect(places(page).nth(2)).toContainText('Hier komt nooit een betaling.')
  await expect(findings.getByRole('listitem')).toHaveCount(2)
  await page.keyboard.press('Enter')
  await expect(places(page).nth(1)).toBeFocused()
  await findings.getByRole('button', { name: 'Hier komt nooit een betaling.' }).click()
  await expect(places(page).nth(2)).toBeFocused()
  await expectNoViolations(page)
  await save(page).click()
  const asking = dialog(page, 'Toch opslaan?')
  await expect(asking.getByRole('listitem')).toHaveCount(2)
  await asking.getByRole('button', { name: 'Toch opslaan' }).click()
  await expect(page.getByText('Gek is opgeslagen')).toBeVisible()
})

test('a place that is dragged onto another one exchanges the two', async ({ page, api }) => {
  const merchant = await withProcessors(api)
  const inner = { ...overAmount(50_000, merchant.first, merchant.second), id: 'in' }
  const { id } = await newRouting(api, merchant, 'Slepen', overAmount(10_000, inner, merchant.third))
  await enter(page, merchant.owner)
  await page.goto(`/intelligent-routing/${id}`)
  await places(page)
    .nth(4)
    .dragTo(places(page).nth(1), { targetPosition: { x: 60, y: 12 } })
  await expect(places(page).nth(1)).toHaveAccessibleName('Dan Derde')
  await expect(places(page).nth(2)).toHaveAccessibleName(/^Anders als het bedrag meer dan €\s500,00 is/)
})

test('a part of a tree is cut, copied and pasted by the keyboard alone, also into another routing', async ({
  page,
  api,
}) => {
  const merchant = await withProcessors(api)
  const inner = {
    ...overAmount(0, merchant.second, merchant.third),
    if: [{ name: 'card_brand', operator: '==', value: 'visa' }],
  }
  const { id } = await newRouting(api, merchant, 'Knippen', overAmount(10_000, inner, merchant.second))
  const other = await newRouting(api, merchant, 'Plakken', overAmount(90_000, merchant.second, merchant.third))
  await enter(page, merchant.owner)
  await page.goto(`/intelligent-routing/${id}`)
  const names = () => places(page).evaluateAll((all) => all.map((each) => each.ariaLabel?.replaceAll('\u00a0', ' ')))
  const top = 'als het bedrag meer dan € 100,00 is'
  const branchAt = (side: string) => [`${side} als het kaartmerk Visa is`, 'Dan Tweede', 'Anders Derde']
  await expect(places(page)).toHaveCount(5)
  const before = await names()
  expect(before).toEqual([top, ...branchAt('Dan'), 'Anders Tweede'])

  // A branch that is cut leaves an empty place. Pasting puts it in the place of the branch that was there.
  await places(page).nth(1).focus()
  await page.keyboard.press('Control+x')
  await expect(places(page)).toHaveCount(3)
  await expect(places(page).nth(1)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Control+v')
  await expect(places(page)).toHaveCount(5)
  await expect(places(page).nth(1)).not.toHaveAccessibleName(/Visa/)
  expect((await names()).slice(2)).toEqual(branchAt('Anders'))
  await expect(places(page).nth(2)).toBeFocused()

  // A branch that is copied stays where it is.
  await page.keyboard.press('Control+c')
  await expect(page.getByRole('status').filter({ hasText: 'Gekopieerd' })).toHaveCount(1)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Control+v')
  await expect(places(page)).toHaveCount(7)
  expect((await names()).slice(1)).toEqual([...branchAt('Dan'), ...branchAt('Anders')])
  await expect(places(page).first()).toHaveAccessibleName(`${top} Dan en anders zijn gelijk.`)
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('Control+z')
  expect(await names()).toEqual(before)

  await page.goto(`/intelligent-routing/${other.id}`)
  await expect(places(page)).toHaveCount(3)
  await places(page).nth(1).focus()
  await page.keyboard.press('Control+v')
  await expect(places(page)).toHaveCount(5)
  expect(await names()).toEqual(['als het bedrag meer dan € 900,00 is', ...branchAt('Dan'), 'Anders Derde'])

  // Other words are no part of a tree.
  await page.getByRole('textbox', { name: 'Naam' }).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+c')
  await places(page).nth(1).focus()
  await page.keyboard.press('Control+v')
  await expect(page.getByRole('status').filter({ hasText: 'Dit is geen deel van een route' })).toHaveCount(1)
  await expect(places(page)).toHaveCount(5)
  await save(page).click()
  await expect(page.getByText('Plakken is opgeslagen')).toBeVisible()
})

test('a dry run lights the way of a payment', async ({ page, api }) => {
  const merchant = await withProcessors(api)
  const tree = overAmount(10_000, merchant.second, merchant.third)
  const { id } = await newRouting(api, merchant, 'Proef', tree)
  await enter(page, merchant.owner)
  await page.goto(`/intelligent-routing/${id}`)
  const trying = page.getByRole('region', { name: 'Testen', exact: true })
  await trying.getByRole('textbox', { name: 'Bedrag' }).fill('120')
  await trying.getByRole('button', { name: 'Test', exact: true }).click()
  await expect(trying.getByRole('status')).toHaveText(/Gaat naar Tweede.*andere uitkomst is Derde/)
  await expect(page.getByRole('treeitem', { selected: true })).toHaveText([/Bedrag: €\s120,00/, /Tweede/])
})

test('a payment profile chooses a route, gets what it needs, and its payments say why (checks 8 and 9)', async ({
  page,
  api,
}) => {
  const merchant = await withProcessors(api)
  const { id } = await shopCalled(api, merchant.shop)
  await newRouting(api, merchant, 'Groot', overAmount(10_000, merchant.second, merchant.first))
  await newRouting(api, merchant, 'Een', overAmount(10_000, merchant.second, merchant.second))
  await enter(page, merchant.owner)
  await page.goto(`/paymentprofiles/${id}?tab=routing`)
  const toggle = tabContent(page).getByRole('switch', { name: 'Intelligente routering' })
  await expect(toggle).not.toBeChecked()
  await expect(tabContent(page)).toContainText('Intelligente routering staat uit.')
  await toggle.press('Space')
  const choice = tabContent(page).getByRole('combobox', { name: 'Kaart' })
  await expect(choice.getByRole('option').first()).toHaveText('Geen routering')
  await choice.selectOption('Groot')
  await expect(choice).toHaveAttribute('aria-invalid', 'true')
  await expect(tabContent(page)).toContainText(
    'Een of meer benodigde processors zijn niet actief voor dit betaalprofiel.',
  )
  await expectNoViolations(page)
  await tabContent(page).getByRole('button', { name: 'Toevoegen' }).click()
  const adding = dialog(page, 'Processors toevoegen')
  await expect(adding.getByRole('listitem')).toHaveText(['Tweede'])
  await adding.getByRole('button', { name: 'Toevoegen' }).click()
  await expect(choice).not.toHaveAttribute('aria-invalid', 'true')
  await save(page).click()
  await expect(page.getByText(`De routering van ${merchant.shop} is opgeslagen`)).toBeVisible()
  await page.reload()
  await expect(toggle).toBeChecked()
  await choice.selectOption('Een')
  await expect(tabContent(page)).toContainText('Met deze processor kunnen transacties niet worden gerouteerd')
  await tabContent(page).getByRole('button', { name: 'Annuleren' }).click()

  const payment = await pay(api, { shop: merchant.shop, amount: 1_200 })
  await page.goto(`/transactions/${payment.id}?tab=decision`)
  await expect(tabContent(page)).toContainText(/De route koos /)
  await expect(tabContent(page)).toContainText('het bedrag is meer dan € 100,00 (was: € 12,00)')
  await expect(tabContent(page)).toContainText(
    'was alleen dit anders (Bedrag: € 100,01), dan ging de betaling naar Tweede',
  )
  await expectNoViolations(page)

  await page.goto(`/paymentprofiles/${id}?tab=routing`)
  await toggle.press('Space')
  await save(page).click()
  await expect(page.getByText(`De routering van ${merchant.shop} is opgeslagen`)).toBeVisible()
  expect(await body(await api.get(`/v1/paymentprofile/${id}`))).toMatchObject({ routing: {} })
})

test('who may only look reads the routes in words', async ({ page, api }) => {
  const merchant = await withProcessors(api)
  const tree = overAmount(10_000, merchant.second, merchant.third)
  const { id } = await newRouting(api, merchant, 'Lezen', tree)
  await enter(page, await newPerson({ merchant: merchant.id, role: 'ROUTING_LIST' }))
  await page.goto('/intelligent-routing')
  await page.getByRole('button', { name: 'Lezen uitklappen' }).click()
  await expect(page.getByRole('article', { name: 'Lezen' })).toContainText('Als het bedrag meer dan € 100,00 is')
  await page.getByRole('link', { name: 'Lezen' }).click()
  await expect(panel(page).getByRole('heading', { level: 3 })).toHaveText('Lezen')
  for (const name of ['Wijzigen', 'Verwijderen', 'Lezen wijzigen', 'Lezen verwijderen', 'Route maken'])
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)
  await expect(tab(page, 'Versies')).toHaveCount(0)
  await page.goto(`/intelligent-routing/${id}`)
  await expect(page).toHaveURL('/')
})

test('a draft is kept on the server, an earlier version comes back, and ends say how many payments came there', async ({
  page,
  api,
}) => {
  const merchant = await withProcessors(api)
  const tree = overAmount(10_000, merchant.first, merchant.second)
  const { id } = await newRouting(api, merchant, 'Kaarten', tree)
  const { id: profile } = await shopCalled(api, merchant.shop)
  await api.post(`/v1/paymentprofile/${profile}/processors`, {
    data: { processors: [merchant.first, merchant.second], seen: [merchant.first], routing: { card: id } },
  })
  const { merchant_reference } = await pay(api, { shop: merchant.shop, amount: 20_000 })
  await enter(page, merchant.owner)
  await page.goto(`/intelligent-routing/${id}`)
  await expect(places(page).nth(1)).toContainText('100% van 1 betaling in 28 dagen')

  // A try takes over what was known of a payment.
  await page.getByLabel('Overnemen van betaling (referentie of ID)').fill(merchant_reference)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Overgenomen van ${merchant_reference}`)).toBeVisible()
  await expect(page.getByLabel('Bedrag', { exact: true })).toHaveValue('200,00')

  await page.getByRole('textbox', { name: 'Naam' }).fill('Kaarten later')
  await page.getByRole('button', { name: 'Als concept bewaren' }).click()
  await expect(page.getByText('Je concept is bewaard')).toBeVisible()
  await expect(title(page)).toHaveText('Intelligente routering')
  await page.getByRole('link', { name: 'Kaarten', exact: true }).click()
  await expect(panel(page)).toContainText('Je hebt een concept')
  await page.goto(`/intelligent-routing/${id}`)
  await expect(page.getByText('Je eigen concept')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Naam' })).toHaveValue('Kaarten later')
  await expectNoViolations(page)
  // A draft that another window kept meanwhile is not lost unseen.
  const other = await page.context().newPage()
  await other.goto(`/intelligent-routing/${id}`)
  await other.getByRole('textbox', { name: 'Naam' }).fill('Kaarten elders')
  await other.getByRole('button', { name: 'Als concept bewaren' }).click()
  await expect(other.getByText('Je concept is bewaard')).toBeVisible()
  await other.close()
  await page.getByRole('textbox', { name: 'Naam' }).fill('Kaarten hier')
  await page.getByRole('button', { name: 'Als concept bewaren' }).click()
  await expect(page.getByRole('alert')).toContainText('Je hebt intussen in een ander venster een concept')
  await page.getByRole('button', { name: 'Als concept bewaren' }).click()
  await expect(title(page)).toHaveText('Intelligente routering')
  await page.goto(`/intelligent-routing/${id}`)
  await expect(page.getByRole('textbox', { name: 'Naam' })).toHaveValue('Kaarten hier')
  await page.getByRole('button', { name: 'Concept weggooien' }).click()
  await expect(page.getByText('Je eigen concept')).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'Naam' })).toHaveValue('Kaarten')

  const details = overAmount(30_000, merchant.first, merchant.second)
  await api.post(`/v1/routing/${id}`, { data: { version: 1, details: { ...details, id: 'b1' } } })
  await page.goto(`/intelligent-routing/view/${id}`)
  await tab(page, 'Versies').click()
  await expect(tabContent(page)).toContainText('Andere voorwaarden: als het bedrag meer dan € 300,00 is')
  await expectNoViolations(page)
  await page.getByRole('button', { name: /^Terug naar deze versie/ }).click()
  await dialog(page, 'Terug naar versie 1?').getByRole('button', { name: 'Terug naar deze versie' }).click()
  await expect(page.getByText('De route is weer als versie 1')).toBeVisible()
  await tab(page, 'Gegevens').click()
  await expect(tabContent(page)).toContainText('het bedrag meer dan € 100,00 is')
})

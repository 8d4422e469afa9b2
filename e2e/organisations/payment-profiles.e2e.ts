import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expectNoViolations } from '../support/axe.ts'
import { title } from '../support/frame.ts'
import { panel, row, untilListed } from '../support/list.ts'

import { newMerchant } from '../support/making/new-merchant.ts'
import { newPerson } from '../support/making/new-person.ts'
import { newProcessor } from '../support/making/new-processor.ts'

import { tab, tabContent } from '../support/panel.ts'
import { body } from '../support/payments.ts'
import { enter } from '../support/signing-in.ts'
import { expect, type Page, test } from '../support/test.ts'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const order = (page: Page) => page.getByRole('list', { name: 'Processors' }).getByRole('listitem')

test('a shop is added, gets processors in an order, is cloned and deleted', async ({ page, api }) => {
  const merchant = await newMerchant(api)
  await newProcessor(api, merchant.id, 'Ideaal', 'ideal')
  await newProcessor(api, merchant.id, 'Reserve', 'card')
  await enter(page, merchant.owner)
  await page.goto('/paymentprofiles')
  await expect(title(page)).toHaveText('Betaalprofielen')
  await untilListed(page)
  await expectNoViolations(page)

  // By the keyboard, with wrong input first.
  await page.keyboard.press('n')
  const form = dialog(page, 'Betaalprofiel toevoegen')
  const name = form.getByRole('textbox', { name: 'Naam', exact: true })
  await expect(name).toBeFocused()
  await page.keyboard.type('Webshop')
  await page.keyboard.press('Tab')
  const shown = form.getByRole('textbox', { name: 'Weergavenaam' })
  await expect(shown).toHaveValue('Webshop')
  // It was filled in when Tab led to it: what is typed there replaces it.
  await page.keyboard.type('Bloemen')
  await expect(shown).toHaveValue('Bloemen')
  await expect(form.getByRole('combobox', { name: 'Valuta' })).toHaveValue('EUR')
  await form.getByRole('textbox', { name: 'Webhook voor transacties' }).fill('webshop')
  await page.keyboard.press('Enter')
  await expect(form.getByText('Vul een webadres in')).toBeVisible()
  await expectNoViolations(page)
  // The form keeps its values over a reload.
  await page.reload()
  await expect(name).toHaveValue('Webshop')
  await form.getByRole('textbox', { name: 'Webhook voor transacties' }).fill('')
  // Twice quickly makes one.
  await form.getByRole('button', { name: 'Betaalprofiel toevoegen' }).dblclick()
  await expect(form).toBeHidden()
  await expect(panel(page).getByRole('heading', { level: 3 })).toHaveText('Webshop')
  await expect(row(page, 'Webshop')).toHaveCount(1)

  await tab(page, 'Processors').click()
  await expect(tabContent(page)).toContainText('Geen processors voor dit betaalprofiel.')
  for (const processor of ['Ideaal · iDEAL', 'Reserve · Kaart']) {
    await tabContent(page).getByRole('combobox', { name: 'Processor toevoegen' }).click()
    await page.keyboard.type(processor.slice(0, 6))
    await page.getByRole('option', { name: processor }).click()
    const added = tabContent(page).getByRole('status').filter({ hasText: 'is toegevoegd' })
    await expect(added).toBeVisible()
    // It goes by itself (001 section 9).
    await expect(added).toBeHidden()
  }
  await expect(order(page)).toHaveText([/Ideaal/, /Reserve/])
  await expectNoViolations(page)

  // The order by the keyboard, and by dragging.
  await tabContent(page).getByRole('button', { name: 'Volgorde wijzigen of weghalen' }).click()
  const ordering = dialog(page, 'Processors van Webshop')
  const rows = ordering.getByRole('list', { name: 'Processors' }).getByRole('listitem')
  const up = ordering.getByRole('button', { name: 'Reserve omhoog' })
  await up.focus()
  await page.keyboard.press('Enter')
  await expect(rows).toHaveText([/Reserve/, /Ideaal/])
  await expect(ordering.getByRole('button', { name: 'Reserve omlaag' })).toBeFocused()
  await rows.filter({ hasText: 'Ideaal' }).dragTo(rows.first())
  await expect(rows.first()).toContainText('Ideaal')
  await ordering.getByRole('button', { name: 'Ideaal omlaag' }).click()
  // Removing the last one of a product says what stops.
  await ordering.getByRole('button', { name: 'Ideaal uit de lijst halen' }).click()
  await expect(ordering.getByRole('status').first()).toContainText('iDEAL')
  await expectNoViolations(page)
  // The unsent change is still there after a reload.
  await page.reload()
  await expect(rows).toHaveText([/Reserve/])
  await ordering.getByRole('button', { name: 'Opslaan zonder iDEAL' }).click()
  await expect(ordering).toBeHidden()
  await expect(order(page)).toHaveText([/Reserve/])

  // A clone takes the processors along, and a name is proposed.
  await panel(page).getByRole('button', { name: 'Dupliceren' }).click()
  const clone = dialog(page, 'Webshop dupliceren')
  await expect(clone.getByRole('textbox', { name: 'Naam', exact: true })).toHaveValue('Kopie van Webshop')
  await expect(clone.getByRole('region', { name: 'Processors' })).toContainText('Reserve')
  await clone.getByRole('button', { name: 'Betaalprofiel toevoegen' }).click()
  await expect(panel(page).getByRole('heading', { level: 3 })).toHaveText('Kopie van Webshop')
  await tab(page, 'Processors').click()
  await expect(order(page)).toHaveText([/Reserve/])
  await tab(page, 'Geschiedenis').click()
  await expect(tabContent(page)).toContainText('Toegevoegd')

  // The column deletes it, and back leads to nothing that is still there.
  await page.goto('/paymentprofiles')
  await page.getByRole('button', { name: 'Kopie van Webshop verwijderen' }).click()
  const asking = dialog(page, 'Kopie van Webshop verwijderen?')
  await asking.getByRole('button', { name: 'Verwijderen' }).click()
  await expect(asking).toBeHidden()
  await expect(row(page, 'Kopie van Webshop')).toHaveCount(0)
  await expect(row(page, 'Webshop')).toHaveCount(1)
})

test('a shop that is used keeps its currency, and is not deleted', async ({ page, api }) => {
  const { id, owner, shop } = await newMerchant(api)
  const [profile] = await body<{ id: string }[]>(await api.get(`/v1/paymentprofile?merchant=${id}&name=${shop}`))
  const plan = { name: 'Monthly', amount: 1_000, interval: 'month', payment_profile: profile?.id }
  await body(await api.post(`/v1/plan?merchant=${id}`, { data: plan }))
  await enter(page, owner)
  await page.goto(`/paymentprofiles/${profile?.id}`)
  await panel(page).getByRole('button', { name: 'Wijzigen', exact: true }).click()
  const form = dialog(page, `${shop} wijzigen`)
  await expect(form.getByRole('combobox', { name: 'Valuta' })).toBeDisabled()
  await expect(form).toContainText('De valuta ligt vast')
  const name = form.getByRole('textbox', { name: 'Naam', exact: true })
  await name.fill('')
  await form.getByRole('button', { name: 'Opslaan' }).click()
  await expect(name).toHaveAttribute('aria-invalid', 'true')
  await name.fill(`${shop} 2`)
  await form.getByRole('button', { name: 'Opslaan' }).click()
  await expect(panel(page).getByRole('heading', { level: 3 })).toHaveText(`${shop} 2`)

  await panel(page).getByRole('button', { name: 'Verwijderen' }).click()
  const held = dialog(page, `${shop} 2 verwijderen?`)
  await expect(held.getByRole('listitem')).toHaveText(['1 abonnementsplan'])
  await expect(held.getByRole('button', { name: 'Verwijderen' })).toHaveCount(0)
  await expectNoViolations(page)
})

test('a webhook address is tried, and the status and the time of its answer are shown', async ({ page, api }) => {
  const { id, owner, shop } = await newMerchant(api)
  const receiver = createServer((_request, reply) => reply.writeHead(202).end('not shown'))
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  try {
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
    const [profile] = await body<{ id: string }[]>(await api.get(`/v1/paymentprofile?merchant=${id}&name=${shop}`))
    await body(await api.post(`/v1/paymentprofile/${profile?.id}`, { data: { webhook_refund_update: url } }))
    await enter(page, owner)
    await page.goto(`/paymentprofiles/${profile?.id}`)
    await tab(page, 'Webhooks').click()
    await tabContent(page).getByRole('button', { name: 'Testen: Webhook voor terugbetalingen' }).click()
    await expect(tabContent(page).getByRole('status')).toHaveText(/^HTTP 202 \d+ ms$/)
    await expect(tabContent(page)).not.toContainText('not shown')
    await expectNoViolations(page)
  } finally {
    receiver.close()
  }
})

test('who may only look sees the shops without a button that changes one', async ({ page, api }) => {
  const { id, shop } = await newMerchant(api)
  const reader = await newPerson({ merchant: id, role: 'PAYMENT_PROFILE_LIST' })
  const other = await newPerson({ merchant: id, role: 'TAG_LIST' })
  await enter(page, reader)
  await page.goto('/paymentprofiles')
  await row(page, shop).click()
  await tab(page, 'Processors').click()
  await expect(order(page)).toHaveCount(1)
  for (const name of [
    'Wijzigen',
    'Dupliceren',
    'Verwijderen',
    'Betaalprofiel toevoegen',
    'Volgorde wijzigen of weghalen',
  ])
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)
  await expect(page.getByRole('button', { name: `${shop} verwijderen` })).toHaveCount(0)

  await page.context().clearCookies()
  await enter(page, other)
  await page.goto('/paymentprofiles')
  await expect(page).toHaveURL('/')
})

test.describe('the provider', () => {
  test.use({ who: 'provider' })

  test('goes on from a merchant, and from an organisation, to its next shop', async ({ page, api }) => {
    const { id, name } = await newMerchant(api)
    await page.goto(`/psp/merchants/details/${id}`)
    await tab(page, 'Winkels').click()
    await tabContent(page).getByRole('button', { name: 'Betaalprofiel toevoegen' }).click()
    const form = dialog(page, 'Betaalprofiel toevoegen')
    await form.getByRole('textbox', { name: 'Naam', exact: true }).fill('Filiaal')
    await form.getByRole('button', { name: 'Betaalprofiel toevoegen' }).click()
    await expect(panel(page).getByRole('heading', { level: 3 })).toHaveText('Filiaal')
    await expect(page).toHaveURL(new RegExp(`/psp/merchants/${id}:/paymentprofiles/`))

    await page.goto(`/psp/merchants/${id}:/organisations/${id}`)
    await panel(page).getByRole('button', { name: 'Betaalprofiel toevoegen' }).click()
    await form.getByRole('textbox', { name: 'Naam', exact: true }).fill('Markt')
    await form.getByRole('button', { name: 'Betaalprofiel toevoegen' }).click()
    await expect(panel(page).getByRole('heading', { level: 3 })).toHaveText('Markt')
    await expect(panel(page)).toContainText(name)
  })
})

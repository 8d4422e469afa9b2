import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { APIRequestContext } from '@playwright/test'
import { expectNoViolations } from './support/axe.ts'
import { title } from './support/frame.ts'
import { panel, row, untilListed } from './support/list.ts'
import { newMerchant } from './support/making/new-merchant.ts'
import { tab, tabContent } from './support/panel.ts'
import { body, newReference } from './support/payments.ts'
import { expect, type Locator, test } from './support/test.ts'

test.use({ who: 'provider' })

/** Lets a file fall where it can be dropped. */
const dropFile = async (place: Locator, name: string): Promise<void> =>
  place.dispatchEvent('drop', {
    dataTransfer: await place.page().evaluateHandle((called) => {
      const data = new DataTransfer()
      data.items.add(new File(['reference'], called, { type: 'text/csv' }))
      return data
    }, name),
  })

/** A few purchases as a shop's own program writes them; the last one is none. */
const purchases = `customer_id,date,quantity,amount
00001,2021-01-01,1,11.77
00002,2021-01-12,1,12.00
00002,2021-01-12,5,77.00
00003,2021-01-02,2,20.76
00003,2021-03-30,2,twenty
`

test('purchases of a shop go in through four steps, and what is wrong comes back with its reason', async ({
  page,
  api,
}) => {
  const merchant = await newMerchant(api)
  await page.goto('/psp/imports')
  await expect(title(page)).toHaveText('Imports')
  await page.getByRole('button', { name: 'Bestand importeren' }).first().click()
  const form = page.getByRole('dialog', { name: 'Stap 1 van 4: bestand' })
  await form.getByRole('combobox', { name: 'Soort' }).selectOption({ label: 'Transactie' })
  await form.getByRole('button', { name: 'Uploaden' }).click()
  await expect(form).toContainText('Kies een betaalprofiel')
  await expect(form).toContainText('Kies een bestand')
  await form.getByRole('combobox', { name: 'Betaalprofiel' }).fill(merchant.shop)
  await page.getByRole('option', { name: merchant.shop }).click()
  await dropFile(form.getByRole('group', { name: 'Bestand' }), 'dropped.csv')
  await expect(form).toContainText('dropped.csv')
  const choosing = page.waitForEvent('filechooser')
  await form.getByRole('button', { name: 'Bestand kiezen' }).click()
  const file = { name: 'purchases.csv', mimeType: 'text/csv', buffer: Buffer.from(purchases) }
  await (await choosing).setFiles(file)
  await expectNoViolations(page)
  await form.getByRole('button', { name: 'Uploaden' }).click()
  await expect(form).toBeHidden()

  await expect(panel(page)).toContainText('Stap 2 van 4: kolommen')
  await expect(panel(page).getByRole('combobox', { name: /^Bedrag( \*)?$/ })).toHaveValue('amount')
  await expect(panel(page).getByRole('combobox', { name: /^Datum( \*)?$/ })).toHaveValue('date')
  await panel(page).getByRole('button', { name: 'Controleren' }).click()
  await expect(panel(page)).toContainText('Vul dit in')
  await panel(page)
    .getByRole('combobox', { name: /^Kenmerk/ })
    .fill('CD-{line}')
  await expectNoViolations(page)
  await panel(page).getByRole('button', { name: 'Controleren' }).click()

  await expect(panel(page)).toContainText('5 rijen gelezen: 4 nieuw, 0 al aanwezig, 1 afgewezen')
  await expect(panel(page)).toContainText('Kolom amount: het bedrag is geen getal')
  await expectNoViolations(page)
  await panel(page).getByRole('button', { name: 'Importeren' }).click()
  const confirm = page.getByRole('dialog', { name: 'Stap 4 van 4: importeren' })
  await expect(confirm).toContainText('4 betalingen')
  await expectNoViolations(page)
  await confirm.getByRole('button', { name: 'Importeren' }).click()
  // The work is done in the background, where others wait too.
  await expect(panel(page)).toContainText('Deels klaar', { timeout: 45_000 })

  await tab(page, 'Afgewezen').click()
  await expect(tabContent(page)).toContainText('Kolom amount: het bedrag is geen getal')
  const downloading = page.waitForEvent('download')
  await panel(page).getByRole('link', { name: 'Afgewezen rijen downloaden' }).click()
  const rejected = await readFile(await (await downloading).path(), 'utf8')
  expect(rejected).toContain('6,amount: the amount is not a number,00003,2021-03-30,2,twenty')
  await expectNoViolations(page)

  await page.goto(`/psp/merchants/${merchant.id}:/transactions?created_at>=2021-01-01&created_at<=2021-12-31`)
  for (const reference of ['CD-2', 'CD-3', 'CD-4', 'CD-5'])
    await expect(page.getByText(reference, { exact: true }).first()).toBeVisible()
})

/** Real purchases, which are not part of the project. */
const realPurchases = join(import.meta.dirname, '../../shared/data/cdnow.csv')

test('real purchases of a year and a half go in by the same steps, and a second time there is nothing new', async ({
  page,
  api,
}) => {
  test.skip(process.env.KONTOR_HEAVY !== '1', 'They take minutes.')
  test.skip(!existsSync(realPurchases), 'The file of purchases is not there.')
  test.setTimeout(900_000)
  const slowly = { timeout: 400_000 }
  const merchant = await newMerchant(api)
  const upload = async (name: string) => {
    await page.goto('/psp/imports')
    await page.getByRole('button', { name: 'Bestand importeren' }).first().click()
    const form = page.getByRole('dialog', { name: 'Stap 1 van 4: bestand' })
    await form.getByRole('combobox', { name: 'Soort' }).selectOption({ label: 'Transactie' })
    await form.getByRole('combobox', { name: 'Betaalprofiel' }).fill(merchant.shop)
    await page.getByRole('option', { name: merchant.shop }).click()
    const choosing = page.waitForEvent('filechooser')
    await form.getByRole('button', { name: 'Bestand kiezen' }).click()
    await (await choosing).setFiles({ name, mimeType: 'text/csv', buffer: readFileSync(realPurchases) })
    await form.getByRole('button', { name: 'Uploaden' }).click()
    await expect(panel(page)).toContainText('Stap 2 van 4: kolommen')
  }
  const check = () => panel(page).getByRole('button', { name: 'Controleren' }).click()
  const start = async (name: string) => {
    await panel(page).getByRole('button', { name: 'Importeren' }).click()
    await page
      .getByRole('dialog', { name: 'Stap 4 van 4: importeren' })
      .getByRole('button', { name: 'Importeren' })
      .click()
    await expect(row(page, name)).toContainText('Voltooid', slowly)
  }
  const count = async () =>
    (await body<{ count: number }>(await api.get(`/v1/transaction/count?merchant=${merchant.id}`))).count
  // A name of its own for each try and each file: rows are found by it.
  const [name, again] = [`cdnow-${merchant.id}.csv`, `cdnow-${merchant.id}-2.csv`]
  await upload(name)
  await panel(page)
    .getByRole('combobox', { name: /^Kenmerk/ })
    .fill('CD-{line}')
  await check()
  await expect(panel(page)).toContainText('69.659 rijen gelezen: 69.659 nieuw, 0 al aanwezig, 0 afgewezen', slowly)
  await start(name)
  expect(await count()).toBe(69_659)
  await upload(again)
  await expect(panel(page)).toContainText('Dit bestand is al eerder geïmporteerd')
  // The columns of the file before are chosen already.
  await check()
  await expect(panel(page)).toContainText('69.659 rijen gelezen: 0 nieuw, 69.659 al aanwezig, 0 afgewezen', slowly)
  await start(again)
  expect(await count()).toBe(69_659)
})

interface Imported {
  id: string
  task: string | null
  status: string
}

/** Takes a file of customers or subscriptions through its steps, up to the last one that is named. */
async function importing(
  api: APIRequestContext,
  {
    name,
    type,
    into,
    content,
    upTo,
  }: Record<'name' | 'type' | 'into' | 'content', string> & {
    upTo: 'upload' | 'start'
  },
): Promise<string> {
  const { id } = await body<Imported>(
    await api.post(`/v1/psp/import?type=${type}&into=${into}`, {
      headers: { 'content-type': 'text/csv', 'x-file-name': name },
      data: Buffer.from(content),
    }),
  )
  if (upTo === 'upload') return id
  const { delimiter, encoding, decimal, mapping } = await body<Record<string, unknown>>(
    await api.get(`/v1/psp/import/${id}/sample`),
  )
  const over = () =>
    expect
      .poll(async () => (await body<Imported>(await api.get(`/v1/psp/import/${id}`))).task, { timeout: 45_000 })
      .toBe(null)
  await body(await api.post(`/v1/psp/import/${id}/check`, { data: { delimiter, encoding, decimal, mapping } }))
  await over()
  await body(await api.post(`/v1/psp/import/${id}/start`, { data: {} }))
  await over()
  return id
}

test('rejected rows go in once what was missing is there, and an import is cancelled, or taken back', async ({
  page,
  api,
}) => {
  const { id: into } = await newMerchant(api)
  const mark = newReference()
  const [customers, subscriptions, unwanted] = [`klanten-${mark}.csv`, `abonnementen-${mark}.csv`, `fout-${mark}.csv`]
  const reference = (name: string) => `reference,last_name\n${name}-1,Jansen\n${name}-2,De Vries\n`
  await importing(api, { name: customers, type: 'customer', into, content: reference('K'), upTo: 'start' })
  const content = 'customer,plan\nK-1,Boeket\n'
  await importing(api, { name: subscriptions, type: 'subscription', into, content, upTo: 'start' })
  await importing(api, { name: unwanted, type: 'customer', into, content: reference('X'), upTo: 'upload' })
  const [shop] = await body<{ id: string }[]>(await api.get(`/v1/paymentprofile?merchant=${into}`))
  const plan = { name: 'Boeket', payment_profile: shop?.id, amount: 1_500, interval: 'month' }

  await page.goto('/psp/imports')
  await untilListed(page)
  const press = async (file: string, verb: string, asked: string) => {
    await row(page, file).getByRole('link').first().click()
    await expect(panel(page).getByRole('heading', { level: 3 }).first()).toHaveText(file)
    await panel(page).getByRole('button', { name: verb }).click()
    await expectNoViolations(page)
    await page.getByRole('dialog', { name: asked }).getByRole('button', { name: verb }).click()
  }
  await press(unwanted, 'Import annuleren', 'Deze import annuleren?')
  await expect(panel(page)).toContainText('Geannuleerd')
  await expect(panel(page).getByRole('button', { name: 'Import annuleren' })).toHaveCount(0)

  await expect(row(page, subscriptions)).toContainText('Mislukt')
  await body(await api.post(`/v1/plan?merchant=${into}`, { data: plan }))
  await press(subscriptions, 'Afgewezen rijen opnieuw', 'De afgewezen rijen opnieuw importeren?')
  // The list too hears when the work in the background is over.
  await expect(row(page, subscriptions)).toContainText('Voltooid', { timeout: 45_000 })
  const made = await body<{ count: number }>(await api.get(`/v1/subscription/count?merchant=${into}`))
  expect(made.count).toBe(1)

  await press(customers, 'Terugdraaien', 'Deze import terugdraaien?')
  await expect(row(page, customers)).toContainText('Teruggedraaid', { timeout: 45_000 })
  // Customers who have a subscription since then stay.
  const left = await body<{ reference: string }[]>(await api.get(`/v1/customer?merchant=${into}`))
  expect(left.map((customer) => customer.reference)).toEqual(['K-1'])
})

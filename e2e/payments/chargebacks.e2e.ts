import type { APIRequestContext } from '@playwright/test'
import { panel, row, untilListed } from '../support/list.ts'
import { openRefundDialog, refundDialog, sendRefund, tab, tabContent } from '../support/panel.ts'
import { chargedBack, refundsOf } from '../support/payments.ts'
import { expect, test } from '../support/test.ts'

const read = async (api: APIRequestContext, id: string) => (await api.get(`/v1/chargeback/${id}`)).json()
const receipt = {
  name: 'pakbon.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\n%%EOF\n'),
}

test.describe('chargebacks', () => {
  test.use({ who: 'owner' })
  test.slow()

  test('are listed with the last day to respond, their reference leading to the payments', async ({ page, api }) => {
    const { merchant_reference } = await chargedBack(api)
    await page.goto('/chargebacks')
    await untilListed(page)
    const line = row(page, merchant_reference)
    await expect(line).toContainText('€ 42,00')
    await expect(line).toContainText('Fraude: kaart niet aanwezig')
    await expect(line).toContainText('Open')
    await line.getByRole('link', { name: merchant_reference }).click()
    await expect(page).toHaveURL(new RegExp(`/transactions\\?merchant_reference=${merchant_reference}`))
    await untilListed(page)
    await expect(row(page, merchant_reference)).toHaveCount(1)

    await page.goto('/chargebacks?_sort=respond_by&status=OPEN')
    await untilListed(page)
    await expect(page.getByRole('columnheader', { name: 'Reageren t/m' })).toHaveAttribute('aria-sort', 'ascending')
  })

  test('are accepted, which says what it costs', async ({ page, api }) => {
    const { id } = await chargedBack(api)
    await page.goto(`/chargebacks/${id}`)
    await panel(page).getByRole('button', { name: 'Accepteren' }).click()
    const dialog = page.getByRole('dialog', { name: /accepteren/ })
    await expect(dialog).toContainText(/€\s42,00 blijft bij de klant/)
    await dialog.getByRole('button', { name: 'Terugboeking accepteren' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('De terugboeking is geaccepteerd.')).toBeVisible()
    await expect(panel(page)).toContainText('Verloren')
    await expect(panel(page).getByRole('button', { name: 'Accepteren' })).toHaveCount(0)
    expect(await read(api, id)).toMatchObject({ status: 'LOST', answer: 'ACCEPT' })
  })

  test('are disputed with evidence that is what it says, and the issuer decides', async ({ page, api }) => {
    const { id } = await chargedBack(api)
    await page.goto(`/chargebacks/${id}`)
    await panel(page).getByRole('button', { name: 'Betwisten' }).click()
    const dialog = page.getByRole('dialog', { name: /betwisten/ })
    await expect(dialog).toContainText(/Reageer uiterlijk .* nog \d+ dagen/)
    await expect(dialog).toContainText('Fraude: kaart niet aanwezig (code 10.4)')
    await expect(dialog.getByRole('list', { name: /^Bij deze reden telt/ })).toContainText('3-D Secure')
    await dialog.getByRole('button', { name: 'Bewijs versturen' }).click()
    await expect(dialog.getByText('Voeg ten minste één bestand toe.', { exact: true })).toBeVisible()

    const files = dialog.locator('input[type=file]')
    await files.setInputFiles({ ...receipt, name: 'virus.pdf', buffer: Buffer.from('<script>') })
    await expect(dialog.getByRole('alert')).toHaveText('virus.pdf: Dit is geen PDF, JPEG of PNG.')
    await files.setInputFiles(receipt)
    await expect(dialog.getByRole('link', { name: 'pakbon.pdf' })).toBeVisible()
    await dialog.getByLabel('Toelichting').fill('Afgeleverd en getekend voor ontvangst')
    await dialog.getByRole('button', { name: 'Bewijs versturen' }).click()
    await expect(dialog).toBeHidden()
    await expect(panel(page)).toContainText('In geschil')
    await tab(page, 'Bewijs').click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      tabContent(page).getByRole('link', { name: 'pakbon.pdf' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('pakbon.pdf')
    await expect(tabContent(page).getByRole('button', { name: 'Bestanden toevoegen' })).toHaveCount(0)
    await expect.poll(async () => (await read(api, id)).status, { timeout: 45_000 }).toBe('WON')
    await expect(panel(page)).toContainText('Gewonnen')
  })

  test('stand in the way of a refund, unless somebody says why', async ({ page, api }) => {
    const { id, transaction } = await chargedBack(api)
    await page.goto(`/transactions/${transaction}`)
    await expect(panel(page).getByText('Terugboekingen')).toBeVisible()
    await openRefundDialog(page)
    await expect(refundDialog(page)).toContainText('De klant heeft dit geld al teruggevraagd')
    await sendRefund(page).click()
    await expect(refundDialog(page).getByLabel('Waarom toch terugbetalen?')).toHaveAccessibleDescription('Vul dit in')
    expect(await refundsOf(api, transaction)).toHaveLength(0)
    await refundDialog(page).getByLabel('Waarom toch terugbetalen?').fill('De bank trekt de terugboeking in')
    await sendRefund(page).click()
    await expect(refundDialog(page)).toBeHidden()
    const [made] = await refundsOf(api, transaction)
    expect(made).toMatchObject({ override_chargeback_reason: 'De bank trekt de terugboeking in' })
    await page.goto(`/chargebacks/${id}`)
    await expect(panel(page)).toContainText(/al €\s42,00 terugbetaald/)
  })
})

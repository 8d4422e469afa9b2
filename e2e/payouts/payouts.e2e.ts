import { readFileSync } from 'node:fs'
import type { APIRequestContext } from '@playwright/test'
import { expectNoViolations } from '../support/axe.ts'
import { confirm } from '../support/fresh-factor.ts'
import { panel } from '../support/list.ts'
import { newPerson } from '../support/making/new-person.ts'
import { tab, tabContent } from '../support/panel.ts'
import { enter } from '../support/signing-in.ts'
import { expect, type Page, test } from '../support/test.ts'

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

async function change(page: Page, person: { email: string }, address: string): Promise<void> {
  await page.context().clearCookies()
  await enter(page, person)
  await page.goto(address)
}

/** A settlement of the demo that waits for the approval of its payout, and whose account may be paid to. */
async function waiting(api: APIRequestContext): Promise<{ id: string; number: string }> {
  const closed = await (await api.get('/v1/psp/settlement?status=CLOSED&currency_code=EUR&_limit=200')).json()
  for (const { id, number } of closed) {
    const payout = await (await api.get(`/v1/psp/settlement/${id}/payout`)).json()
    if (payout?.bank_account) return { id, number }
  }
  throw new Error('the demo has no settlement that waits')
}

/** What the bank says of the order: every payout of the file left the account, which had this balance. */
function statementOf(file: string, opening: number): string {
  const all = (tag: string) =>
    [...file.matchAll(new RegExp(`<${tag}[^>]*>([^<]+)</${tag}>`, 'g'))].map(([, text]) => text)
  const [iban] = all('IBAN')
  const numbers = all('EndToEndId')
  const amounts = all('InstdAmt')
  const cents = amounts.map((amount) => Math.round(Number(amount) * 100))
  const day = new Date().toISOString().slice(0, 10)
  const amount = (value: number) =>
    `<Amt Ccy="EUR">${(Math.abs(value) / 100).toFixed(2)}</Amt><CdtDbtInd>${value < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd>`
  const balance = (type: string, value: number) =>
    `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp>${amount(value)}<Dt><Dt>${day}</Dt></Dt></Bal>`
  const entries = numbers.map(
    (number, at) =>
      `<Ntry>${amount(-(cents[at] ?? 0))}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt><AcctSvcrRef>T${at}</AcctSvcrRef><NtryDtls><TxDtls><Refs><EndToEndId>${number}</EndToEndId></Refs></TxDtls></NtryDtls></Ntry>`,
  )
  const closing = opening - cents.reduce((sum, value) => sum + value, 0)
  return `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Id>${crypto.randomUUID().slice(0, 30)}</Id><Acct><Id><IBAN>${iban}</IBAN></Id></Acct>${balance('OPBD', opening)}${balance('CLBD', closing)}${entries.join('')}</Stmt></BkToCstmrStmt></Document>`
}

test('a payout is approved, ordered, approved again, given to the bank and closed by its statement', async ({
  page,
  api,
}) => {
  const [first, second] = [
    await newPerson({ isStaff: true, role: 'PSP_ALL' }),
    await newPerson({ isStaff: true, role: 'PSP_ALL' }),
  ]
  const settlement = await waiting(api)
  const payout = `/psp/reports/settlement/${settlement.id}?tab=payout`
  await change(page, first, payout)
  await panel(page).getByRole('button', { name: 'Goedkeuren' }).click()
  await expect(dialog(page, `${settlement.number} uitbetalen?`)).toContainText('Dit kan niet worden teruggedraaid')
  await expectNoViolations(page)
  await confirm(page, dialog(page, `${settlement.number} uitbetalen?`), 'Goedkeuren', first)
  await expect(tabContent(page)).toContainText('Goedgekeurd')
  await expectNoViolations(page)

  await page.goto('/psp/reports/payment-orders')
  await page.getByRole('button', { name: 'Betaalopdracht maken' }).first().click()
  const making = page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && answer.url().endsWith('/psp/paymentorder') && answer.ok(),
  )
  await confirm(page, dialog(page, 'Betaalopdracht maken?'), 'Betaalopdracht maken', first)
  const made = await (await making).json()
  await page
    .getByRole('table')
    .locator('[data-row]', { has: page.locator(`a[href*="${made.id}"]`) })
    .getByRole('link')
    .first()
    .click()
  await expect(panel(page)).toContainText('uitbetaling')
  const order = page.url()
  await panel(page).getByRole('button', { name: 'Goedkeuren' }).click()
  const approval = dialog(page, 'Betaalopdracht goedkeuren?')
  await approval.getByRole('button', { name: 'Goedkeuren' }).click()
  await expect(approval.getByRole('alert')).toContainText('Dit moet iemand anders goedkeuren')

  await change(page, second, order)
  await panel(page).getByRole('button', { name: 'Goedkeuren' }).click()
  await confirm(page, dialog(page, 'Betaalopdracht goedkeuren?'), 'Goedkeuren', second)
  await panel(page).getByRole('button', { name: 'Bestand ophalen' }).click()
  const downloading = page.waitForEvent('download')
  await confirm(page, dialog(page, 'Bestand ophalen'), 'Bestand ophalen', second)
  const file = readFileSync(await (await downloading).path(), 'utf8')
  expect(file).toContain(`<EndToEndId>${settlement.number}</EndToEndId>`)
  await expect(panel(page)).toContainText('Opgehaald door')
  await expectNoViolations(page)

  const [account] = await (await api.get('/v1/psp/bankaccount?kind=CLIENT_MONEY')).json()
  const { statement } = await (await api.get(`/v1/psp/bankaccount/${account.id}/statement`)).json()
  await page.goto(`/psp/finance/settings/bank-accounts/${account.id}`)
  const give = async (name: string, content: string) => {
    const choosing = page.waitForEvent('filechooser')
    await panel(page).getByRole('button', { name: 'Afschrift toevoegen' }).click()
    await (await choosing).setFiles({ name, mimeType: 'application/xml', buffer: Buffer.from(content) })
  }
  await give('brief.xml', '<Document/>')
  await expect(panel(page).getByRole('alert')).toContainText('Gebruik camt.053')
  await give('afschrift.xml', statementOf(file, statement))
  await expect(page.getByText(/^Afschrift verwerkt\. Uitbetaald: [1-9]/)).toBeVisible()
  await panel(page)
    .getByRole('button', { name: /^\d+ regels?$/ })
    .first()
    .click()
  await expect(panel(page).getByRole('link', { name: settlement.number })).toBeVisible()
  await expectNoViolations(page)
  await panel(page).getByRole('link', { name: settlement.number }).click()
  await expect(panel(page).getByText('Uitbetaald', { exact: true }).first()).toBeVisible()
  await tab(page, 'Uitbetaling').click()
  await expect(tabContent(page)).toContainText('Kenmerk bank')
})

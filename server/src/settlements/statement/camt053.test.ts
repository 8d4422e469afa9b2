import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { all, textAt, type XmlNode, xmlTree } from '../../payouts/statements/xml-tree.ts'
import { type Statement, statementFile } from './camt053.ts'

const statementOf = (file: string) => {
  const [statement] = all(xmlTree(file, { depth: 20 }), 'Document', 'BkToCstmrStmt', 'Stmt')
  if (!statement) throw new Error('no statement')
  return statement
}
const names = ({ children }: XmlNode) => [...new Set(children.map(({ name }) => name))]
const entries = (file: string) => all(statementOf(file), 'Ntry')

const given: Statement = {
  ...{ id: '01990000-0000-7000-8000-000000000001', number: 'AAAAAA-000007', created_at: '2026-12-14T00:00:04.000Z' },
  ...{ currency_code: 'EUR', covers_from: '2026-12-07', covers_through: '2026-12-13', pay_on: '2026-12-14' },
  merchant: 'Bloem & Zøn',
  opening: -2_500n,
  lines: [
    { kind: 'capture', count: 7, amount: 303_878n },
    { kind: 'refund', count: 1, amount: -4_000n },
    { kind: 'fee', count: 9, amount: -3_915n },
  ],
  paid: 293_463n,
  exchanged: null,
  carried: 0n,
}
const minorUnits = (node: XmlNode | undefined) =>
  BigInt((textAt(node, 'Amt') ?? '').replace('.', '')) * (textAt(node, 'CdtDbtInd') === 'DBIT' ? -1n : 1n)

it('the opening balance with all entries is the closing balance, and the payout is one of them', () => {
  const file = statementFile(given)
  const [opening, closing] = all(statementOf(file), 'Bal')
  expect([opening, closing].map((each) => textAt(each, 'Tp', 'CdOrPrtry', 'Cd'))).toEqual(['OPBD', 'CLBD'])
  const sum = entries(file)
    .map(minorUnits)
    .reduce((one, other) => one + other, 0n)
  expect(minorUnits(opening) + sum).toBe(minorUnits(closing))
  const payout = entries(file).at(-1)
  expect([textAt(payout, 'Amt'), textAt(payout, 'ValDt', 'Dt')]).toEqual(['2934.63', '2026-12-14'])
})

it('its elements are in the order of camt.053.001.08', () => {
  const statement = statementOf(statementFile(given))
  const [balance] = all(statement, 'Bal')
  const [entry] = all(statement, 'Ntry')
  expect(names(statement)).toEqual(['Id', 'CreDtTm', 'FrToDt', 'Acct', 'Bal', 'Ntry'])
  expect(balance && names(balance)).toEqual(['Tp', 'Amt', 'CdtDbtInd', 'Dt'])
  expect(entry && names(entry)).toEqual([
    ...['NtryRef', 'Amt', 'CdtDbtInd', 'Sts', 'BookgDt', 'ValDt', 'BkTxCd', 'NtryDtls'],
  ])
})

it('amounts have the decimals of their currency, also the largest ones', () => {
  const amountOf = (currency_code: string, paid: bigint) =>
    textAt(entries(statementFile({ ...given, currency_code, lines: [], opening: paid, paid }))[0], 'Amt')
  expect([amountOf('JPY', 5n), amountOf('BHD', 5n), amountOf('EUR', 9_007_199_254_740_993n)]).toEqual([
    ...['5', '0.005', '90071992547409.93'],
  ])
})

it('names are in the characters that programs read', () => {
  expect(textAt(statementOf(statementFile(given)), 'Acct', 'Ownr', 'Nm')).toBe('Bloem + Zon')
})

let kontor: TestApp
beforeAll(async () => {
  kontor = await startTestApp()
})
afterAll(() => kontor.stop())

it('is downloaded by its merchant and the provider, and by nobody else', async () => {
  const shop = await kontor.make.merchant()
  const id = await kontor.make.settlement(shop.merchant, { number: 'AAAAAA-000007', captured: 12_345 })
  const own = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
  const ask = (cookie: string) => fetch(`${kontor.url}/v1/settlement/${id}/camt053`, { headers: { cookie } })
  const answer = await ask(own)
  expect(answer.headers.get('content-disposition')).toContain('AAAAAA-000007.xml')
  expect(entries(await answer.text()).map(minorUnits)).toEqual([12_345n, -12_345n])
  expect((await ask(await kontor.make.cookie({ roles: ['PSP_ALL'] }))).status).toBe(200)
  const other = await kontor.make.cookie({ merchant: (await kontor.make.merchant()).merchant, roles: ['USER_ALL'] })
  expect((await ask(other)).status).toBe(404)
})

it('is of the merchant under its legal name, where it has one', async () => {
  const shop = await kontor.make.merchant({ name: 'Bloom' })
  const id = await kontor.make.settlement(shop.merchant, { number: 'AAAAAA-000008', captured: 1 })
  const staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
  const owner = async () => {
    const answer = await fetch(`${kontor.url}/v1/settlement/${id}/camt053`, { headers: { cookie: staff } })
    return textAt(statementOf(await answer.text()), 'Acct', 'Ownr', 'Nm')
  }
  expect(await owner()).toBe('Bloom')
  await kontor.post(staff, `/v1/psp/merchant/${shop.merchant}`, { legal_name: 'Bloemenhuis Amsterdam B.V.' })
  expect(await owner()).toBe('Bloemenhuis Amsterdam B.V.')
})

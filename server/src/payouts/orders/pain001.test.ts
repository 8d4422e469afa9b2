import { expect, it } from 'vitest'
import { all, textAt, type XmlNode, xmlTree } from '../statements/xml-tree.ts'
import { paymentOrderFile, type Transfer } from './pain001.ts'

/** The elements that we write, in the order of pain.001.001.09; `?` may be absent, `*` repeats. */
const children: Record<string, string> = {
  Document: 'CstmrCdtTrfInitn',
  CstmrCdtTrfInitn: 'GrpHdr PmtInf*',
  GrpHdr: 'MsgId CreDtTm NbOfTxs CtrlSum? InitgPty',
  InitgPty: 'Nm',
  PmtInf:
    'PmtInfId PmtMtd BtchBookg? NbOfTxs? CtrlSum? PmtTpInf? ReqdExctnDt Dbtr DbtrAcct DbtrAgt ChrgBr? CdtTrfTxInf*',
  PmtTpInf: 'SvcLvl',
  SvcLvl: 'Cd',
  ReqdExctnDt: 'Dt',
  Dbtr: 'Nm',
  DbtrAcct: 'Id',
  CdtrAcct: 'Id',
  DbtrAgt: 'FinInstnId',
  CdtrAgt: 'FinInstnId',
  CdtTrfTxInf: 'PmtId Amt CdtrAgt? Cdtr CdtrAcct RmtInf?',
  PmtId: 'InstrId? EndToEndId',
  Amt: 'InstdAmt',
  Cdtr: 'Nm',
  RmtInf: 'Ustrd*',
}
/** What a value may be: the types of the schema, and the bounds of SEPA. */
const sepa = (most: number) => new RegExp(`^(?!/)(?!.*//)[A-Za-z0-9/\\-?:().,'+ ]{1,${most}}(?<!/)$`)
const values: Record<string, RegExp> = {
  ...{ MsgId: sepa(35), PmtInfId: sepa(35), InstrId: sepa(35), EndToEndId: sepa(35), Nm: sepa(70), Ustrd: sepa(140) },
  ...{ CreDtTm: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/, Dt: /^\d{4}-\d\d-\d\d$/, NbOfTxs: /^[0-9]{1,15}$/ },
  // totalDigits 18 and fractionDigits 17 or 5, and of SEPA 0.01 to 999,999,999.99.
  ...{ CtrlSum: /^\d{1,16}\.\d\d$/, InstdAmt: /^(?!0\.00$)\d{1,9}\.\d\d$/ },
  ...{ IBAN: /^[A-Z]{2}[0-9]{2}[a-zA-Z0-9]{1,30}$/, BICFI: /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/ },
  ...{ PmtMtd: /^TRF$/, BtchBookg: /^(true|false)$/, Cd: /^SEPA$/, ChrgBr: /^SLEV$/ },
}

/** What in a file is none of the schema. */
function faults(node: XmlNode, path = ''): string[] {
  const at = `${path}/${node.name}`
  const names = node.children.map(({ name }) => name)
  const below = node.children.flatMap((child) => faults(child, at))
  if (names.length === 0) return values[node.name]?.test(node.text) ? [] : [`${at}: ${node.text}`]
  // The identification of an account, and of an agent without a BIC.
  const order = children[node.name] ?? (node.name === 'Id' ? 'IBAN' : 'BICFI|Othr')
  const pattern = order
    .split(' ')
    .map((each) => each.replace(/^([\w|]+)([?*]?)$/, (_, name, many) => `((${name}) )${many === '*' ? '+' : many}`))
  const isRight = new RegExp(`^${pattern.join('')}$`).test(`${names.join(' ')} `)
  return node.name === 'Othr' || names[0] === 'Othr'
    ? []
    : [...(isRight ? [] : [`${at}: ${names.join(' ')}`]), ...below]
}

const transfer = (given: Partial<Transfer> = {}): Transfer => ({
  ...{ end_to_end: 'BLOOM-2026-000001', amount: 279_946n, remittance: 'Settlement 1' },
  creditor: { holder: 'Bloem & Zøn – Café “Ñandú”', iban: 'NL91ABNA0417164300', bic: null },
  ...given,
})
const file = (transfers: readonly Transfer[]) => {
  const text = paymentOrderFile({
    ...{ id: 'a'.repeat(32), created_at: '2026-12-14T10:00:00Z', execution_day: '2026-12-14', transfers },
    debtor: { holder: 'Stichting Kontor', iban: 'NL91ABNA0417164300', bic: 'ABNANL2A' },
  })
  const [document] = all(xmlTree(text, { depth: 40 }), 'Document')
  if (!document) throw new Error('no document')
  return document
}

it.each([
  ['the worked one', [transfer()]],
  ['one with a BIC', [transfer({ creditor: { holder: 'X', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' } })]],
  [
    'one with long names in other letters',
    [
      transfer({
        creditor: { holder: '/Ψ'.repeat(200), iban: 'NL91ABNA0417164300', bic: null },
        remittance: '// é_&"<>'.repeat(90),
      }),
    ],
  ],
  ['one with the largest amount', [transfer({ amount: 99_999_999_999n }), transfer({ amount: 1n })]],
])('an order, %s, is what the schema and SEPA allow (money check 17)', (_, transfers) => {
  expect(faults(file(transfers))).toEqual([])
})

it('the sum of an order is exact where no number holds it', () => {
  const all10k = Array.from({ length: 10_000 }, () => transfer({ amount: 99_999_999_999n }))
  const document = file([...all10k])
  expect(textAt(document, 'CstmrCdtTrfInitn', 'PmtInf', 'CtrlSum')).toBe('9999999999900.00')
  expect(faults(document)).toEqual([])
})

it('an amount that SEPA does not carry is in no file', () => {
  for (const amount of [0n, -1n, 100_000_000_000n]) expect(() => file([transfer({ amount })])).toThrow(RangeError)
})

it('the rules find what is wrong', () => {
  const document = file([transfer()])
  const [payment] = all(document, 'CstmrCdtTrfInitn', 'PmtInf')
  payment?.children.reverse()
  expect(faults(document)).toHaveLength(1)
})

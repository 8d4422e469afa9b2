import { exponentOf, isCurrencyCode } from '@kontor/contract/money'
import { type StatementProblem, statementLimits } from '@kontor/contract/payouts/payout.rules'
import { withoutCardNumbers } from '../../platform/secrets/secret-forms.ts'
import { all, MalformedXml, textAt, type XmlNode, xmlTree } from './xml-tree.ts'

/** Amounts are minor units; a debit is below zero. */
export interface StatementRead {
  id: string
  iban: string
  currency_code: string
  opening: bigint
  closing: bigint
  opening_on: string
  closing_on: string
  entries: EntryRead[]
}

export interface EntryRead {
  amount: bigint
  booked_on: string
  bank_reference: string | null
  end_to_end: string | null
  return_reason: string | null
  counterparty: string | null
  /** Whole. */
  counterparty_iban: string | null
  remittance: string | null
}

/** A file that is none of camt.053, or does not add up: what is wrong, and on which line of it, where it is of one. */
export class UnreadableStatement extends Error {
  readonly problem: StatementProblem
  readonly line: number | undefined
  constructor(problem: StatementProblem, line?: number, cause?: unknown) {
    super(problem, { cause })
    this.problem = problem
    this.line = line
  }
}

const versions = ['urn:iso:std:iso:20022:tech:xsd:camt.053.001.02', 'urn:iso:std:iso:20022:tech:xsd:camt.053.001.08']

/** Reads the statements of a camt.053 file, version 02 or 08. Throws UnreadableStatement; nothing of such a file counts. */
export function readStatements(content: Buffer): StatementRead[] {
  const document = documentOf(content)
  if (!versions.includes(document.attributes['xmlns'] ?? '')) throw new UnreadableStatement('not_camt_053')
  const statements = all(document, 'BkToCstmrStmt', 'Stmt')
  if (statements.length === 0) throw new UnreadableStatement('no_statement')
  const read = statements.map(readStatement)
  if (read.reduce((sum, { entries }) => sum + entries.length, 0) > statementLimits.entries)
    throw new UnreadableStatement('too_many_entries')
  return read
}

function documentOf(content: Buffer): XmlNode {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(content)
    const [document] = all(xmlTree(text, statementLimits), 'Document')
    if (document) return document
  } catch (error) {
    throw new UnreadableStatement('not_xml', error instanceof MalformedXml ? error.line : undefined, error)
  }
  throw new UnreadableStatement('not_camt_053')
}

function readStatement(node: XmlNode): StatementRead {
  const opening = balance(node, ['OPBD', 'PRCD'])
  const closing = balance(node, ['CLBD'])
  const currency_code = opening.currency
  if (closing.currency !== currency_code) throw new UnreadableStatement('currencies_differ', closing.line)
  const amountOf = (of: XmlNode) => amount(of, currency_code)
  const entries = all(node, 'Ntry')
    .filter(isBooked)
    .flatMap((entry) => entriesOf(entry, amountOf))
    .filter((entry) => entry.amount !== 0n)
  const moved = entries.reduce((sum, entry) => sum + entry.amount, 0n)
  if (opening.amount + moved !== closing.amount) throw new UnreadableStatement('does_not_add_up', closing.line)
  return {
    ...{ id: required(textAt(node, 'Id'), 'name_missing', node).slice(0, 35), currency_code, entries },
    iban: required(textAt(node, 'Acct', 'Id', 'IBAN'), 'iban_missing', node)
      .replaceAll(' ', '')
      .toUpperCase(),
    ...{ opening: opening.amount, opening_on: opening.day, closing: closing.amount, closing_on: closing.day },
  }
}

/** The first of these types of balance that the statement has. A page in the middle of a statement has none of them. */
function balance(node: XmlNode, types: readonly string[]) {
  const balances = all(node, 'Bal')
  const found = types
    .map((type) => balances.find((each) => textAt(each, 'Tp', 'CdOrPrtry', 'Cd') === type))
    .find((each) => each !== undefined)
  if (!found) throw new UnreadableStatement('balance_missing', node.line)
  const currency = required(all(found, 'Amt')[0]?.attributes['Ccy'], 'currency_unknown', found)
  return {
    currency,
    amount: amount(found, currency),
    day: required(dayAt(found, 'Dt'), 'day_missing', found),
    line: found.line,
  }
}

/** What is only announced is no entry yet. Version 02 has the status as text, version 08 as a code. */
const isBooked = (entry: XmlNode): boolean => (textAt(entry, 'Sts', 'Cd') ?? textAt(entry, 'Sts')) === 'BOOK'

/** One for each transfer, also where the bank booked several in one sum. */
function entriesOf(entry: XmlNode, amountOf: (of: XmlNode) => bigint): EntryRead[] {
  const whole = amountOf(entry)
  const details = all(entry, 'NtryDtls', 'TxDtls')
  const booked_on = required(dayAt(entry, 'BookgDt') ?? dayAt(entry, 'ValDt'), 'day_missing', entry)
  const of = (detail: XmlNode | undefined, value: bigint): EntryRead => ({
    ...{ amount: value, booked_on },
    bank_reference: cut(
      textAt(detail, 'Refs', 'AcctSvcrRef') ?? textAt(entry, 'AcctSvcrRef') ?? textAt(entry, 'NtryRef'),
      140,
    ),
    end_to_end: cut(textAt(detail, 'Refs', 'EndToEndId'), 35),
    return_reason: cut(textAt(detail, 'RtrInf', 'Rsn', 'Cd') ?? textAt(detail, 'RtrInf', 'Rsn', 'Prtry'), 35),
    counterparty: cut(plain(counterpartyOf(detail, value)), 140),
    counterparty_iban: ibanOf(detail, value),
    remittance: cut(plain(textAt(detail, 'RmtInf', 'Ustrd') ?? textAt(entry, 'AddtlNtryInf')), 500),
  })
  if (details.length < 2) return [of(details[0], whole)]
  const parts = details.map((detail) => of(detail, partAmount(detail, whole, amountOf)))
  if (parts.reduce((sum, part) => sum + part.amount, 0n) !== whole)
    throw new UnreadableStatement('does_not_add_up', entry.line)
  return parts
}

function partAmount(detail: XmlNode, whole: bigint, amountOf: (of: XmlNode) => bigint): bigint {
  const [holder] = [detail, ...all(detail, 'AmtDtls', 'TxAmt')].filter((each) => all(each, 'Amt').length > 0)
  if (!holder) throw new UnreadableStatement('amount_missing', detail.line)
  const hasSide = textAt(holder, 'CdtDbtInd') !== undefined
  return amountOf(hasSide ? holder : { ...holder, children: [...holder.children, side(whole, holder)] })
}

/** A transfer without a side of its own has that of its entry. */
const side = (whole: bigint, { line }: XmlNode): XmlNode => ({
  ...{ name: 'CdtDbtInd', attributes: {}, children: [], line },
  text: whole < 0n ? 'DBIT' : 'CRDT',
})

/** Whoever is on the other side. Version 08 has the name one level deeper. */
function counterpartyOf(detail: XmlNode | undefined, value: bigint): string | undefined {
  const party = value < 0n ? 'Cdtr' : 'Dbtr'
  return textAt(detail, 'RltdPties', party, 'Nm') ?? textAt(detail, 'RltdPties', party, 'Pty', 'Nm')
}

function ibanOf(detail: XmlNode | undefined, value: bigint): string | null {
  const iban = textAt(detail, 'RltdPties', value < 0n ? 'CdtrAcct' : 'DbtrAcct', 'Id', 'IBAN')
  return iban?.replaceAll(' ', '').toUpperCase() ?? null
}

/** An amount with its side: a debit is below zero. */
function amount(of: XmlNode, currency: string): bigint {
  const [node] = all(of, 'Amt')
  if (!node) throw new UnreadableStatement('amount_missing', of.line)
  if (node.attributes['Ccy'] !== currency) throw new UnreadableStatement('currencies_differ', node.line)
  const [, units = '', parts = ''] = /^([0-9]{1,15})(?:\.([0-9]{0,5}))?$/.exec(node.text.trim()) ?? []
  if (!isCurrencyCode(currency)) throw new UnreadableStatement('currency_unknown', node.line)
  const exponent = exponentOf(currency)
  if (units === '' || /[1-9]/.test(parts.slice(exponent))) throw new UnreadableStatement('amount_invalid', node.line)
  const value = BigInt(units + parts.slice(0, exponent).padEnd(exponent, '0'))
  const said = textAt(of, 'CdtDbtInd')
  if (said !== 'CRDT' && said !== 'DBIT') throw new UnreadableStatement('side_missing', of.line)
  return said === 'DBIT' ? -value : value
}

function dayAt(node: XmlNode, name: string): string | undefined {
  const day = (textAt(node, name, 'Dt') ?? textAt(node, name, 'DtTm'))?.slice(0, 10)
  if (day !== undefined && Number.isNaN(Date.parse(`${day}T00:00:00Z`)))
    throw new UnreadableStatement('day_invalid', node.line)
  return day
}

/** People write card numbers everywhere; none is kept. */
const plain = (text: string | undefined) => (text === undefined ? undefined : withoutCardNumbers(text))

const cut = (text: string | undefined, longest: number): string | null => text?.slice(0, longest) ?? null

function required(text: string | undefined, problem: StatementProblem, { line }: XmlNode): string {
  if (text === undefined) throw new UnreadableStatement(problem, line)
  return text
}

import { exponentOf } from '@kontor/contract/money'
import { decimals, leaf, message } from '../../platform/iso20022/xml.ts'
import { tag } from '../../platform/xml/xml.ts'

/** A settlement as a statement of the merchant's account with the provider. */
export interface Statement {
  id: string
  number: string
  /** An instant. */
  created_at: string
  currency_code: string
  /** Days. */
  covers_from: string
  covers_through: string
  /** The banking day of the payout. */
  pay_on: string | null
  merchant: string
  /** Minor units, as the others. Below zero: the merchant owes it. */
  opening: bigint
  lines: readonly { kind: string; count: number; amount: bigint }[]
  paid: bigint
  carried: bigint
  /** What is paid out in another currency, and by which rate; null: it is paid out in its own. */
  exchanged: { amount: bigint; currency_code: string; rate: string; on: string } | null
}

/**
 * A settlement as camt.053.001.08 of ISO 20022: what bookkeeping programs read from banks. One booked entry for each kind of
 * transfer and one for the payout, so that the opening balance with all entries is the closing one.
 */
export function statementFile(of: Statement): string {
  const day = of.covers_through
  const made = tag('CreDtTm', of.created_at)
  const entries = [
    ...of.lines.map(({ kind, count, amount }) => entry(of, { kind, amount, day, said: `${kind} (${count})` })),
    ...(of.paid > 0n
      ? [entry(of, { kind: 'payout', amount: -of.paid, day, valued: of.pay_on ?? day, said: payoutSaid(of) })]
      : []),
  ]
  const statement =
    leaf('Id', of.number, 35) +
    made +
    tag('FrToDt', tag('FrDtTm', `${of.covers_from}T00:00:00`) + tag('ToDtTm', `${day}T23:59:59`)) +
    tag(
      'Acct',
      // The code of the merchant's settlements tells its account from those of others.
      tag('Id', tag('Othr', leaf('Id', `${of.number.split('-')[0]}-${of.currency_code}`, 34))) +
        tag('Ccy', of.currency_code) +
        tag('Ownr', leaf('Nm', of.merchant, 140)),
    ) +
    balance(of, 'OPBD', of.opening, of.covers_from) +
    balance(of, 'CLBD', of.carried, day) +
    `\n${entries.join('\n')}\n`
  return message(
    'camt.053.001.08',
    tag('BkToCstmrStmt', tag('GrpHdr', leaf('MsgId', of.number, 35) + made) + tag('Stmt', statement)),
  )
}

/** The amount that the merchant finds at its bank, with the published rate and its day. */
function payoutSaid({ number, exchanged }: Statement): string {
  if (!exchanged) return `payout ${number}`
  const { amount, currency_code, rate, on } = exchanged
  return `payout ${number}: ${currency_code} ${decimals(amount, exponentOf(currency_code))} at ${rate} of ${on}`
}

type In = Pick<Statement, 'currency_code'>

const balance = (of: In, code: 'OPBD' | 'CLBD', amount: bigint, day: string): string =>
  tag('Bal', tag('Tp', tag('CdOrPrtry', tag('Cd', code))) + amountOf(of, amount) + tag('Dt', tag('Dt', day)))

interface Entry {
  kind: string
  amount: bigint
  /** The day on which it is booked. */
  day: string
  valued?: string
  said: string
}

const entry = (of: Statement, { kind, amount, day, valued = day, said }: Entry): string =>
  tag(
    'Ntry',
    leaf('NtryRef', `${of.number}-${kind}`, 35) +
      amountOf(of, amount) +
      tag('Sts', tag('Cd', 'BOOK')) +
      tag('BookgDt', tag('Dt', day)) +
      tag('ValDt', tag('Dt', valued)) +
      tag('BkTxCd', tag('Prtry', leaf('Cd', kind, 35))) +
      tag(
        'NtryDtls',
        tag('TxDtls', tag('Refs', leaf('EndToEndId', of.number, 35)) + tag('RmtInf', leaf('Ustrd', said, 140))),
      ),
  )

/** An amount is never below zero: credit is what the merchant gets. */
function amountOf({ currency_code }: In, amount: bigint): string {
  const size = decimals(amount < 0n ? -amount : amount, exponentOf(currency_code))
  return tag('Amt', size, ` Ccy="${currency_code}"`) + tag('CdtDbtInd', amount < 0n ? 'DBIT' : 'CRDT')
}

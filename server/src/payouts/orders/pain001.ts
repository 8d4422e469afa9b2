import { decimals, leaf, message } from '../../platform/iso20022/xml.ts'
import { tag } from '../../platform/xml/xml.ts'

interface Party {
  holder: string
  /** Whole. */
  iban: string
  bic: string | null
}

export interface Transfer {
  /** The number of the settlement. */
  end_to_end: string
  /** Cents. */
  amount: bigint
  creditor: Party
  remittance: string
}

export interface Order {
  /** At most 35 characters of SEPA. */
  id: string
  created_at: string
  execution_day: string
  debtor: Party
  transfers: readonly Transfer[]
}

/** What SEPA carries in one transfer: 999,999,999.99. */
export const largestTransfer = 99_999_999_999n

/**
 * A payment order in EUR, as pain.001.001.09 of ISO 20022: one debit account and one execution day, so one PmtInf. No postal
 * address: the accounts are in SEPA, where IBAN and name are enough.
 */
export function paymentOrderFile(order: Order): string {
  const { transfers, debtor } = order
  if (transfers.length === 0) throw new RangeError('an order of nothing')
  if (transfers.some(({ amount }) => amount < 1n || amount > largestTransfer))
    throw new RangeError('an amount that SEPA does not carry')
  const sums =
    tag('NbOfTxs', String(transfers.length)) +
    tag('CtrlSum', euros(transfers.reduce((sum, { amount }) => sum + amount, 0n)))
  const head =
    leaf('MsgId', order.id, 35) +
    tag('CreDtTm', order.created_at) +
    sums +
    tag('InitgPty', leaf('Nm', debtor.holder, 70))
  const payment =
    leaf('PmtInfId', order.id, 35) +
    tag('PmtMtd', 'TRF') +
    tag('BtchBookg', 'false') +
    sums +
    tag('PmtTpInf', tag('SvcLvl', tag('Cd', 'SEPA'))) +
    tag('ReqdExctnDt', tag('Dt', order.execution_day)) +
    tag('Dbtr', leaf('Nm', debtor.holder, 70)) +
    account('DbtrAcct', debtor.iban) +
    agent('DbtrAgt', debtor.bic) +
    tag('ChrgBr', 'SLEV')
  const body = tag('GrpHdr', head) + tag('PmtInf', `${payment}\n${transfers.map(transfer).join('\n')}\n`)
  return message('pain.001.001.09', tag('CstmrCdtTrfInitn', body))
}

const transfer = ({ end_to_end, amount, creditor, remittance }: Transfer): string =>
  tag(
    'CdtTrfTxInf',
    tag('PmtId', leaf('InstrId', end_to_end, 35) + leaf('EndToEndId', end_to_end, 35)) +
      tag('Amt', tag('InstdAmt', euros(amount), ' Ccy="EUR"')) +
      (creditor.bic ? agent('CdtrAgt', creditor.bic) : '') +
      tag('Cdtr', leaf('Nm', creditor.holder, 70)) +
      account('CdtrAcct', creditor.iban) +
      tag('RmtInf', leaf('Ustrd', remittance, 140)),
  )

const account = (name: string, iban: string): string => tag(name, tag('Id', tag('IBAN', iban)))

/** An agent without a BIC is said to be none: the IBAN names the bank. */
const agent = (name: string, bic: string | null): string =>
  tag(name, tag('FinInstnId', bic ? tag('BICFI', bic) : tag('Othr', tag('Id', 'NOTPROVIDED'))))

const euros = (cents: bigint): string => decimals(cents, 2)

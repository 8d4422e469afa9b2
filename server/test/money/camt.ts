/** What the bank booked: minor units, below zero a debit. */
export interface Booked {
  amount: bigint
  end_to_end?: string
  remittance?: string
  counterparty?: string
  counterparty_iban?: string
  /** Default: one that no other has. */
  reference?: string
  day?: string
}

let made = 0

/** Statements of one account, each of which goes on where the one before it ended. */
export function camtOf(iban: string, { currency = 'EUR', day }: { currency?: string; day: string }) {
  let closing = 100_000_000n
  const sum = (value: bigint) => {
    const cents = value < 0n ? -value : value
    return `<Amt Ccy="${currency}">${cents / 100n}.${String(cents % 100n).padStart(2, '0')}</Amt><CdtDbtInd>${value < 0n ? 'DBIT' : 'CRDT'}</CdtDbtInd>`
  }
  const balance = (type: string, value: bigint) =>
    `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp>${sum(value)}<Dt><Dt>${day}</Dt></Dt></Bal>`
  const entry = ({ amount, reference = `B${++made}`, ...said }: Booked) => {
    const party = amount < 0n ? 'Cdtr' : 'Dbtr'
    const parties = `${said.counterparty ? `<${party}><Pty><Nm>${said.counterparty}</Nm></Pty></${party}>` : ''}${said.counterparty_iban ? `<${party}Acct><Id><IBAN>${said.counterparty_iban}</IBAN></Id></${party}Acct>` : ''}`
    return `<Ntry>${sum(amount)}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${said.day ?? day}</Dt></BookgDt><AcctSvcrRef>${reference}</AcctSvcrRef><NtryDtls><TxDtls><Refs><EndToEndId>${said.end_to_end ?? 'NOTPROVIDED'}</EndToEndId></Refs>${parties && `<RltdPties>${parties}</RltdPties>`}${said.remittance ? `<RmtInf><Ustrd>${said.remittance}</Ustrd></RmtInf>` : ''}</TxDtls></NtryDtls></Ntry>`
  }
  return (entries: readonly Booked[]): Buffer => {
    const opening = closing
    closing = entries.reduce((all, { amount }) => all + amount, opening)
    return Buffer.from(
      `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Id>S${++made}</Id><Acct><Id><IBAN>${iban}</IBAN></Id></Acct>${balance('OPBD', opening)}${balance('CLBD', closing)}${entries.map(entry).join('')}</Stmt></BkToCstmrStmt></Document>`,
    )
  }
}

import { sql } from 'kysely'
import { openIban } from '../../bank-accounts/sealed-iban.ts'
import { decideBankEntry } from '../../payouts/entries/decide-bank-entry.ts'
import { matchBankEntry } from '../../payouts/entries/match-bank-entry.ts'
import { addBankStatement } from '../../payouts/statements/add-bank-statement.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Databases } from '../../platform/db/database.ts'
import { providerId } from '../../platform/db/ids.ts'
import { outstanding } from '../../settlements/invoices/invoice.rows.ts'
import { as, personOf, statementFile } from './payouts.ts'

interface House {
  databases: Databases
  masterKey: string
  now: Date
}

/** What came less for the first file than it says. */
const short = 1_250n

/**
 * The bank has what the sandbox paid for the files of the demo: one is short, and a person matches it; the others match by themselves.
 * One that names no file waits.
 */
export async function addReceipts(house: House): Promise<void> {
  const { databases, masterKey, now } = house
  const [first, ...others] = await filesOf(house)
  const account = await lastStatement(house)
  if (!first || !account) return
  const person = await personOf(house, 'finance')
  const day = now.toISOString().slice(0, 10)
  const credit = (amount: bigint, text: string) => creditOf('Kontor Sandbox', amount, text)
  const iban = openIban(masterKey, { merchant: providerId, id: account.id }, account.iban)
  const head = { iban, day, name: `${day}-3`, opening: BigInt(account.closing) }
  const content = statementFile(head, [
    credit(BigInt(first.net) - short, `Uitbetaling batch ${first.batch}`),
    ...others.map(({ net, batch }) => credit(BigInt(net), `Uitbetaling batch ${batch}`)),
    credit(87_640n, 'Nabetaling vorige maand'),
  ])
  const warning = { masterKey, wall: { now: () => now } }
  await as(house, person, (trx) =>
    addBankStatement(trx, person, account.id, Buffer.from(content), new Date(now.getTime() + 1), warning),
  )
  const { rows } = await sql<{ id: string }>`select id from bank_entry
    where state = 'UNMATCHED' and amount = ${String(BigInt(first.net) - short)}::bigint limit 1`.execute(
    databases.provider,
  )
  const [entry] = rows
  const said = { files: [first.id], reason: 'De sandbox hield 12,50 in: nagevraagd' }
  if (entry) await as(house, person, (trx) => matchBankEntry(trx, person, entry.id, said, now))
}

const creditOf = (payer: string, amount: bigint, text: string) => ({
  ...{ number: 'NOTPROVIDED', amount },
  more: `<RltdPties><Dbtr><Pty><Nm>${payer}</Nm></Pty></Dbtr></RltdPties><RmtInf><Ustrd>${text}</Ustrd></RmtInf>`,
})

/** The invoices that ask for money are paid, but for the newest. That of the month before waits for a person who says so. */
export async function payInvoices(house: House): Promise<void> {
  const { masterKey, now } = house
  const paid = (await askingInvoices(house)).slice(0, -1)
  const account = await lastStatement(house)
  if (paid.length === 0 || !account) return
  const person = await personOf(house, 'finance')
  const day = now.toISOString().slice(0, 10)
  const iban = openIban(masterKey, { merchant: providerId, id: account.id }, account.iban)
  const content = statementFile(
    { iban, day, name: `${day}-4`, opening: BigInt(account.closing) },
    paid.map(({ number, merchant, outstanding }) => creditOf(merchant, BigInt(outstanding), `Factuur ${number}`)),
  )
  const warning = { masterKey, wall: { now: () => now } }
  await as(house, person, (trx) =>
    addBankStatement(trx, person, account.id, Buffer.from(content), new Date(now.getTime() + 2), warning),
  )
  for (const invoice of paid.slice(0, -1)) await payInvoice(house, person, invoice)
}

interface Asking {
  id: string
  number: string
  merchant: string
  outstanding: string
}

async function askingInvoices({ databases }: House): Promise<Asking[]> {
  const { rows } = await sql<Asking>`select i.id, i.number, m.name as merchant, ${outstanding}::text as outstanding
    from invoice i join merchant m on m.id = i.merchant_id
    where i.due > 0 and i.currency_code = 'EUR' order by i.number`.execute(databases.provider)
  return rows
}

async function payInvoice(house: House, person: Actor, { id, number }: Pick<Asking, 'id' | 'number'>): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from bank_entry
    where state = 'UNMATCHED' and remittance = ${`Factuur ${number}`}`.execute(house.databases.provider)
  const [entry] = rows
  const said = { state: 'DEBT', invoice: id, reason: 'De omschrijving noemt de factuur' } as const
  if (entry) await as(house, person, (trx) => decideBankEntry(trx, person, entry.id, said, house.now))
}

/** The files that are decided and pay something in EUR. */
async function filesOf({ databases }: House): Promise<{ id: string; batch: string; net: string }[]> {
  const { rows } = await sql<{ id: string; batch: string; net: string }>`
    select f.id, f.batch, t ->> 'net' as net from processor_settlement_file f, jsonb_array_elements(f.totals) t
    where f.reconciled_at is not null and f.batch is not null and t ->> 'currency_code' = 'EUR' and (t ->> 'net')::numeric > 5000
    order by f.received_at, f.batch`.execute(databases.provider)
  return rows
}

/** The account whose statement is there already, and where it ended. */
async function lastStatement({ databases }: House): Promise<{ id: string; iban: Buffer; closing: string } | undefined> {
  const { rows } = await sql<{ id: string; iban: Buffer; closing: string }>`
    select a.id, a.iban, s.closing::text as closing from bank_statement s
      join provider_bank_account a on a.id = s.provider_bank_account_id
    where a.kind = 'CLIENT_MONEY' and a.currency_code = 'EUR' order by s.number desc limit 1`.execute(
    databases.provider,
  )
  return rows[0]
}

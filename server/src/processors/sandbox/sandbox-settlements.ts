import { decimalOf, isCurrencyCode } from '@kontor/contract/money'
import { type SettlementLineKind, settlementFileLimits } from '@kontor/contract/processors/processor-settlement.rules'
import { z } from 'zod'
import {
  type Connection,
  type FetchedFile,
  type MissedFile,
  OutcomeUnknown,
  type SettlementLine,
  type Settlements,
} from '../gateway.ts'
import { download, send } from '../http.ts'
import { knownWords } from '../reading/known-words.ts'
import { csvLines } from '../settlements/csv-lines.ts'
import { fetchedOrMissed, refusedFetch } from '../settlements/fetched-or-missed.ts'
import { settledAmounts } from '../settlements/settled-amounts.ts'
import { accountReply } from './sandbox-replies.ts'

/** The sandbox closes a batch when it is asked to, so that a demo has lines at once. */
export const sandboxSettlements: Settlements = { test, fetch, read: readFile }

const kinds: Readonly<Record<string, SettlementLineKind>> = knownWords({
  Payment: 'payment',
  Refund: 'refund',
  Chargeback: 'chargeback',
  Payout: 'payout',
})

const columns = [
  ...['Batch', 'Booked at', 'Type', 'Reference', 'Operation', 'Payment', 'Currency'],
  ...['Gross', 'Interchange', 'Scheme fees', 'Markup', 'Commission', 'Net'],
]

async function* readFile(content: Buffer): AsyncGenerator<SettlementLine> {
  for await (const { line, fields } of csvLines(content, columns)) {
    const currency = fields['Currency'] ?? ''
    const decimal = (name: string) => decimalText(fields[name], currency)
    const type = fields['Type'] ?? ''
    const kind = kinds[type]
    const { amounts, money, problem } = settledAmounts({
      ...{ currency, gross_currency: currency, gross_credit: decimal('Gross'), gross_debit: undefined },
      ...{ net_credit: decimal('Net'), net_debit: undefined, interchange: decimal('Interchange') },
      ...{ scheme_fees: decimal('Scheme fees'), markup: decimal('Markup'), commission: decimal('Commission') },
    })
    const wrong = problem ?? (kind === undefined ? 'type_unknown' : undefined)
    const at = Date.parse(fields['Booked at'] ?? '')
    yield {
      ...{ line, type, kind: kind ?? 'other', currency_code: currency, source: fields },
      ...(fields['Reference'] && { reference: fields['Reference'] }),
      ...(fields['Operation'] && { id: fields['Operation'] }),
      ...(fields['Payment'] && { payment_id: fields['Payment'] }),
      ...(fields['Batch'] && { batch: fields['Batch'] }),
      ...(!Number.isNaN(at) && { booked_at: new Date(at).toISOString() }),
      ...(amounts && { amounts }),
      ...(money && { money }),
      ...(wrong && { problem: wrong }),
    }
  }
}

/** Minor units as the decimal text of other gateways. */
const decimalText = (text: string | undefined, currency: string): string | undefined =>
  text !== undefined && isCurrencyCode(currency) && /^-?\d{1,30}$/.test(text) ? decimalOf(text, currency) : text

const headersOf = ({ credential }: Connection) => ({ authorization: `Bearer ${credential['api_key'] ?? ''}` })

async function test(connection: Connection): ReturnType<Settlements['test']> {
  const url = `${connection.addresses['api']}/v1/account`
  const reply = await send(connection, { method: 'GET', url, headers: headersOf(connection) })
  if (reply.status === 401) return { ok: false, field: 'api_key', problem: 'credential_refused' }
  const read = accountReply.safeParse(reply.body)
  if (reply.status !== 200 || !read.success) throw new OutcomeUnknown(`answered ${reply.status}`)
  return { ok: true, account: read.data.account }
}

const urlOf = ({ addresses }: Connection) => `${addresses['api']}/v1/settlements`
const batches = z.object({ batches: z.array(z.number().int()) })

async function* fetch(
  connection: Connection,
  { read = '0' }: { read?: string },
): AsyncGenerator<FetchedFile | MissedFile> {
  const url = urlOf(connection)
  const headers = headersOf(connection)
  const closed = await send(connection, { method: 'POST', url, headers })
  if (closed.status !== 200) throw refusedFetch(closed.status)
  for (let after = read; ; ) {
    const page = await listed(connection, after)
    for (const batch of page) {
      const file = await download(connection, { url: `${url}/${batch}`, headers }, settlementFileLimits.bytes)
      if (file.status !== 200) throw refusedFetch(file.status)
      const name = `kontor-sandbox-settlement-${batch}.csv`
      yield fetchedOrMissed({ batch: String(batch), name, content: file.content })
    }
    const last = page.at(-1)
    if (last === undefined) return
    after = String(last)
  }
}

/** A page of the batches after this one, in their order; empty when there are no more. */
async function listed(connection: Connection, after: string): Promise<number[]> {
  const url = `${urlOf(connection)}?after=${encodeURIComponent(after)}`
  const reply = await send(connection, { method: 'GET', url, headers: headersOf(connection) })
  const known = batches.safeParse(reply.body)
  if (!known.success) throw new OutcomeUnknown(`answered ${reply.status}`)
  return known.data.batches
}

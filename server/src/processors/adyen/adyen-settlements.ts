import { settlementFileLimits } from '@kontor/contract/processors/processor-settlement.rules'
import {
  type Connection,
  type FetchedFile,
  type KnownBatches,
  type MissedFile,
  OutcomeUnknown,
  type SettlementLine,
  type Settlements,
} from '../gateway.ts'
import { download } from '../http.ts'
import { knownWords } from '../reading/known-words.ts'
import { csvLines } from '../settlements/csv-lines.ts'
import { fetchedOrMissed, refusedFetch } from '../settlements/fetched-or-missed.ts'
import { settledAmounts } from '../settlements/settled-amounts.ts'
import { settlementTypes } from './adyen-words.ts'

/**
 * Adyen's Settlement details report: a file for each batch that is paid out. It is announced by REPORT_AVAILABLE, and fetched
 * with a report user from an address that its number makes.
 */
export const adyenSettlements: Settlements = { test, fetch, read: readReport }

const column = {
  account: 'Merchant Account',
  payment: 'Psp Reference',
  reference: 'Merchant Reference',
  booked: 'Creation Date',
  zone: 'TimeZone',
  type: 'Type',
  modification: 'Modification Reference',
  gross_currency: 'Gross Currency',
  gross_debit: 'Gross Debit (GC)',
  gross_credit: 'Gross Credit (GC)',
  currency: 'Net Currency',
  net_debit: 'Net Debit (NC)',
  net_credit: 'Net Credit (NC)',
  commission: 'Commission (NC)',
  markup: 'Markup (NC)',
  scheme_fees: 'Scheme Fees (NC)',
  interchange: 'Interchange (NC)',
  modified: 'Modification Merchant Reference',
  batch: 'Batch Number',
} as const

async function* readReport(
  content: Buffer,
  { merchant_account }: Readonly<Record<string, string>>,
): AsyncGenerator<SettlementLine> {
  for await (const { line, fields } of csvLines(content, Object.values(column))) {
    const get = (name: keyof typeof column) => fields[column[name]]
    const type = get('type') ?? ''
    const kind = settlementTypes[type]
    const currency = get('currency') ?? ''
    const gross_currency = get('gross_currency') ?? ''
    const read = settledAmounts({
      ...{ currency, gross_currency, gross_credit: get('gross_credit'), gross_debit: get('gross_debit') },
      ...{ net_credit: get('net_credit'), net_debit: get('net_debit'), interchange: get('interchange') },
      ...{ scheme_fees: get('scheme_fees'), markup: get('markup'), commission: get('commission') },
    })
    const isOther = get('account') !== merchant_account
    const problem = isOther ? 'other_account' : (read.problem ?? (kind === undefined ? 'type_unknown' : undefined))
    const booked_at = instantOf(get('booked'), get('zone'))
    const known = {
      reference: get('modified') ?? get('reference'),
      id: get('modification'),
      payment_id: get('payment'),
    }
    yield {
      ...{ line, type, kind: kind ?? 'other', currency_code: currency, source: fields },
      ...present({ ...known, booked_at, batch: get('batch'), amounts: read.amounts, money: read.money, problem }),
    }
  }
}

const present = <T extends object>(values: T) =>
  // The cast is safe: what is left out is exactly what is undefined.
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }

/** Hours that the zones of Adyen's accounts are ahead of UTC. */
const zones: Readonly<Record<string, number>> = knownWords({
  ...{ UTC: 0, GMT: 0, WET: 0, BST: 1, WEST: 1, CET: 1, CEST: 2, EET: 2, EEST: 3, SGT: 8, AWST: 8, JST: 9 },
  ...{ AEST: 10, AEDT: 11, BRT: -3, EDT: -4, EST: -5, CDT: -5, CST: -6, MDT: -6, MST: -7, PDT: -7, PST: -8 },
})

/** Undefined: the zone is not known, and a moment in another one would be wrong. */
function instantOf(text: string | undefined, zone: string | undefined): string | undefined {
  const hours = zones[zone ?? '']
  if (hours === undefined || !/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text ?? '')) return undefined
  const at = Date.parse(`${text?.replace(' ', 'T')}Z`)
  return Number.isNaN(at) ? undefined : new Date(at - hours * 3_600_000).toISOString()
}

const nameOf = (batch: number) => `settlement_detail_report_batch_${batch}.csv`

/** The number of the batch of a report that was announced. Undefined: it is another report. */
export const batchOfReport = (name: string): string | undefined =>
  /^settlement_detail_report_batch_(\d{1,9})\.csv$/.exec(name)?.[1]

/** Those that were announced late, and the batches after the last one, until there is none. Without a first number Adyen has no list to begin with. */
async function* fetch(
  connection: Connection,
  { read, announced, late = [] }: KnownBatches,
): AsyncGenerator<FetchedFile | MissedFile> {
  for (const batch of late) {
    const { status, content } = await report(connection, nameOf(Number(batch)))
    if (status === 200) yield fetchedOrMissed({ batch, name: nameOf(Number(batch)), content })
    else if (status === 404) yield { batch, missed: 'file_missing' }
    else throw refusedFetch(status)
  }
  const last = read === undefined ? Number(announced) - 1 : Number(read)
  if (!Number.isSafeInteger(last)) return
  for (let number = last + 1; ; number += 1) {
    const { status, content } = await report(connection, nameOf(number))
    const batch = String(number)
    if (status === 200) yield fetchedOrMissed({ batch, name: nameOf(number), content })
    else if (status !== 404) throw refusedFetch(status)
    // A later one was announced: this number has no report.
    else if (number < Number(announced ?? 0)) yield { batch, missed: 'file_missing' }
    else return
  }
}

/** Adyen has no question for it: a report that cannot be there shows whether the report user may fetch. */
async function test(connection: Connection): ReturnType<Settlements['test']> {
  const account = connection.credential['merchant_account'] ?? ''
  // Files that people hand in need no address.
  if (connection.credential['report_password'] === undefined) return { ok: true, account }
  const { status } = await report(connection, nameOf(0))
  if (status === 401) return { ok: false, field: 'report_password', problem: 'credential_refused' }
  if (status === 403) return { ok: false, field: 'report_user', problem: 'not_permitted' }
  if (status === 404 || status === 200) return { ok: true, account }
  throw new OutcomeUnknown(`answered ${status}`)
}

function report(connection: Connection, name: string) {
  const { report_user = '', report_password = '', merchant_account = '' } = connection.credential
  const url = `${connection.addresses['reports']}/MerchantAccount/${encodeURIComponent(merchant_account)}/${name}`
  const authorization = `Basic ${Buffer.from(`${report_user}:${report_password}`).toString('base64')}`
  return download(connection, { url, headers: { authorization } }, settlementFileLimits.bytes)
}

import { firstOfMonth, plusMonths } from '@kontor/contract/dates'
import { type LedgerCode, ledgerKinds } from '@kontor/contract/ledger/ledger.rules'
import { sapEvents, takesCostCenter, takesTaxCode } from '@kontor/contract/sap/sap.rules'
import { sql } from 'kysely'
import type { Databases } from '../../platform/db/database.ts'
import { acknowledgeSapBatch } from '../../sap/acknowledge-sap-batch.ts'
import { createSapMapping } from '../../sap/create-sap-mapping.ts'
import { deleteSapMapping } from '../../sap/delete-sap-mapping.ts'
import { makeBatch } from '../../sap/make-batch.ts'
import { takeSapBatchFile } from '../../sap/take-sap-batch-file.ts'
import { updateSapConnection } from '../../sap/update-sap-connection.ts'
import { as, personOf } from './payouts.ts'

interface House {
  databases: Databases
  masterKey: string
  now: Date
}

/** The G/L accounts of a provider, by the account of the ledger. */
const accounts: Readonly<Record<LedgerCode, string>> = {
  10: '113100',
  11: '113109',
  12: '113200',
  20: '125000',
  21: '125900',
  30: '175000',
  31: '175100',
  32: '130000',
  40: '800000',
  41: '170000',
  42: '800900',
  43: '800100',
  50: '400000',
  51: '401000',
  52: '409000',
  60: '176000',
  70: '405000',
  71: '809000',
}

/** Two months on their way to SAP: one that SAP has booked, and one with an event for which no accounts are chosen. */
export async function addSap(house: House): Promise<void> {
  const { now } = house
  const staff = await personOf(house, 'psp')
  const since = plusMonths(firstOfMonth(now.toISOString()), -2)
  const connection = { company_code: 'KNTR', chart_of_accounts: 'INT', currency_code: 'EUR', document_type: 'SA' }
  const ids = new Map<string, string>()
  await as(house, staff, async (trx) => {
    await updateSapConnection(trx, { ...connection, frequency: 'MONTHLY', since })
    for (const event of sapEvents) {
      const { debit, credit } = ledgerKinds[event]
      const bears = {
        cost_center: takesCostCenter(event) ? 'PAYMENTS' : null,
        tax_code: takesTaxCode(event) ? 'V1' : null,
      }
      const sides = { debit_account: accounts[debit], credit_account: accounts[credit] }
      const mapping = { event, merchant: null, currency_code: null, ...sides, ...bears }
      ids.set(event, await createSapMapping(trx, mapping, now))
    }
  })
  const next = () => as(house, staff, (trx) => makeBatch(trx, { frequency: 'MONTHLY', by: staff.name, now }))
  const first = await next()
  if (first === undefined) return
  await as(house, staff, async (trx) => {
    await takeSapBatchFile(trx, staff, first, { format: 'SAP' }, now)
    await acknowledgeSapBatch(trx, staff, first, { sap_reference: '4900000012' }, now)
  })
  const second = await next()
  if (second === undefined) return
  const rare = ids.get(await rarestEvent(house, second))
  if (rare !== undefined) await as(house, staff, (trx) => deleteSapMapping(trx, rare))
}

async function rarestEvent({ databases }: House, batch: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select k.name from sap_batch_sum s join ledger_kind k on k.kind = s.kind where s.batch_id = ${batch}
    group by k.name order by sum(s.count), k.name limit 1`.execute(databases.provider)
  return rows[0]?.name ?? ''
}

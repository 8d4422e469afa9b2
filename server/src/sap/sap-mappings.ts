import type { ReadBody } from '@kontor/contract/endpoint'
import { type LedgerKind, ledgerKinds } from '@kontor/contract/ledger/ledger.rules'
import { Refusal } from '@kontor/contract/refusal'
import type { createSapMappingEndpoint } from '@kontor/contract/sap/sap.endpoints'
import { takesCostCenter, takesTaxCode } from '@kontor/contract/sap/sap.rules'
import type { SapMapping } from '@kontor/contract/sap/sap.schemas'
import { sql } from 'kysely'
import { type Reader, type Trx, violatedConstraint } from '../platform/db/database.ts'

export type GivenSapMapping = ReadBody<typeof createSapMappingEndpoint>

/** All of them, or the one of this id. */
export async function sapMappings(db: Reader, id?: string): Promise<SapMapping[]> {
  const { rows } = await sql<SapMapping>`
    select m.id, k.name as event, m.for_merchant as merchant, merchant.name as merchant_name, m.currency_code, m.debit_account,
      m.credit_account, m.cost_center, m.tax_code
    from sap_mapping m join ledger_kind k using (kind) left join merchant on merchant.id = m.for_merchant
    ${id === undefined ? sql`` : sql`where m.id = ${id}`}
    order by m.kind, m.for_merchant is not null, merchant.name, m.currency_code nulls first`.execute(db)
  return rows
}

export async function requireMapping(db: Reader, id: string): Promise<SapMapping> {
  const [found] = await sapMappings(db, id)
  if (!found) throw new Refusal('not_found')
  return found
}

/** The columns of a mapping. Refuses what none of the accounts of its event bears. */
export async function mappingValues(trx: Trx, given: GivenSapMapping) {
  const { event, merchant, currency_code, debit_account, credit_account, cost_center, tax_code } = given
  if (cost_center !== null && !takesCostCenter(event))
    throw new Refusal('invalid_request', { 'body.cost_center': 'not_of_event' })
  if (tax_code !== null && !takesTaxCode(event))
    throw new Refusal('invalid_request', { 'body.tax_code': 'not_of_event' })
  await requireKnown(trx, merchant, currency_code)
  return {
    ...{ kind: kindOf(event), for_merchant: merchant, currency_code, debit_account, credit_account },
    ...{ cost_center, tax_code },
  }
}

const kindOf = (event: LedgerKind): number => ledgerKinds[event].kind

async function requireKnown(trx: Trx, merchant: string | null, currency: string | null): Promise<void> {
  if (
    merchant !== null &&
    !(await trx.selectFrom('merchant').select('id').where('id', '=', merchant).executeTakeFirst())
  )
    throw new Refusal('invalid_request', { 'body.merchant': 'not_found' })
  const known =
    currency === null ||
    (await trx.selectFrom('currency').select('code').where('code', '=', currency).executeTakeFirst())
  if (!known) throw new Refusal('invalid_request', { 'body.currency_code': 'invalid_currency' })
}

/** An event has accounts once for a merchant and a currency. */
export async function refusingSecondMapping<T>(written: Promise<T>): Promise<T> {
  try {
    return await written
  } catch (error) {
    if (violatedConstraint(error) === 'sap_mapping_once')
      throw new Refusal('sap_mapping_exists', { 'body.event': 'taken' })
    throw error
  }
}

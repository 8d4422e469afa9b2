import { createMerchantSchemas } from '@kontor/contract/organisations/merchant.schemas'
import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import type { z } from 'zod'
import { createMerchant } from '../../organisations/merchants/create-merchant.ts'
import type { Trx } from '../../platform/db/database.ts'
import { type Fault, type ImportHouse, type ImportKind, readRows } from '../batch.ts'
import { codeOf, formReader } from '../file/form-reader.ts'
import type { StoredImport } from '../stored-import.ts'
import { type Became, byCommand, commandsAtOnce } from './by-command.ts'
import { revertMerchants } from './revert-merchants.ts'

// The checks of the form and of the API, but for the first user, whom the provider may invite later.
const schema = createMerchantSchemas.body.partial({ user_name: true, user_email: true })
type Given = z.output<typeof schema>

/** Merchants by the provider's own number of them, or by name where the file has no number. */
export const merchantImport: ImportKind = {
  size: commandsAtOnce,
  batches: async (house, of, { readers }) => {
    const read = formReader<Given>(schema, readers, { main: 'name', asWritten })
    return {
      batchOf: (records) => {
        const made: string[] = []
        const batch = byCommand(readRows(records, read), {
          ...{ turn: 'merchants of imports', keepsMade: true, faultOf },
          make: (trx, row) => add(trx, row, { house, of, made }),
        })
        return { ...batch, afterwards: async () => house.sandbox?.register(made) }
      },
    }
  },
  revert: revertMerchants,
}

/** Words of files that differ from ours by their case alone. */
const asWritten = (target: string, value: string) =>
  target === 'country_code' || target === 'base_currency' ? value.toUpperCase() : value

interface Adding {
  house: ImportHouse
  of: StoredImport
  /** Those of this batch. */
  made: string[]
}

async function add(trx: Trx, row: Given, { house, of, made }: Adding): Promise<Became> {
  const before = await formerOf(trx, of, row)
  if (before)
    return before.is_here || made.includes(before.id)
      ? { code: 'twice', target: row.external_id ? 'external_id' : 'name' }
      : 'known'
  const { user_name, user_email, ...merchant } = row
  if (user_name !== undefined && user_email === undefined) return { code: 'required', target: 'user_email' }
  if (user_name === undefined && user_email !== undefined) return { code: 'required', target: 'user_name' }
  const user = user_name === undefined || user_email === undefined ? {} : { user_name, user_email }
  const id = await createMerchant(trx, { ...merchant, ...user }, house.wall.now(), house)
  made.push(id)
  return { made: id }
}

/** The merchant of the row, if it is there, and whether this import made it. */
async function formerOf(trx: Trx, of: StoredImport, { external_id, name }: Given) {
  const isIt = external_id ? sql`m.external_id = ${external_id}` : sql`lower(m.name) = lower(${name})`
  const { rows } = await sql<{ id: string; is_here: boolean }>`
    select m.id, exists (select from import_made x
        where x.merchant_id = ${of.merchant_id} and x.made_id = m.id and x.import_id = ${of.id}) as is_here
    from merchant m where ${isIt} order by is_here desc limit 1`.execute(trx)
  return rows[0]
}

/** What adding a merchant refuses, as the field of the row that it is about. */
function faultOf(error: unknown): Omit<Fault, 'line'> | undefined {
  if (!(error instanceof Refusal)) return undefined
  const [about, reason] = Object.entries(error.details ?? {})[0] ?? []
  return { code: codeOf(String(reason)), target: about?.replace('body.', '') ?? 'name' }
}

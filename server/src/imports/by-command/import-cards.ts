import { cardBrands } from '@kontor/contract/payments/transaction.rules'
import { isCanonicalUuid } from '@kontor/contract/uuid'
import { lineOfText, reference } from '@kontor/contract/wire'
import { sql } from 'kysely'
import { z } from 'zod'
import { type Actor, visibleTo } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { findGateway, sharesTokens } from '../../processors/gateways.ts'
import { type Keeping, vaultOf } from '../../processors/vault.ts'
import { type Fault, type ImportHouse, type ImportKind, readRows } from '../batch.ts'
import { formReader } from '../file/form-reader.ts'
import { inParts } from '../in-parts.ts'
import type { StoredImport } from '../stored-import.ts'
import { actorOf, type Became, byCommand, commandsAtOnce } from './by-command.ts'

const schema = z.object({
  customer: reference(100),
  token: lineOfText(200),
  holder: lineOfText(256).optional(),
  processor: lineOfText(200).optional(),
  brand: z.enum(cardBrands, 'invalid_value'),
  bin: z
    .string()
    .regex(/^\d{6,8}$/, 'invalid_value')
    .optional(),
  last_four: z.string().regex(/^\d{4}$/, 'invalid_value'),
  expiry_month: z.coerce.number('invalid_value').int('invalid_value').min(1, 'invalid_value').max(12, 'invalid_value'),
  expiry_year: z.coerce
    .number('invalid_value')
    .int('invalid_value')
    .transform((year) => (year < 100 ? 2_000 + year : year))
    .pipe(z.number().min(2_000, 'invalid_value').max(2_199, 'invalid_value')),
})
type Given = z.output<typeof schema>

/**
 * Cards that a gateway keeps already, by its own ids, for customers by the merchant's number (docs/adr/0172, 0187). One that is there
 * is known by its vault and token, so the same file adds nothing.
 */
export const cardImport: ImportKind = {
  size: commandsAtOnce,
  batches: async (house, of, { readers }) => {
    const read = formReader<Given>(schema, readers, { main: 'customer', asWritten })
    const actor = await actorOf(house, of)
    const keepers = await keepersOf(house, of)
    return {
      batchOf: (records) =>
        byCommand(readRows(records, read), {
          // Of all merchants: two may have one account, and its cards.
          ...{ turn: 'cards of imports', keepsMade: true, faultOf: () => undefined },
          make: (trx, row) => keep(trx, row, { house, of, actor, keepers }),
        }),
    }
  },
  revert: revertCards,
}

const brandsOf: Readonly<Record<string, string>> = {
  'american express': 'amex',
  americanexpress: 'amex',
  mc: 'mastercard',
}

function asWritten(target: string, value: string): string {
  if (target === 'last_four') return value.padStart(4, '0')
  if (target !== 'brand') return value
  const brand = value.toLowerCase()
  return brandsOf[brand] ?? brand
}

interface Keeper extends Keeping {
  id: string
  name: string
}

interface Importing {
  house: ImportHouse
  of: StoredImport
  actor: Actor
  keepers: readonly Keeper[]
}

type Unread = Omit<Fault, 'line'>

/** The processors of the merchant that take cards. */
const keepersOf = ({ db }: ImportHouse, of: StoredImport): Promise<Keeper[]> =>
  db
    .selectFrom('processor')
    .select(['id', 'name', 'gateway', 'account', 'mode'])
    .where('merchant_id', '=', of.merchant_id)
    .where('payment_product', '=', 'card')
    .execute()

async function keep(trx: Trx, row: Given, { house, of, actor, keepers }: Importing): Promise<Became> {
  const customer = await customerOf(trx, of, actor, row.customer)
  if ('code' in customer) return customer
  const processor = keeperNamed(keepers, row.processor)
  if ('code' in processor) return processor
  const { token: card, holder, brand, bin = null, last_four, expiry_month, expiry_year } = row
  const token = findGateway(processor.gateway)?.tokenOfKept({ card, holder })
  if (token === undefined) return { code: 'invalid_value', target: 'token' }
  if (vaultOf(processor) === null) return { code: 'account_unknown', target: 'processor' }
  const key = { merchant_id: of.merchant_id, processor_id: processor.id, token }
  const present = await presentCard(trx, of, processor, { token, customer: customer.id })
  if (present) {
    if (present.customer_id !== customer.id) return { code: 'taken', target: 'token' }
    return present.is_here ? { code: 'twice', target: 'token' } : 'known'
  }
  if (`${expiry_year}-${String(expiry_month).padStart(2, '0')}` < house.now.toISOString().slice(0, 7))
    return { code: 'card_unusable', target: 'expiry_year' }
  const { id, created_at } = newId(house.now)
  await trx
    .insertInto('card')
    .values({
      ...key,
      id,
      created_at,
      customer_id: customer.id,
      ...{ brand, bin, last_four, expiry_month, expiry_year },
    })
    .execute()
  return { made: id }
}

/** Locked against being erased meanwhile: whoever is erased may not be charged. */
async function customerOf(trx: Trx, of: StoredImport, actor: Actor, number: string): Promise<{ id: string } | Unread> {
  const found = await trx
    .selectFrom('customer')
    .select(['id', 'erased_at'])
    .where('merchant_id', '=', of.merchant_id)
    .where('reference', '=', number)
    .where(visibleTo(actor, 'customer'))
    .forShare()
    .executeTakeFirst()
  if (!found) return { code: 'not_found', target: 'customer' }
  return found.erased_at === null ? found : { code: 'not_possible_here', target: 'customer' }
}

function keeperNamed(keepers: readonly Keeper[], named: string | undefined): Keeper | Unread {
  const id = named?.toLowerCase() ?? ''
  const fitting = keepers.filter(
    (each) => named === undefined || (isCanonicalUuid(id) ? each.id === id : each.name === named),
  )
  const [keeper, other] = fitting
  if (!keeper) return { code: named === undefined ? 'no_processor' : 'not_found', target: 'processor' }
  return other ? { code: 'ambiguous', target: 'processor' } : keeper
}

/**
 * The card of a token in the vault of the processor, whoever it belongs to, and whether this import made it. Another merchant may have
 * the same account, and its customers are none of this one; an account that no gateway has named yet may be this one. The cards of a gateway for tests are everybody's.
 */
async function presentCard(
  trx: Trx,
  of: StoredImport,
  { id, gateway, mode, account }: Keeper,
  { token, customer }: { token: string; customer: string },
): Promise<{ customer_id: string; is_here: boolean } | undefined> {
  const isOfVault = sharesTokens(gateway)
    ? sql`p.id = ${id}`
    : sql`p.gateway = ${gateway} and p.mode = ${mode} and (p.account is null or p.account = ${account})`
  const { rows } = await sql<{ customer_id: string; is_here: boolean }>`
    select c.customer_id, exists (select from import_made m
        where m.merchant_id = c.merchant_id and m.made_id = c.id and m.import_id = ${of.id}) as is_here
    from card c join processor p on p.merchant_id = c.merchant_id and p.id = c.processor_id
    where c.token = ${token} and ${isOfVault}
    order by c.customer_id = ${customer}, c.id limit 1`.execute(trx)
  return rows[0]
}

/** Deletes imported cards that nothing refers to and that nobody has revoked. The gateway goes on keeping them. */
async function revertCards(trx: Trx, of: StoredImport, made: readonly string[]): Promise<number> {
  const { done } = await inParts(trx, made, async (part) => {
    const { rows } = await sql<{ id: string }>`
      delete from card where merchant_id = ${of.merchant_id} and id = any(${part}::uuid[]) and revoked_at is null
      returning id`.execute(trx)
    return rows
  })
  return done.flat().length
}

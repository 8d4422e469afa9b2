import { card } from '@kontor/contract/customers/card.entity'
import { customer } from '@kontor/contract/customers/customer.entity'
import { isAllowed } from '@kontor/contract/roles'
import { cardSource } from '../customers/card.rows.ts'
import { customerSource } from '../customers/customer.rows.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { rowsById } from '../platform/rows/list.ts'

/** The names of cards and customers of a merchant, by id, as far as the actor may list them. */
export async function namesOfPayers(
  trx: Trx,
  actor: Actor,
  merchant: string,
  ids: readonly string[],
): Promise<Record<string, string>> {
  const names: Record<string, string> = {}
  if (ids.length === 0) return names
  const shown = [
    ...(isAllowed(card.roles.list, actor.roles) ? await rowsById(cardSource, trx, actor, [...ids]) : []),
    ...(isAllowed(customer.roles.list, actor.roles) ? await rowsById(customerSource, trx, actor, [...ids]) : []),
  ]
  for (const row of shown) {
    const name = row['name'] ?? [row['first_name'], row['last_name']].filter(Boolean).join(' ')
    if (row['merchant'] === merchant && typeof name === 'string' && name !== '') names[row.id] = name
  }
  return names
}

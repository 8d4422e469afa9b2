import {
  type Branch,
  endpointsOf,
  type UnnamedBranch,
  type UnnamedNode,
} from '@kontor/contract/decisions/routings/tree.rules'
import { Refusal } from '@kontor/contract/refusal'
import { usableBy } from '../../organisations/shared-processors.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'

interface Of {
  merchant_id: string
  payment_product: string
}

/**
 * Refuses a tree with a processor that is not the actor's to use, at its place in the tree. `known` are those that the
 * routing has already: they may stay, whoever sees them.
 */
export async function requireUsable(
  trx: Trx,
  actor: Actor,
  { merchant_id, payment_product }: Of,
  tree: UnnamedBranch,
  known: readonly string[] = [],
): Promise<void> {
  const ends = endsOf(tree)
  const found = await trx
    .selectFrom('processor')
    .select(['id', 'payment_product', usableBy(actor).as('usable')])
    .where('merchant_id', '=', merchant_id)
    .where('id', 'in', [...new Set(ends.map(({ processor }) => processor))])
    .execute()
  const details = ends.flatMap(({ path, processor }) => {
    const row = found.find(({ id }) => id === processor)
    const at = ['body', 'details', ...path].join('.')
    if (!row || !(row.usable || known.includes(processor))) return [[at, 'not_found']]
    return row.payment_product === payment_product ? [] : [[at, 'of_another_product']]
  })
  if (details.length > 0) throw new Refusal('invalid_request', Object.fromEntries(details))
}

function endsOf(node: UnnamedNode, path: string[] = []): { path: string[]; processor: string }[] {
  if (typeof node === 'string') return [{ path, processor: node }]
  return [...endsOf(node.then, [...path, 'then']), ...endsOf(node.else, [...path, 'else'])]
}

/** Keeps the processors of the tree beside it, where the database compares them with those of payment profiles. */
export async function writeProcessorsOf(
  trx: Trx,
  { merchant_id, id, payment_product }: Of & { id: string },
  tree: Branch,
): Promise<void> {
  await removeProcessorsOf(trx, { merchant_id, id })
  await trx
    .insertInto('routing_processor')
    .values(
      endpointsOf(tree).map((processor_id, position) => ({
        merchant_id,
        routing_id: id,
        processor_id,
        payment_product,
        position,
      })),
    )
    .execute()
}

export async function removeProcessorsOf(trx: Trx, { merchant_id, id }: { merchant_id: string; id: string }) {
  await trx
    .deleteFrom('routing_processor')
    .where('merchant_id', '=', merchant_id)
    .where('routing_id', '=', id)
    .execute()
}

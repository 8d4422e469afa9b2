import { createHash } from 'node:crypto'
import type { ReadBody, ReplyOf } from '@kontor/contract/endpoint'
import type {
  listPaymentOrderDownloadsEndpoint,
  takePaymentOrderFileEndpoint,
} from '@kontor/contract/payouts/payout.endpoints'
import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../../platform/db/actor.ts'
import type { Reader, Trx } from '../../platform/db/database.ts'
import type { Locked } from '../../platform/db/locked.ts'
import { openBytes } from '../../platform/secrets/sealed.ts'
import { placeOfOrder } from './create-payment-order.ts'
import { changeOrder, lockOrder, requirePayable, type StoredOrder } from './locked-payment-order.ts'

/**
 * Gives the file of an approved order. That it left is committed before anybody has it: a crash between loses the answer, and never
 * the fact. Whoever takes it again says why.
 */
export async function takePaymentOrderFile(
  trx: Trx,
  actor: Actor,
  id: string,
  { reason }: ReadBody<typeof takePaymentOrderFileEndpoint>,
  now: Date,
  masterKey: string,
): Promise<ReplyOf<typeof takePaymentOrderFileEndpoint>> {
  if (actor.id === null) throw new Refusal('forbidden')
  const order = await lockOrder(trx, id)
  const isFirst = order.status === 'APPROVED'
  if (!isFirst && order.status !== 'EXPORTED') throw new Refusal('payment_order_not_approved', { status: order.status })
  const why = reason?.trim() || null
  if (!isFirst && why === null) throw new Refusal('invalid_request', { 'body.reason': 'required' })
  if (isFirst) await exportOrder(trx, actor, order, now)
  const before = await downloadsOf(trx, id)
  await trx
    .insertInto('payment_order_download')
    .values({
      ...{ order_id: id, number: before.length + 1, at: now.toISOString() },
      ...{ by_name: actor.name ?? '', by_id: actor.id, reason: isFirst ? null : why },
    })
    .execute()
  return { name: `${id}.xml`, content: await fileOf(trx, order, masterKey), sha256: order.sha256 }
}

async function exportOrder(trx: Trx, actor: Actor, order: Locked<StoredOrder>, now: Date): Promise<void> {
  await requirePayable(trx, order)
  await trx
    .updateTable('payout')
    .set({ status: 'EXPORTED', was_exported: true })
    .where('payment_order_id', '=', order.id)
    .execute()
  await changeOrder(trx, order, { status: 'EXPORTED', exported_by: actor.name, exported_at: now.toISOString() })
}

async function fileOf(trx: Trx, { id, sha256 }: Locked<StoredOrder>, masterKey: string): Promise<string> {
  const { content } = await trx
    .selectFrom('payment_order_file')
    .select('content')
    .where('order_id', '=', id)
    .executeTakeFirstOrThrow()
  const file = openBytes(masterKey, placeOfOrder(id), content)
  if (createHash('sha256').update(file).digest('hex') !== sha256)
    throw new Error(`the file of order ${id} is another one`)
  return file.toString()
}

/** Who took the file of an order, in their order. */
export async function downloadsOf(db: Reader, id: string): Promise<ReplyOf<typeof listPaymentOrderDownloadsEndpoint>> {
  return db
    .selectFrom('payment_order_download')
    .select(['number', 'at', 'by_name as by', 'reason'])
    .where('order_id', '=', id)
    .orderBy('number')
    .execute()
}

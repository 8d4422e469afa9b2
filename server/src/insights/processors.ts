import { comparedStatuses } from '@kontor/contract/insights/processor-statistics.rules'
import { approvedStatuses } from '@kontor/contract/payments/transaction.rules'
import { Refusal } from '@kontor/contract/refusal'
import { visibleTo } from '../platform/db/actor.ts'
import type { Asked } from './asked.ts'
import { byProcessorAndStatus } from './groupings.ts'
import { moneyFigures, moneyFrameOf, processorsOnly, rounded, sumsBy, total } from './money-figures.ts'

/** Conversion, and count and amount per status, of several processors side by side. */
export async function comparison(asked: Asked, ids: readonly string[]) {
  const processors = await visibleProcessors(asked, ids)
  const found = await moneyFigures(asked, 'transaction', byProcessorAndStatus, { range: asked.span }, [
    processorsOnly(ids),
  ])
  return {
    ...moneyFrameOf(asked, found),
    processors: processors.map((processor) => {
      const own = found.figures.filter(({ key }) => String(key).startsWith(`${processor.id}/`))
      const sums = new Map(sumsBy(own, ({ key }) => String(key).split('/')[1], found.convert))
      const of = (status: string) => ({ count: sums.get(status)?.count ?? 0, amount: sums.get(status)?.volume ?? 0n })
      const all = total(own, found.convert)
      const succeeded = approvedStatuses.reduce((sum, status) => sum + of(status).count, 0)
      return {
        ...processor,
        transaction: {
          conversion: all.count === 0 ? null : rounded((succeeded / all.count) * 100),
          status: Object.fromEntries(comparedStatuses.map((status) => [status, of(status)])),
          count: all.count,
          amount: all.volume,
        },
      }
    }),
  }
}

/** The visible processors, in the requested order. */
async function visibleProcessors({ trx, actor }: Asked, ids: readonly string[]) {
  const rows = await trx
    .selectFrom('processor')
    .select(['id', 'name', 'payment_product', 'gateway'])
    .where('id', 'in', ids)
    .where(visibleTo(actor, 'processor'))
    .execute()
  return ids.map((id) => {
    const row = rows.find((one) => one.id === id)
    if (!row) throw new Refusal('invalid_request', { 'query.ids': 'not_found' })
    return row
  })
}

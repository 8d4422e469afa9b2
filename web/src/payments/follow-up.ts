import { chargeback } from '@kontor/contract/disputes/chargeback.entity'
import { refund } from '@kontor/contract/payments/refund.entity'
import { transaction } from '@kontor/contract/payments/transaction.entity'
import { scheduledTransaction } from '@kontor/contract/scheduled/scheduled-transaction.entity'
import { webhook } from '@kontor/contract/webhooks/webhook.entity'
import { type Query, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

// A minute altogether, slower and slower.
const pauses_s = [2, 2, 3, 4, 5, 6, 8, 9, 10, 11]

const underWay: ReadonlySet<string> = new Set(['INITIATED', 'PENDING', 'SETTLEMENT_REQUESTED', 'UNKNOWN'])
export const isUnderWay = (status: string): boolean => underWay.has(status)

interface Following {
  /** The rows that the panel is about. Everything read under their ids is read again. */
  ids: readonly string[]
  /** Different once something has happened: the minute begins anew, and the lists are read again. Unknown at first. */
  state: string | undefined
  isUnderWay: boolean
}

/** While the processor has not answered, what is on screen is asked for again, gently and only while it is seen. */
export function useFollowUp({ ids, state, isUnderWay: isActive }: Following): void {
  const queries = useQueryClient()
  const names = ids.join(' ')
  const last = useRef(state)

  useEffect(() => {
    const before = last.current
    last.current = state ?? before
    if (before === undefined || state === undefined || before === state) return
    void queries.invalidateQueries({ predicate: (query) => isOfPayments(query) && !isAbout(query, names.split(' ')) })
  }, [queries, names, state])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of state is why the minute begins anew
  useEffect(() => {
    if (!isActive) return
    return soonThenSlower(() => queries.invalidateQueries({ predicate: (query) => isAbout(query, names.split(' ')) }))
  }, [queries, names, state, isActive])
}

const payments: readonly unknown[] = [transaction, refund, chargeback, scheduledTransaction, webhook].map(
  ({ name }) => name,
)
const isOfPayments = ({ queryKey: [name] }: Query): boolean => payments.includes(name)

const isAbout = (query: Query, ids: readonly string[]): boolean => {
  const key = JSON.stringify(query.queryKey)
  return ids.some((id) => key.includes(id))
}

/** Returns what stops it. */
function soonThenSlower(read: () => Promise<unknown>): () => void {
  let round = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const next = () => {
    const pause = pauses_s[round++]
    if (pause === undefined) return
    timer = setTimeout(async () => {
      if (document.visibilityState === 'visible') await read()
      // Stopped while it was reading: the timer is gone.
      if (timer !== undefined) next()
    }, pause * 1000)
  }
  next()
  return () => {
    clearTimeout(timer)
    timer = undefined
  }
}

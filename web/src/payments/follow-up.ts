import { cardAddLink } from '@kontor/contract/checkout/card-add-link.entity'
import { paymentLink } from '@kontor/contract/checkout/payment-link.entity'
import { chargeback } from '@kontor/contract/disputes/chargeback.entity'
import { refund } from '@kontor/contract/payments/refund.entity'
import { transaction } from '@kontor/contract/payments/transaction.entity'
import { openStatuses } from '@kontor/contract/payments/transaction.rules'
import { scheduledTransaction } from '@kontor/contract/scheduled/scheduled-transaction.entity'
import { subscription } from '@kontor/contract/subscriptions/subscription.entity'
import { webhook } from '@kontor/contract/webhooks/webhook.entity'
import { type Query, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { readAgain } from '../platform/api/read-again.ts'

// The pauses add up to one minute and grow longer.
const pauses_s = [2, 2, 3, 4, 5, 6, 8, 9, 10, 11]

const underWay: ReadonlySet<string> = new Set([...openStatuses, 'SETTLEMENT_REQUESTED'])
export const isUnderWay = (status: string): boolean => underWay.has(status)

interface Following {
  /** The rows of the panel. All data under these ids is read again. */
  ids: readonly string[]
  /**
   * Changes when something has happened: then the minute starts again, and the lists are read again. Undefined at
   * first.
   */
  state: string | undefined
  isUnderWay: boolean
}

/**
 * Reads the data on screen again while the processor has not answered, at growing intervals and only while the page is
 * visible.
 */
export function useFollowUp({ ids, state, isUnderWay: isActive }: Following): void {
  const queries = useQueryClient()
  const names = ids.join(' ')
  const last = useRef(state)

  useEffect(() => {
    const before = last.current
    last.current = state ?? before
    if (before === undefined || state === undefined || before === state) return
    void readAgain(queries, { predicate: (query) => isOfPayments(query) && !isAbout(query, names.split(' ')) })
  }, [queries, names, state])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of state starts the minute again
  useEffect(() => {
    if (!isActive) return
    return soonThenSlower(() => readAgain(queries, { predicate: (query) => isAbout(query, names.split(' ')) }))
  }, [queries, names, state, isActive])
}

const payments: readonly unknown[] = [
  ...[transaction, refund, chargeback, scheduledTransaction],
  ...[subscription, paymentLink, cardAddLink, webhook],
].map(({ name }) => name)
const isOfPayments = ({ queryKey: [name] }: Query): boolean => payments.includes(name)

const isAbout = (query: Query, ids: readonly string[]): boolean => {
  const key = JSON.stringify(query.queryKey)
  return ids.some((id) => key.includes(id))
}

/** Returns a function that stops it. */
function soonThenSlower(read: () => Promise<unknown>): () => void {
  let round = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const next = () => {
    const pause = pauses_s[round++]
    if (pause === undefined) return
    timer = setTimeout(async () => {
      if (document.visibilityState === 'visible') await read()
      // The timer is undefined when the follow-up was stopped during the reading.
      if (timer !== undefined) next()
    }, pause * 1000)
  }
  next()
  return () => {
    clearTimeout(timer)
    timer = undefined
  }
}

import type { Answer, openCrowd } from '../signing-in/crowd.ts'

/** Callers that refund without pause, and repeat a call with its key until they know the outcome. */
export function startRefunds(
  post: ReturnType<typeof openCrowd>['post'],
  refunds: { callers: number; amountOf: () => number; transactionOf: () => string },
) {
  const acknowledged: string[] = []
  const unexpected: string[] = []
  let sent = 0
  let slowest_ms = 0
  let unavailable = 0
  let stopping = false

  const attempt = async (key: string, path: string, amount: number): Promise<Answer | undefined> => {
    const began = performance.now()
    try {
      return await post(path, { amount }, { 'idempotency-key': key, prefer: 'respond-async' })
    } catch {
      // The connection broke and the outcome is unknown, so the key is sent again.
      return undefined
    } finally {
      slowest_ms = Math.max(slowest_ms, performance.now() - began)
    }
  }
  const refund = async () => {
    const key = `stream-${sent++}`
    const path = `/v1/transaction/${refunds.transactionOf()}/refund`
    const amount = refunds.amountOf()
    for (;;) {
      const answer = await attempt(key, path, amount)
      if (answer?.status === 201) return acknowledged.push(JSON.parse(answer.body).id)
      if (answer?.status === 503) unavailable += 1
      else if (answer && !answer.body.includes('idempotency_key_in_use')) return unexpected.push(answer.body)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  const call = async () => {
    while (!stopping) await refund()
  }
  const calling = Array.from({ length: refunds.callers }, call)

  return {
    /** Ends when every refund that was begun is known to be stored. */
    async stop() {
      stopping = true
      await Promise.all(calling)
      return { acknowledged, unexpected, sent, slowest_ms, unavailable }
    },
  }
}

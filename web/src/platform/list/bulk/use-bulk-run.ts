import type { Endpoint } from '@kontor/contract/endpoint'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { v4 as uuidv4 } from 'uuid'
import { type ApiRefusal, call } from '../../api/api-client.ts'
import { readChanged } from '../../api/read-again.ts'
import { useScope } from '../../api/scope.ts'
import { isUndecided } from '../../api/use-command.ts'
import { refusalFrom } from '../../api/use-submit.ts'

export type RowOutcome = 'waiting' | 'sending' | 'done' | ApiRefusal

/** The most commands that one browser sends at the same time: more would make other users wait. */
const atOnce = 4

/**
 * Sends a command for each row. A request without an answer is sent again under the same key, so that it is never
 * executed twice.
 */
export function useBulkRun(endpoint: Endpoint, ids: readonly string[]) {
  const queries = useQueryClient()
  const scope = useScope()
  const [outcomes, setOutcomes] = useState<Readonly<Record<string, RowOutcome>>>({})
  const [isRunning, setRunning] = useState(false)
  const keys = useRef(new Map<string, string>())
  const isStopped = useRef(false)
  useEffect(
    () => () => {
      isStopped.current = true
    },
    [],
  )
  const outcomeOf = (id: string): RowOutcome => outcomes[id] ?? 'waiting'
  const open = ids.filter((id) => outcomeOf(id) !== 'done')

  async function one(id: string, body: unknown): Promise<RowOutcome> {
    const key = keys.current.get(id) ?? uuidv4()
    keys.current.set(id, key)
    try {
      await call(endpoint, { params: { id }, body, key, scope })
      return 'done'
    } catch (error) {
      const refusal = refusalFrom(error)
      if (!isUndecided(refusal)) keys.current.delete(id)
      return refusal
    }
  }

  async function start(body: unknown): Promise<void> {
    isStopped.current = false
    setRunning(true)
    const queue = [...open]
    const note = (id: string, outcome: RowOutcome) => setOutcomes((now) => ({ ...now, [id]: outcome }))
    const work = async () => {
      for (let id = queue.shift(); id !== undefined && !isStopped.current; id = queue.shift()) {
        note(id, 'sending')
        note(id, await one(id, body))
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    setRunning(false)
    void readChanged(queries, endpoint)
  }

  return {
    outcomeOf,
    isRunning,
    /** The number of rows that are not done. */
    open: open.length,
    start,
    stop: () => {
      isStopped.current = true
    },
  }
}

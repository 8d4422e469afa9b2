import { backtestProgressEndpoint } from '@kontor/contract/decisions/backtest/backtest.endpoints'
import { useEffect, useRef, useState } from 'react'
import { v4 as uuidv4 } from 'uuid'
import { type ApiRefusal, call } from '../../platform/api/api-client.ts'
import { refusalFrom } from '../../platform/api/use-submit.ts'

type State<R> =
  | { step: 'initial' | 'stopped' }
  /** `part` of 1; undefined before the server's first answer. */
  | { step: 'running'; part?: number }
  | { step: 'done'; result: R; of: string }
  | { step: 'refused'; refusal: ApiRefusal }

type Send<R> = (progress: string, signal: AbortSignal) => Promise<R>

/** What a back-test looks at, as one word. */
export const testedOf = (...parts: unknown[]): string => JSON.stringify(parts)

/** Runs one back-test at a time, and tells how far it is. Leaving the page stops it. */
export function useBacktest<R>() {
  const [state, setState] = useState<State<R>>({ step: 'initial' })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  /** `of` is what was tested: the result is of nothing else. */
  async function run(of: string, send: Send<R>): Promise<void> {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    setState({ step: 'running' })
    const progress = uuidv4()
    const stopAsking = askForProgress(progress, (part) =>
      setState((now) => (now.step === 'running' ? { step: 'running', part } : now)),
    )
    try {
      const result = await send(progress, controller.signal)
      setState({ step: 'done', result, of })
    } catch (error) {
      // Whoever stopped it says so.
      if (!controller.signal.aborted) setState({ step: 'refused', refusal: refusalFrom(error) })
    } finally {
      stopAsking()
    }
  }

  const stop = () => {
    running.current?.abort()
    setState({ step: 'stopped' })
  }
  return { state, run, stop }
}

export type Backtest<R> = ReturnType<typeof useBacktest<R>>

/** Asks from time to time. The first answer may come after the end. */
function askForProgress(id: string, onPart: (part: number) => void): () => void {
  const controller = new AbortController()
  const ask = async () => {
    const known = await call(backtestProgressEndpoint, { params: { id }, signal: controller.signal }).catch(
      () => undefined,
    )
    if (known && !controller.signal.aborted) onPart(known.done / known.of)
  }
  const timer = setInterval(() => void ask(), 500)
  return () => {
    clearInterval(timer)
    controller.abort()
  }
}

import { useRef, useState } from 'react'
import { ApiRefusal } from './api-client.ts'

type State = { step: 'initial' } | { step: 'submitting' } | { step: 'done' } | { step: 'refused'; refusal: ApiRefusal }

/** Sends one request at a time. Its states are initial, submitting, done and refused. */
export function useSubmit<A extends unknown[]>(send: (...args: A) => Promise<unknown>) {
  const [state, setState] = useState<State>({ step: 'initial' })
  const isSending = useRef(false)

  async function submit(...args: A): Promise<void> {
    if (isSending.current) return
    isSending.current = true
    setState({ step: 'submitting' })
    try {
      await send(...args)
      setState({ step: 'done' })
    } catch (error) {
      setState({ step: 'refused', refusal: refusalFrom(error) })
    } finally {
      isSending.current = false
    }
  }

  return {
    submit,
    step: state.step,
    refusal: state.step === 'refused' ? state.refusal : undefined,
    isBusy: state.step === 'submitting',
    reset: () => setState({ step: 'initial' }),
  }
}

/** An error that is not an answer of the server is a defect of ours. */
export const refusalFrom = (error: unknown): ApiRefusal =>
  error instanceof ApiRefusal ? error : new ApiRefusal('internal_error', 0)

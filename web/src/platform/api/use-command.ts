import type { BodyOf, Endpoint, ParamsOf, ReplyOf } from '@kontor/contract/endpoint'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiRefusal, call } from './api-client.ts'
import { type Attempt, attemptFor, sentIn } from './attempt.ts'
import { readChanged } from './read-again.ts'
import { useScope } from './scope.ts'

type State = { step: 'idle' } | { step: 'sending' } | { step: 'refused'; refusal: ApiRefusal }

interface Watching {
  /** Called at once, for callers that cannot wait for the next rendering, which may not come. */
  onSent?: (attempt: Attempt) => void
  onRefused?: (refusal: ApiRefusal) => void
  headers?: Readonly<Record<string, string>> | undefined
}

/** An answer without a body becomes an object, because undefined means a refusal. */
export type Done<E extends Endpoint> = ReplyOf<E> extends undefined ? object : ReplyOf<E>

/**
 * Sends a command. `submit` gives the reply. It gives undefined when the command was refused (then `refusal` has the
 * refusal) or when one is already under way. A request without an answer is sent again under the same key, so that it
 * is never executed twice. The same holds for the request in `left`, which a page left unanswered.
 */
export function useCommand<E extends Endpoint>(endpoint: E, left?: Attempt) {
  const [state, setState] = useState<State>(left ? { step: 'refused', refusal: noAnswer } : { step: 'idle' })
  const attempt = useRef(left)
  const isSending = useRef(false)
  const queries = useQueryClient()
  const scope = useScope()

  async function submit(
    params: ParamsOf<E>,
    body: BodyOf<E>,
    { onSent, onRefused, headers = {} }: Watching = {},
  ): Promise<Done<E> | undefined> {
    if (isSending.current) return undefined
    isSending.current = true
    setState({ step: 'sending' })
    const isLeft = left !== undefined && attempt.current === left
    const current = isLeft ? left : attemptFor(attempt.current, { params, body, scope })
    attempt.current = current
    onSent?.(current)
    try {
      const sent = sentIn(current)
      const reply = await call<Endpoint>(endpoint, { ...sent, headers, key: current.key })
      attempt.current = undefined
      setState({ step: 'idle' })
      void readChanged(queries, endpoint)
      // The cast is needed because the request may come from before this page was loaded, and is then only known as
      // text. The answer belongs to the endpoint.
      return (reply ?? {}) as Done<E>
    } catch (error) {
      const refusal = error instanceof ApiRefusal ? error : new ApiRefusal('internal_error', 0)
      // A new key is needed: the server would repeat the refusal that it stores under the key, even when its cause is
      // gone.
      if (!isUndecided(refusal)) attempt.current = undefined
      setState({ step: 'refused', refusal })
      onRefused?.(refusal)
      return undefined
    } finally {
      isSending.current = false
    }
  }

  return {
    submit,
    refusal: state.step === 'refused' ? state.refusal : undefined,
    isBusy: state.step === 'sending',
    /** Forgets the last refusal, for example when the form opens again. */
    reset: () => {
      attempt.current = undefined
      setState({ step: 'idle' })
    },
  }
}

const noAnswer = new ApiRefusal('network', 0)

/** True when the command may have been executed: the reply was lost, or the first attempt is still running. */
export const isUndecided = ({ code, status }: ApiRefusal): boolean =>
  code === 'network' || code === 'idempotency_key_in_use' || status >= 500

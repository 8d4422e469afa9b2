import type { BodyOf, Endpoint, ParamsOf } from '@kontor/contract/endpoint'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readChanged } from '../api/read-again.ts'
import { type Done, isUndecided, useCommand } from '../api/use-command.ts'
import type { Draft } from '../draft.ts'
import { notify } from '../notify.ts'
import { useOwnDraft } from './use-draft.ts'

/**
 * Sends a command from a dialog. Its result is shown even when the person has left the page meanwhile. A form with a
 * draft name keeps the request until its answer arrives, so that the request can be repeated after the page was left.
 */
export function useSending<E extends Endpoint>(endpoint: E, opened: boolean, name?: string) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const draft = useOwnDraft<object>(name ?? endpoint.name)
  const [left] = useState(() => (name ? draft.sent() : undefined))
  const { submit, ...sending } = useCommand(endpoint, left)
  const isOnScreen = useOnScreen(opened)

  async function send(
    params: ParamsOf<E>,
    body: BodyOf<E>,
    /** `false`: the body contains values that the browser must not store. */
    mayKeep = true,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Done<E> | undefined> {
    const [typed, over] = [draft.read(), draft.over()]
    let isSignedOut = false
    const reply = await submit(params, body, {
      headers,
      onSent: (attempt) => {
        if (!name) return
        if (mayKeep) draft.write(typed ?? {}, attempt)
        else draft.clear()
      },
      onRefused: (refusal) => {
        isSignedOut = refusal.status === 401
        if (name && !isUndecided(refusal)) giveBack(draft, typed, over)
      },
    })
    if (reply !== undefined) {
      if (name) draft.clear()
      return reply
    }
    // The data may have changed before a refusal, or by a command without an answer: the present data is read in both
    // cases.
    void readChanged(queries, endpoint)
    // A request without a session was not executed, and the form opens again after signing in.
    if (!isOnScreen() && !isSignedOut) notify({ color: 'red', message: t('sending.not_confirmed'), isLasting: true })
    return undefined
  }

  return {
    ...sending,
    send,
    isOnScreen,
    isUndecided: sending.refusal !== undefined && isUndecided(sending.refusal),
  }
}

export type Sending = Omit<ReturnType<typeof useSending>, 'send' | 'isOnScreen'>

/** Turns the request back into typed values, because it was not executed. */
function giveBack(draft: Draft<object>, typed: object | undefined, over: ReturnType<Draft<object>['over']>): void {
  if (typed && Object.keys(typed).length > 0) draft.write(typed, undefined, over)
  else draft.clear()
}

function useOnScreen(opened: boolean): () => boolean {
  const isOnScreen = useRef(opened)
  useEffect(() => {
    isOnScreen.current = opened
    return () => {
      isOnScreen.current = false
    }
  }, [opened])
  return () => isOnScreen.current
}

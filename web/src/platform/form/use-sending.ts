import type { Command, CommandBody } from '@kontor/contract/command'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { notify } from '../notify.ts'
import { isUndecided, useCommand } from '../use-command.ts'

/** Sends a command from a dialog: its outcome is told wherever the person has gone meanwhile. */
export function useSending<C extends Command>(command: C, opened: boolean) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { submit, ...sending } = useCommand(command)
  const isOnScreen = useOnScreen(opened)

  async function send(params: Record<string, string>, body: CommandBody<C>): Promise<z.output<C['reply']> | undefined> {
    let isSignedOut = false
    const reply = await submit(params, body, ({ status }) => {
      isSignedOut = status === 401
    })
    if (reply !== undefined) return reply
    // Refused because things have changed, or done without an answer: either way, show how things stand.
    for (const changed of command.changes) void queries.invalidateQueries({ queryKey: [changed] })
    // Refused at the door: nothing happened, and the form is there again after signing in.
    if (!isOnScreen.current && !isSignedOut)
      notify({ color: 'red', message: t('sending.not_confirmed'), isLasting: true })
    return undefined
  }

  return { ...sending, send, isUndecided: sending.refusal !== undefined && isUndecided(sending.refusal) }
}

export type Sending = Omit<ReturnType<typeof useSending>, 'send'>

function useOnScreen(opened: boolean) {
  const isOnScreen = useRef(opened)
  useEffect(() => {
    isOnScreen.current = opened
    return () => {
      isOnScreen.current = false
    }
  }, [opened])
  return isOnScreen
}

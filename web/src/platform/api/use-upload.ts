import type { Endpoint, ReplyOf } from '@kontor/contract/endpoint'
import { fileNameHeader } from '@kontor/contract/platform/file-name.rules'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiRefusal, type Asked, call, type Said } from './api-client.ts'
import { type Attempt, attemptFor } from './attempt.ts'
import { readChanged } from './read-again.ts'
import { useRefusalText } from './refusal-text.ts'
import { useScope } from './scope.ts'
import { isUndecided } from './use-command.ts'

type TakingFiles = Endpoint & { readonly takes: { readonly kind: 'file'; readonly bytes: number } }

interface Texts {
  tooLarge: (name: string) => string
  refused: (name: string, reason: string, refusal: ApiRefusal) => string
}

/**
 * Hands in files, one after the other; the first one that is refused stops the rest. A file without an answer may have been
 * stored, so it is sent again under the same key.
 */
export function useUpload<E extends TakingFiles>(endpoint: E, texts: Texts) {
  const textOf = useRefusalText()
  const queries = useQueryClient()
  const scope = useScope()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const unanswered = useRef<Attempt>(undefined)
  const isSending = useRef(false)

  /** The answer, or why the file was not taken. */
  async function sendOne(file: File, asked: Asked<E>): Promise<{ answer: ReplyOf<E> } | { problem: string }> {
    const { name, size, type, lastModified } = file
    if (size > endpoint.takes.bytes) return { problem: texts.tooLarge(name) }
    const sent = attemptFor(unanswered.current, { params: {}, body: { asked, name, size, type, lastModified }, scope })
    unanswered.current = sent
    const headers = { [fileNameHeader]: encodeURIComponent(name) }
    try {
      // The casts are needed because the arguments and the answer of an endpoint that is not known yet have no shape.
      const said = { ...asked, body: file, headers, scope, key: sent.key } as unknown as Said<Endpoint>
      const answer = await call<Endpoint>(endpoint, said)
      unanswered.current = undefined
      return { answer: answer as ReplyOf<E> }
    } catch (refused) {
      if (!(refused instanceof ApiRefusal)) throw refused
      if (!isUndecided(refused)) unanswered.current = undefined
      return { problem: texts.refused(name, textOf(refused), refused) }
    }
  }

  async function sendAll(
    files: readonly File[],
    asked: Asked<E>,
  ): Promise<{ answers: ReplyOf<E>[]; problem?: string }> {
    const answers: ReplyOf<E>[] = []
    for (const file of files) {
      const sent = await sendOne(file, asked)
      if ('problem' in sent) return { answers, problem: sent.problem }
      answers.push(sent.answer)
    }
    return { answers }
  }

  return {
    isBusy,
    problem,
    forgetProblem: () => setProblem(undefined),
    /** Gives the answers about the files that were taken; none of a second press, which comes before the button is drawn as busy. */
    send: async (files: readonly File[], asked: Asked<E>): Promise<ReplyOf<E>[]> => {
      if (isSending.current) return []
      isSending.current = true
      setProblem(undefined)
      setBusy(true)
      let problem: string | undefined
      try {
        const sent = await sendAll(files, asked)
        problem = sent.problem
        // Until the caller knows the answers, a second press would hand in the same files once more.
        await readChanged(queries, endpoint)
        return sent.answers
      } finally {
        isSending.current = false
        setBusy(false)
        // Whoever reads it chooses another file, which is not taken while this one is being sent.
        setProblem(problem)
      }
    },
  }
}

import type { QueryOf } from '@kontor/contract/endpoint'
import { createImportEndpoint } from '@kontor/contract/imports/import.endpoints'
import { importLimits } from '@kontor/contract/imports/import.rules'
import { fileNameHeader } from '@kontor/contract/platform/file-name.rules'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiRefusal, call } from '../platform/api/api-client.ts'
import { type Attempt, attemptFor } from '../platform/api/attempt.ts'
import { readAgain } from '../platform/api/read-again.ts'
import { useRefusalText } from '../platform/api/refusal-text.ts'
import { useScope } from '../platform/api/scope.ts'
import { isUndecided } from '../platform/api/use-command.ts'
import { useKnownText } from '../ui/known-text.ts'

type Query = QueryOf<typeof createImportEndpoint>

/** Hands in a file to import. One without an answer is sent again under the same key. */
export function useImportUpload() {
  const { t } = useTranslation()
  const textOf = useRefusalText()
  const knownText = useKnownText()
  const queries = useQueryClient()
  const scope = useScope()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const unanswered = useRef<Attempt>(undefined)

  /** Gives the id of the import; undefined when the file was refused. */
  async function post(query: Query, file: File): Promise<string | undefined> {
    const { name, size, type, lastModified } = file
    const sent = attemptFor(unanswered.current, { params: {}, body: { query, name, size, type, lastModified }, scope })
    unanswered.current = sent
    const headers = { [fileNameHeader]: encodeURIComponent(name) }
    try {
      const made = await call(createImportEndpoint, { query, body: file, headers, scope, key: sent.key })
      unanswered.current = undefined
      return made.id
    } catch (refused) {
      if (!(refused instanceof ApiRefusal)) throw refused
      if (!isUndecided(refused)) unanswered.current = undefined
      const why = refused.code === 'import_unreadable' ? String(refused.details['problem']) : undefined
      setProblem(why === undefined ? textOf(refused) : knownText('imports.problem', why, textOf(refused)))
      return undefined
    }
  }

  return {
    isBusy,
    problem,
    send: async (query: Query, file: File) => {
      setProblem(undefined)
      if (file.size > importLimits.bytes) return void setProblem(t('imports.too_large', { name: file.name }))
      setBusy(true)
      const id = await post(query, file).finally(() => setBusy(false))
      await readAgain(queries, { queryKey: [createImportEndpoint.area] })
      return id
    },
  }
}

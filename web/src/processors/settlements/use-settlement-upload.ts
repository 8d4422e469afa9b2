import { fileNameHeader } from '@kontor/contract/platform/file-name.rules'
import { addSettlementFileEndpoint } from '@kontor/contract/processors/processor-settlement.endpoints'
import { settlementFileLimits } from '@kontor/contract/processors/processor-settlement.rules'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiRefusal, call } from '../../platform/api/api-client.ts'
import { type Attempt, attemptFor } from '../../platform/api/attempt.ts'
import { readAgain } from '../../platform/api/read-again.ts'
import { useRefusalText } from '../../platform/api/refusal-text.ts'
import { useScope } from '../../platform/api/scope.ts'
import { isUndecided } from '../../platform/api/use-command.ts'

/** Hands in a file of a gateway. One without an answer is sent again under the same key. */
export function useSettlementUpload(id: string) {
  const { t } = useTranslation()
  const textOf = useRefusalText()
  const queries = useQueryClient()
  const scope = useScope()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const unanswered = useRef<Attempt>(undefined)

  async function send(file: File) {
    const { name, size, type, lastModified } = file
    const sent = attemptFor(unanswered.current, { params: { id }, body: { name, size, type, lastModified }, scope })
    unanswered.current = sent
    const headers = { [fileNameHeader]: encodeURIComponent(name) }
    try {
      await call(addSettlementFileEndpoint, { params: { id }, body: file, headers, scope, key: sent.key })
      unanswered.current = undefined
    } catch (refused) {
      if (!(refused instanceof ApiRefusal)) throw refused
      if (!isUndecided(refused)) unanswered.current = undefined
      setProblem(t('settlements.refused', { name, reason: textOf(refused) }))
    }
  }

  return {
    isBusy,
    problem,
    add: async (file: File | null) => {
      if (!file) return
      setProblem(undefined)
      if (file.size > settlementFileLimits.bytes) return setProblem(t('settlements.too_large', { name: file.name }))
      setBusy(true)
      await send(file).finally(() => setBusy(false))
      await readAgain(queries, { queryKey: [addSettlementFileEndpoint.area] })
    },
  }
}

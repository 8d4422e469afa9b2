import {
  addEvidenceEndpoint,
  listEvidenceEndpoint,
  removeEvidenceEndpoint,
} from '@kontor/contract/disputes/chargeback.endpoints'
import { evidenceLimits } from '@kontor/contract/disputes/chargeback.rules'
import type { Evidence } from '@kontor/contract/disputes/chargeback.schemas'
import { fileNameHeader } from '@kontor/contract/platform/file-name.rules'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiRefusal, call } from '../platform/api/api-client.ts'
import { type Attempt, attemptFor } from '../platform/api/attempt.ts'
import { readAgain } from '../platform/api/read-again.ts'
import { useRead } from '../platform/api/reading.ts'
import { useRefusalText } from '../platform/api/refusal-text.ts'
import { useScope } from '../platform/api/scope.ts'
import { isUndecided } from '../platform/api/use-command.ts'

/** The files of a chargeback. The server stores each file as soon as it is chosen. */
export function useEvidence(id: string, isWanted = true) {
  const { t } = useTranslation()
  const textOf = useRefusalText()
  const queries = useQueryClient()
  const scope = useScope()
  const { data, error, refetch } = useRead(listEvidenceEndpoint, { params: { id }, enabled: isWanted })
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  // The last file without an answer. The server may have stored it, so the same file is sent again under the same key.
  const unanswered = useRef<Attempt>(undefined)

  /** Shows a refusal and returns it; undefined after success. */
  async function attempt(work: () => Promise<unknown>, name: string): Promise<ApiRefusal | undefined> {
    try {
      await work()
      return undefined
    } catch (refused) {
      if (!(refused instanceof ApiRefusal)) throw refused
      setProblem(t('chargebacks.evidence.refused', { name, reason: textOf(refused) }))
      return refused
    }
  }
  async function during(work: () => Promise<void>) {
    setProblem(undefined)
    setBusy(true)
    await work().finally(() => setBusy(false))
    await readAgain(queries, { queryKey: [listEvidenceEndpoint.area] })
  }

  return {
    id,
    files: data,
    error,
    refetch,
    isBusy,
    problem,
    /** Uploads one file after the other; the first refused file stops the rest. */
    add: (files: readonly File[]) =>
      during(async () => {
        for (const file of files) {
          if (file.size > evidenceLimits.bytes) {
            setProblem(t('chargebacks.evidence.too_large', { name: file.name }))
            return
          }
          const headers = { [fileNameHeader]: encodeURIComponent(file.name) }
          const { name, size, type, lastModified } = file
          const body = { name, size, type, lastModified }
          const sent = attemptFor(unanswered.current, { params: { id }, body, scope })
          unanswered.current = sent
          const refusal = await attempt(
            () => call(addEvidenceEndpoint, { params: { id }, body: file, headers, scope, key: sent.key }),
            file.name,
          )
          if (!refusal || !isUndecided(refusal)) unanswered.current = undefined
          if (refusal) return
        }
      }),
    remove: ({ id: evidence, name }: Evidence) =>
      during(async () => {
        await attempt(() => call(removeEvidenceEndpoint, { params: { id, evidence }, scope }), name)
      }),
  }
}

export type EvidenceState = ReturnType<typeof useEvidence>

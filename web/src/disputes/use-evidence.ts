import {
  addEvidenceEndpoint,
  listEvidenceEndpoint,
  removeEvidenceEndpoint,
} from '@kontor/contract/disputes/chargeback.endpoints'
import { evidenceLimits, fileNameHeader } from '@kontor/contract/disputes/chargeback.rules'
import type { Evidence } from '@kontor/contract/disputes/chargeback.schemas'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiRefusal, call } from '../platform/api/api-client.ts'
import { useRead } from '../platform/api/reading.ts'
import { useRefusalText } from '../platform/api/refusal-text.ts'
import { useScope } from '../platform/api/scope.ts'

/** The files of a chargeback. The server stores each file as soon as it is chosen. */
export function useEvidence(id: string, isWanted = true) {
  const { t } = useTranslation()
  const textOf = useRefusalText()
  const queries = useQueryClient()
  const scope = useScope()
  const { data, error, refetch } = useRead(listEvidenceEndpoint, { params: { id }, enabled: isWanted })
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function attempt(work: () => Promise<unknown>, name: string): Promise<boolean> {
    try {
      await work()
      return true
    } catch (refused) {
      if (!(refused instanceof ApiRefusal)) throw refused
      setProblem(t('chargebacks.evidence.refused', { name, reason: textOf(refused) }))
      return false
    }
  }
  async function during(work: () => Promise<void>) {
    setProblem(undefined)
    setBusy(true)
    await work().finally(() => setBusy(false))
    await queries.invalidateQueries({ queryKey: [listEvidenceEndpoint.area] })
  }

  return {
    id,
    files: data,
    error,
    refetch,
    isBusy,
    problem,
    refuse: setProblem,
    /** Uploads one file after the other; the first refused file stops the rest. */
    add: (files: readonly File[]) =>
      during(async () => {
        for (const file of files) {
          if (file.size > evidenceLimits.bytes) {
            setProblem(t('chargebacks.evidence.too_large', { name: file.name }))
            return
          }
          const headers = { [fileNameHeader]: encodeURIComponent(file.name) }
          const isKept = await attempt(
            () => call(addEvidenceEndpoint, { params: { id }, body: file, headers, scope }),
            file.name,
          )
          if (!isKept) return
        }
      }),
    remove: ({ id: evidence, name }: Evidence) =>
      during(async () => {
        await attempt(() => call(removeEvidenceEndpoint, { params: { id, evidence }, scope }), name)
      }),
  }
}

export type EvidenceState = ReturnType<typeof useEvidence>

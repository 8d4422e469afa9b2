import {
  addEvidenceEndpoint,
  listEvidenceEndpoint,
  removeEvidenceEndpoint,
} from '@kontor/contract/disputes/chargeback.endpoints'
import type { Evidence } from '@kontor/contract/disputes/chargeback.schemas'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiRefusal, call } from '../platform/api/api-client.ts'
import { readAgain } from '../platform/api/read-again.ts'
import { useRead } from '../platform/api/reading.ts'
import { useRefusalText } from '../platform/api/refusal-text.ts'
import { useScope } from '../platform/api/scope.ts'
import { useUpload } from '../platform/api/use-upload.ts'

/** The files of a chargeback. The server stores each file as soon as it is chosen. */
export function useEvidence(id: string, isWanted = true) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(listEvidenceEndpoint, { params: { id }, enabled: isWanted })
  const upload = useUpload(addEvidenceEndpoint, {
    tooLarge: (name) => t('chargebacks.evidence.too_large', { name }),
    refused: (name, reason) => t('chargebacks.evidence.refused', { name, reason }),
  })
  const removal = useRemoval(id)
  return {
    id,
    files: data,
    error,
    refetch,
    isBusy: upload.isBusy || removal.isBusy,
    problem: upload.problem ?? removal.problem,
    add: async (files: readonly File[]) => {
      removal.forgetProblem()
      await upload.send(files, { params: { id } })
    },
    remove: async (evidence: Evidence) => {
      upload.forgetProblem()
      await removal.remove(evidence)
    },
  }
}

function useRemoval(id: string) {
  const { t } = useTranslation()
  const textOf = useRefusalText()
  const queries = useQueryClient()
  const scope = useScope()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  return {
    isBusy,
    problem,
    forgetProblem: () => setProblem(undefined),
    remove: async ({ id: evidence, name }: Evidence) => {
      setProblem(undefined)
      setBusy(true)
      try {
        await call(removeEvidenceEndpoint, { params: { id, evidence }, scope })
      } catch (refused) {
        if (!(refused instanceof ApiRefusal)) throw refused
        setProblem(t('chargebacks.evidence.refused', { name, reason: textOf(refused) }))
      } finally {
        setBusy(false)
      }
      await readAgain(queries, { queryKey: [listEvidenceEndpoint.area] })
    },
  }
}

export type EvidenceState = ReturnType<typeof useEvidence>

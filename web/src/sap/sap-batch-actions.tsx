import {
  acknowledgeSapBatchEndpoint,
  rejectSapBatchEndpoint,
  takeSapBatchFileEndpoint,
} from '@kontor/contract/sap/sap.endpoints'
import { sapBatchCan } from '@kontor/contract/sap/sap.rules'
import type { SapBatch } from '@kontor/contract/sap/sap-batch.entity'
import { IconCheck, IconDownload, IconX } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { draftName, useHasDraft } from '../platform/form/use-draft.ts'
import { IfMay } from '../platform/if-may.tsx'
import { ActionBar } from '../platform/panel/action-bar.tsx'
import { ActionButton } from '../platform/panel/action-button.tsx'

const forms = () => import('./sap-batch.form.tsx')
const TakeFile = lazy(() => forms().then((module) => ({ default: module.TakeSapBatchFile })))
const Acknowledge = lazy(() => forms().then((module) => ({ default: module.AcknowledgeSapBatch })))
const Reject = lazy(() => forms().then((module) => ({ default: module.RejectSapBatch })))

type Open = 'take' | 'acknowledge' | 'reject'

/** Its file is taken for SAP, and a person says what SAP answered. */
export function SapBatchActions({ row, isComplete }: { row: SapBatch; isComplete: boolean }) {
  const { t } = useTranslation()
  const wasRejecting = useHasDraft(draftName(rejectSapBatchEndpoint, row.id))
  const maySend = sapBatchCan.send(row)
  const mayAnswer = sapBatchCan.answer(row)
  const [open, setOpen] = useState<Open | undefined>(wasRejecting && mayAnswer ? 'reject' : undefined)
  const close = () => setOpen(undefined)
  return (
    <ActionBar>
      <IfMay do={takeSapBatchFileEndpoint}>
        <ActionButton
          icon={IconDownload}
          label={t(maySend ? 'sap.send' : 'sap.take_again')}
          isPrimary={maySend}
          reason={maySend && !isComplete ? t('sap.missing_title') : undefined}
          onClick={() => setOpen('take')}
        />
      </IfMay>
      {mayAnswer && (
        <IfMay do={acknowledgeSapBatchEndpoint}>
          <ActionButton
            icon={IconCheck}
            label={t('sap.acknowledge')}
            isPrimary
            onClick={() => setOpen('acknowledge')}
          />
        </IfMay>
      )}
      {mayAnswer && (
        <IfMay do={rejectSapBatchEndpoint}>
          <ActionButton icon={IconX} label={t('sap.reject')} onClick={() => setOpen('reject')} />
        </IfMay>
      )}
      <Suspense fallback={null}>
        {open === 'take' && <TakeFile row={row} onClose={close} />}
        {open === 'acknowledge' && <Acknowledge row={row} onClose={close} />}
        {open === 'reject' && <Reject row={row} onClose={close} />}
      </Suspense>
    </ActionBar>
  )
}

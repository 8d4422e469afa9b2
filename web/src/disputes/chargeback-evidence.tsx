import { disputeChargebackEndpoint } from '@kontor/contract/disputes/chargeback.endpoints'
import { IconPaperclip } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { NotYet } from '../platform/not-yet.tsx'
import { useMay } from '../platform/viewer.ts'
import { EmptyState } from '../ui/page/empty-state.tsx'
import type { ChargebackRow } from './chargeback-row.ts'
import { EvidenceFiles } from './evidence-files.tsx'
import { EvidenceWanted } from './evidence-wanted.tsx'
import { useEvidence } from './use-evidence.ts'

/** Evidence that the dispute was or will be sent with. */
export function ChargebackEvidence({ row }: { row: ChargebackRow }) {
  const { t } = useTranslation()
  const evidence = useEvidence(row.id)
  const mayAnswer = useMay(disputeChargebackEndpoint)
  const mayChange = mayAnswer && row.status === 'OPEN' && row.answer === null && row.answers.includes('DISPUTE')
  if (!evidence.files) return <NotYet error={evidence.error} refetch={evidence.refetch} rows={3} />
  const isEmpty = evidence.files.length === 0
  return (
    <>
      {isEmpty && (
        <EmptyState
          icon={<IconPaperclip />}
          title={t('chargebacks.evidence.none')}
          text={t(mayChange ? 'chargebacks.evidence.none_yet' : 'chargebacks.evidence.none_sent')}
        />
      )}
      {mayChange && <EvidenceWanted of={row} />}
      {(!isEmpty || mayChange) && <EvidenceFiles evidence={evidence} mayChange={mayChange} />}
    </>
  )
}

import { disputeChargebackEndpoint } from '@kontor/contract/disputes/chargeback.endpoints'
import { disputeChargebackSchemas } from '@kontor/contract/disputes/chargeback.schemas'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { LongTextField } from '../platform/form/fields.tsx'
import { RecordForm, useRecordForm } from '../platform/form/record-form.tsx'
import { useAnswerNotice } from '../platform/panel/answer-notice.ts'
import { useMoney } from '../platform/value/use-money.ts'
import { ChargebackNotices } from './chargeback-notices.tsx'
import type { ChargebackRow } from './chargeback-row.ts'
import { EvidenceFiles } from './evidence-files.tsx'
import { EvidenceWanted, useReasonLine } from './evidence-wanted.tsx'
import { type EvidenceState, useEvidence } from './use-evidence.ts'

interface DisputeDialogProps {
  chargeback: ChargebackRow
  opened: boolean
  onClose: () => void
}

/**
 * The evidence in files and words. Sending it cannot be undone. Files are stored when they are added, so closing the
 * dialog loses nothing.
 */
export function DisputeDialog({ chargeback, opened, onClose }: DisputeDialogProps) {
  const { t } = useTranslation()
  const money = useMoney()
  const notify = useAnswerNotice()
  const reasonLine = useReasonLine()
  const evidence = useEvidence(chargeback.id, opened)
  const hasFiles = (evidence.files?.length ?? 0) > 0

  return (
    <RecordForm
      endpoint={disputeChargebackEndpoint}
      body={disputeChargebackSchemas.body}
      params={{ id: chargeback.id }}
      title={t('chargebacks.dispute_title', { reference: chargeback.merchant_reference })}
      verb={t('chargebacks.dispute_verb')}
      size="md"
      opened={opened}
      onClose={onClose}
      initial={{ explanation: '' }}
      problems={() => ({ files: hasFiles ? null : t('chargebacks.evidence.needed') })}
      keepsUnanswered
      onDone={notify}
    >
      <ChargebackNotices row={chargeback} />
      <Text size="sm">{reasonLine(chargeback)}</Text>
      <EvidenceWanted of={chargeback} />
      <Text size="sm">
        {t('chargebacks.dispute_text', { amount: money(chargeback.amount, chargeback.currency_code) })}
      </Text>
      <Files evidence={evidence} hasFiles={hasFiles} />
      <LongTextField
        name="explanation"
        label={t('chargebacks.explanation')}
        description={t('chargebacks.explanation_help')}
        maxLength={4000}
        rows={4}
      />
    </RecordForm>
  )
}

function Files({ evidence, hasFiles }: { evidence: EvidenceState; hasFiles: boolean }) {
  const { errorOf, isFixed } = useRecordForm()
  return <EvidenceFiles evidence={evidence} mayChange={!isFixed} problem={hasFiles ? undefined : errorOf('files')} />
}

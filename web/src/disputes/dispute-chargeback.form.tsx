import { disputeChargebackEndpoint } from '@kontor/contract/disputes/chargeback.endpoints'
import { disputeChargebackSchemas } from '@kontor/contract/disputes/chargeback.schemas'
import { Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { useFieldErrors, useReasonText } from '../platform/api/refusal-text.ts'
import { SendingDialog } from '../platform/form/sending-dialog.tsx'
import { draftName, useDraft } from '../platform/form/use-draft.ts'
import { useSending } from '../platform/form/use-sending.ts'
import { useAnswerNotice } from '../platform/panel/answer-notice.ts'
import { useMoney } from '../platform/value/money.tsx'
import { EvidenceFiles } from './evidence-files.tsx'
import type { ChargebackRow } from './row.ts'
import { useEvidence } from './use-evidence.ts'

interface DisputeDialogProps {
  chargeback: ChargebackRow
  opened: boolean
  onClose: () => void
}

const explanationSchema = disputeChargebackSchemas.body.shape.explanation

/**
 * The evidence in files and words. Sending it cannot be undone. Files are stored when they are added, so closing the
 * dialog loses nothing.
 */
export function DisputeDialog({ chargeback, opened, onClose }: DisputeDialogProps) {
  const { t } = useTranslation()
  const money = useMoney()
  const notify = useAnswerNotice()
  const reasonText = useReasonText()
  const name = draftName(disputeChargebackEndpoint, chargeback.id)
  const sending = useSending(disputeChargebackEndpoint, opened, name)
  const refused = useFieldErrors(sending.refusal)
  const evidence = useEvidence(chargeback.id, opened)
  const isFixed = sending.isBusy || sending.isUndecided
  const form = useForm({
    initialValues: { explanation: '' },
    validate: {
      explanation: (value) => {
        const problem = explanationSchema.safeParse(value).error?.issues[0]?.message
        return problem ? reasonText(problem) : null
      },
    },
  })
  const draft = useDraft(form, name, { opened, isFixed })
  const hasFiles = (evidence.files?.length ?? 0) > 0

  async function submit({ explanation }: { explanation: string }) {
    const text = explanation.trim()
    const reply = await sending.send({ id: chargeback.id }, text ? { explanation: text } : {})
    if (reply === undefined) return
    form.reset()
    draft.clear()
    onClose()
    notify(reply)
  }

  function close() {
    if (!isFixed) {
      form.reset()
      draft.clear()
      sending.reset()
    }
    onClose()
  }

  return (
    <SendingDialog
      opened={opened}
      onClose={close}
      title={t('chargebacks.dispute_title', { reference: chargeback.merchant_reference })}
      verb={t('chargebacks.dispute_verb')}
      isChanged={form.values.explanation !== ''}
      sending={sending}
      onSubmit={(event) => {
        event.preventDefault()
        if (hasFiles) form.onSubmit(submit)()
        else evidence.refuse(t('chargebacks.evidence.needed'))
      }}
    >
      <Text size="sm">
        {t('chargebacks.dispute_text', { amount: money(chargeback.amount, chargeback.currency_code) })}
      </Text>
      <EvidenceFiles evidence={evidence} mayChange={!isFixed} />
      <Textarea
        label={t('chargebacks.explanation')}
        description={t('chargebacks.explanation_help')}
        maxLength={4000}
        rows={4}
        readOnly={isFixed}
        {...form.getInputProps('explanation')}
        error={form.errors.explanation ?? refused.explanation}
      />
    </SendingDialog>
  )
}

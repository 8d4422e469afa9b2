import { cancelStuckOperationEndpoint } from '@kontor/contract/payments/stuck-operation.endpoints'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ConfirmCommand } from '../../platform/confirm-command.tsx'
import { notify } from '../../platform/notify.ts'
import typography from '../../ui/words/typography.module.css'
import type { StuckRow } from '../rows.ts'

interface CancelDialogProps {
  row: StuckRow
  processor: string
  opened: boolean
  onClose: () => void
}

/** Asks the processor to cancel a payment of which only our reference is known. */
export function CancelDialog({ row, processor, opened, onClose }: CancelDialogProps) {
  const { t } = useTranslation()
  return (
    <ConfirmCommand
      endpoint={cancelStuckOperationEndpoint}
      params={{ id: row.id }}
      opened={opened}
      onClose={onClose}
      title={t('payments.stuck.cancel_title')}
      text={
        <Text size="sm" className={typography.anywhere}>
          {t('payments.stuck.cancel_text', { reference: row.id, processor })}
        </Text>
      }
      verb={t('payments.stuck.cancel_verb')}
      isDangerous
      done={() => notify({ color: 'blue', message: t('payments.stuck.cancelled_notice') })}
    />
  )
}

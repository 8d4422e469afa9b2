import { attachContradictionEndpoint } from '@kontor/contract/contradictions/contradiction.endpoints'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ConfirmCommand } from '../platform/confirm-command.tsx'
import { useMoney } from '../platform/value/use-money.ts'
import typography from '../ui/words/typography.module.css'
import type { ContradictionRow } from './contradiction-row.ts'

interface AttachDialogProps {
  row: ContradictionRow
  opened: boolean
  onClose: () => void
}

/** Says what becomes of the subscription or scheduled payment before it gets the payment. */
export function AttachDialog({ row, opened, onClose }: AttachDialogProps) {
  const { t } = useTranslation()
  const money = useMoney()
  const what = row.subscription ? 'subscription' : 'scheduled'
  const of = {
    reference: row.merchant_reference ?? '',
    amount: money(row.our_amount ?? 0, row.currency_code ?? 'EUR'),
    processor: row.processor_name,
  }
  return (
    <ConfirmCommand
      endpoint={attachContradictionEndpoint}
      params={{ id: row.id }}
      opened={opened}
      onClose={onClose}
      title={t(`contradictions.attach_title.${what}`, of)}
      text={
        <Text size="sm" className={typography.anywhere}>
          {t(`contradictions.attach_text.${what}`, of)}
        </Text>
      }
      verb={t('contradictions.attach_verb')}
      done={t(`contradictions.notice.ATTACHED.${what}`)}
    />
  )
}

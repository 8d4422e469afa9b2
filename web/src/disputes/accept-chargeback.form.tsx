import { acceptChargebackEndpoint } from '@kontor/contract/disputes/chargeback.endpoints'
import { Alert, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { isPaidBackTwice } from '../payments/refunds/refunded-flag.tsx'
import { ConfirmCommand } from '../platform/confirm-command.tsx'
import { useAnswerNotice } from '../platform/panel/answer-notice.ts'
import { useMoney } from '../platform/value/use-money.ts'
import type { ChargebackRow } from './chargeback-row.ts'

interface AcceptDialogProps {
  chargeback: ChargebackRow
  opened: boolean
  onClose: () => void
}

/** Accepts the chargeback: the payer keeps the money. */
export function AcceptDialog({ chargeback, opened, onClose }: AcceptDialogProps) {
  const { t } = useTranslation()
  const money = useMoney()
  const notify = useAnswerNotice()
  const { amount, refunded_amount: refunded, currency_code: currency } = chargeback

  return (
    <ConfirmCommand
      endpoint={acceptChargebackEndpoint}
      params={{ id: chargeback.id }}
      opened={opened}
      onClose={onClose}
      title={t('chargebacks.accept_title', { reference: chargeback.merchant_reference })}
      text={
        <>
          <Text size="sm">{t('chargebacks.accept_text', { amount: money(amount, currency) })}</Text>
          {isPaidBackTwice(chargeback) && (
            <Alert color="red" p="xs">
              {t('chargebacks.accept_refunded', { amount: money(refunded, currency) })}
            </Alert>
          )}
        </>
      }
      verb={t('chargebacks.accept_verb')}
      isDangerous
      done={notify}
    />
  )
}

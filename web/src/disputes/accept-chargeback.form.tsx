import { acceptChargebackEndpoint } from '@kontor/contract/disputes/chargeback.endpoints'
import { Alert, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { isPaidBackTwice } from '../payments/refunds/refunded-flag.tsx'
import { SendingDialog } from '../platform/form/sending-dialog.tsx'
import { useSending } from '../platform/form/use-sending.ts'
import { useAnswerNotice } from '../platform/panel/answer-notice.ts'
import { useMoney } from '../platform/value/money.tsx'
import type { ChargebackRow } from './row.ts'

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
  const sending = useSending(acceptChargebackEndpoint, opened)
  const amount = money(chargeback.amount, chargeback.currency_code)

  async function submit() {
    const reply = await sending.send({ id: chargeback.id }, {})
    if (reply === undefined) return
    onClose()
    notify(reply)
  }

  function close() {
    if (!sending.isBusy && !sending.isUndecided) sending.reset()
    onClose()
  }

  return (
    <SendingDialog
      opened={opened}
      onClose={close}
      title={t('chargebacks.accept_title', { reference: chargeback.merchant_reference })}
      verb={t('chargebacks.accept_verb')}
      isDangerous
      isChanged={false}
      sending={sending}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Text size="sm">{t('chargebacks.accept_text', { amount })}</Text>
      {isPaidBackTwice(chargeback) && (
        <Alert color="red" p="xs">
          {t('chargebacks.accept_refunded', {
            amount: money(chargeback.refunded_amount, chargeback.currency_code),
          })}
        </Alert>
      )}
    </SendingDialog>
  )
}

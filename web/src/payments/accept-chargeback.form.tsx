import { acceptChargebackCommand } from '@kontor/contract/payments/chargeback.commands'
import { Alert, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { SendingDialog } from '../platform/form/sending-dialog.tsx'
import { useSending } from '../platform/form/use-sending.ts'
import { useMoney } from '../platform/money.tsx'
import { useAnswerNotice } from './answer-notice.ts'
import { isPaidBackTwice } from './refunded-flag.tsx'
import type { ChargebackRow } from './relations.ts'

interface AcceptDialogProps {
  chargeback: ChargebackRow
  opened: boolean
  onClose: () => void
}

/** Lets the payer have the money. */
export function AcceptDialog({ chargeback, opened, onClose }: AcceptDialogProps) {
  const { t } = useTranslation()
  const money = useMoney()
  const notify = useAnswerNotice()
  const sending = useSending(acceptChargebackCommand, opened)
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

import { captureTransactionEndpoint } from '@kontor/contract/payments/transaction.endpoints'
import { Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { useFieldErrors } from '../platform/api/refusal-text.ts'
import { SendingDialog } from '../platform/form/sending-dialog.tsx'
import { draftName, useDraft } from '../platform/form/use-draft.ts'
import { useSending } from '../platform/form/use-sending.ts'
import { notify } from '../platform/notify.ts'
import { AmountInput } from '../platform/value/amount-input.tsx'
import type { AmountValue } from '../platform/value/amount-typed.ts'
import { useMoney } from '../platform/value/money.tsx'
import typography from '../ui/words/typography.module.css'
import { useAmountProblem } from './amount-problem.ts'
import available from './available.module.css'
import type { TransactionRow } from './rows.ts'

interface CaptureDialogProps {
  transaction: TransactionRow
  opened: boolean
  onClose: () => void
}

/** Asks for all of the held money, or for a part; the rest then goes back to the payer. */
export function CaptureDialog({ transaction, opened, onClose }: CaptureDialogProps) {
  const { t } = useTranslation()
  const money = useMoney()
  const name = draftName(captureTransactionEndpoint, transaction.id)
  const sending = useSending(captureTransactionEndpoint, opened, name)
  const { amount: held, currency_code: currency } = transaction
  const problemOf = useAmountProblem({ most: held, currency, over: 'payments.over_authorized' })
  const refused = useFieldErrors(sending.refusal)
  const isFixed = sending.isBusy || sending.isUndecided
  const form = useForm<{ amount: AmountValue }>({
    initialValues: { amount: held },
    validateInputOnBlur: true,
    validate: { amount: problemOf },
    onValuesChange: () => {
      if (sending.refusal && !isFixed) sending.reset()
    },
  })
  const { amount } = form.values
  const draft = useDraft(form, name, { opened, isFixed })

  async function submit() {
    if (typeof amount !== 'number') return
    const reply = await sending.send({ id: transaction.id }, { amount })
    if (reply === undefined) return
    form.reset()
    draft.clear()
    onClose()
    notify({ color: 'blue', message: t('payments.capture_notice', { amount: money(amount, currency) }) })
  }

  function close() {
    if (!isFixed) {
      form.reset()
      draft.clear()
      sending.reset()
    }
    onClose()
  }

  const error = form.errors.amount ?? refused.amount
  return (
    <SendingDialog
      opened={opened}
      onClose={close}
      title={t('payments.capture_title', { reference: transaction.merchant_reference })}
      verb={
        typeof amount === 'number' && amount > 0
          ? t('payments.capture_verb', { amount: money(amount, currency) })
          : t('payments.capture')
      }
      isChanged={form.isDirty()}
      sending={sending}
      isSaidBelow={Boolean(error)}
      onSubmit={form.onSubmit(submit)}
    >
      <div className={available.available}>
        <span>{t('payments.authorized_amount')}</span>
        <strong className={typography.tabular}>{money(held, currency)}</strong>
      </div>
      <AmountInput
        label={t('payments.capture_amount')}
        currency={currency}
        withAsterisk
        data-autofocus
        readOnly={isFixed}
        {...form.getInputProps('amount')}
        value={amount}
        error={error}
      />
      <WhatHappens amount={amount} held={held} currency={currency} />
    </SendingDialog>
  )
}

function WhatHappens({ amount, held, currency }: { amount: AmountValue; held: number; currency: string }) {
  const { t } = useTranslation()
  const money = useMoney()
  if (typeof amount !== 'number' || amount === 0 || amount > held) return null
  return (
    <Text size="sm" c="dimmed">
      {amount === held
        ? t('payments.capture_text', { amount: money(amount, currency) })
        : t('payments.capture_part_text', { amount: money(amount, currency), rest: money(held - amount, currency) })}
    </Text>
  )
}

import { refundTransactionEndpoint } from '@kontor/contract/payments/refund.endpoints'
import { refundableAmount } from '@kontor/contract/payments/refund.rules'
import { refundTransactionSchemas } from '@kontor/contract/payments/refund.schemas'
import { Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { useFieldErrors } from '../../platform/api/refusal-text.ts'
import { SendingDialog } from '../../platform/form/sending-dialog.tsx'
import { draftName, useDraft } from '../../platform/form/use-draft.ts'
import { useSending } from '../../platform/form/use-sending.ts'
import { AmountInput } from '../../platform/value/amount-input.tsx'
import type { AmountValue } from '../../platform/value/amount-typed.ts'
import { useMoney } from '../../platform/value/money.tsx'
import typography from '../../ui/words/typography.module.css'
import { useAmountProblem } from '../amount-problem.ts'
import available from '../available.module.css'
import { OverrideChargeback, useChargebackInTheWay } from '../override-chargeback.tsx'
import { useMethodName } from '../payment-method.tsx'
import type { TransactionRow } from '../rows.ts'
import { useRefundNotice } from './refund-notice.ts'

interface RefundDialogProps {
  transaction: TransactionRow
  opened: boolean
  onClose: () => void
  /** Called with the id of the new refund, which may still be under way. */
  onRefunded?: (id: string) => void
}

interface RefundValues {
  /** Undefined until somebody types: it then means the whole amount that is refundable at that moment. */
  amount: AmountValue | undefined
  reason: string
  override: string
}

const empty: RefundValues = { amount: undefined, reason: '', override: '' }

export function RefundDialog({ transaction, opened, onClose, onRefunded }: RefundDialogProps) {
  const { t } = useTranslation()
  const money = useMoney()
  const notify = useRefundNotice()
  const name = draftName(refundTransactionEndpoint, transaction.id)
  const sending = useSending(refundTransactionEndpoint, opened, name)
  const currency = transaction.currency_code
  const refundable = refundableNow(transaction, sending.refusal?.details.refundable)
  const problemOf = useAmountProblem({ most: refundable, currency, over: 'payments.over_refundable' })
  const refused = useFieldErrors(sending.refusal)

  // An unanswered request can only be sent again unchanged.
  const isFixed = sending.isBusy || sending.isUndecided
  const form = useForm<RefundValues>({
    initialValues: empty,
    validateInputOnBlur: true,
    validate: {
      amount: (value) => (isFixed ? null : problemOf(orAll(value))),
      reason: (value) => {
        const problem = reasonSchema.safeParse(value).error?.issues[0]?.message
        return problem ? t([`form_validation.${problem}`, 'form_validation.invalid_value']) : null
      },
    },
    onValuesChange: (now, before) => {
      // The reason for an override answers a refusal, so typing it keeps that refusal on screen.
      if (sending.refusal && !isFixed && now.override === before.override) sending.reset()
    },
  })
  const draft = useDraft(form, name, { opened, isFixed })
  const override = useChargebackInTheWay({
    transaction: transaction.id,
    opened,
    refusal: sending.refusal,
    reason: form.values.override,
    write: (reason) => form.setFieldValue('override', reason),
  })
  // The amount defaults to the refundable amount (specification 000, section 5).
  const orAll = (value: RefundValues['amount']): AmountValue => (value === undefined ? refundable : value)
  const amount = orAll(form.values.amount)
  const isPossible = typeof amount === 'number' && amount > 0 && (isFixed || amount <= refundable)

  async function submit(values: RefundValues) {
    const sent = orAll(values.amount)
    if (typeof sent !== 'number') return
    form.setFieldValue('amount', sent)
    if (!isFixed && !override.isGiven()) return
    const reason = values.reason.trim()
    const body = { amount: sent, ...(reason ? { reason } : {}), ...override.body() }
    const reply = await sending.send({ id: transaction.id }, body)
    if (reply === undefined) return
    form.reset()
    override.reset()
    draft.clear()
    onClose()
    notify(reply, money(sent, currency))
    if (typeof reply.id === 'string') onRefunded?.(reply.id)
  }

  function close() {
    if (!isFixed) {
      form.reset()
      override.reset()
      draft.clear()
      sending.reset()
    }
    onClose()
  }

  const amountError =
    form.errors.amount ?? (sending.refusal?.code === 'refund_exceeds_refundable' ? problemOf(amount) : refused.amount)
  return (
    <SendingDialog
      opened={opened}
      onClose={close}
      title={t('payments.refund_title', { reference: transaction.merchant_reference })}
      verb={isPossible ? t('payments.refund_verb', { amount: money(amount, currency) }) : t('payments.refund')}
      isChanged={form.values.reason !== '' || override.reason !== '' || amount !== refundable}
      sending={sending}
      isSaidBelow={Boolean(amountError) || override.isInTheWay}
      onSubmit={form.onSubmit(submit)}
    >
      <div className={available.available}>
        <span>{t('payments.refund_available')}</span>
        <strong className={typography.tabular}>{money(refundable, currency)}</strong>
      </div>
      <AmountInput
        label={t('payments.refund_amount')}
        currency={currency}
        withAsterisk
        data-autofocus
        readOnly={isFixed}
        {...form.getInputProps('amount')}
        value={amount}
        error={amountError}
      />
      <Textarea
        label={t('payments.refund_reason')}
        description={t('payments.refund_reason_help')}
        maxLength={500}
        rows={3}
        readOnly={isFixed}
        {...form.getInputProps('reason')}
        error={form.errors.reason ?? refused.reason}
      />
      <OverrideChargeback override={override} isFixed={isFixed} />
      {isPossible && <WhatHappens transaction={transaction} amount={amount} />}
    </SendingDialog>
  )
}

const reasonSchema = refundTransactionSchemas.body.shape.reason

/** The refundable amount; the server's value, if it has just refused a higher amount. */
const refundableNow = (transaction: TransactionRow, said: unknown): number =>
  typeof said === 'number' ? said : refundableAmount(transaction)

function WhatHappens({ transaction, amount }: { transaction: TransactionRow; amount: number }) {
  const { t } = useTranslation()
  const money = useMoney()
  const methodOf = useMethodName()
  return (
    <Text size="sm" c="dimmed" className={typography.anywhere}>
      {t('payments.refund_text', {
        amount: money(amount, transaction.currency_code),
        payer: transaction.customer_name ?? t('payments.payer'),
        method: methodOf(transaction),
      })}
    </Text>
  )
}

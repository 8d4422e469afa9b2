import { refundExcluded } from '@kontor/contract/payments/product.rules'
import { refundTransactionEndpoint } from '@kontor/contract/payments/refund.endpoints'
import { refundableAmount } from '@kontor/contract/payments/refund.rules'
import { refundTransactionSchemas } from '@kontor/contract/payments/refund.schemas'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ApiRefusal } from '../../platform/api/api-client.ts'
import { useRefusalText } from '../../platform/api/refusal-text.ts'
import { AmountField, LongTextField } from '../../platform/form/fields.tsx'
import { type FormState, type FormValues, RecordForm, useRecordForm } from '../../platform/form/record-form.tsx'
import { draftName, useSeen } from '../../platform/form/use-draft.ts'
import { useMoney } from '../../platform/value/use-money.ts'
import typography from '../../ui/words/typography.module.css'
import { useAmountProblem } from '../amount-problem.ts'
import available from '../available.module.css'
import { OverrideChargeback, useChargebackInTheWay } from '../override-chargeback.tsx'
import { useMethodName } from '../payment-method.tsx'
import type { TransactionRow } from '../rows.ts'
import { useAbilities } from '../transaction/use-abilities.ts'
import { useRefundNotice } from './refund-notice.ts'
import { RefundedMeanwhile, refundedMeanwhile } from './refunded-meanwhile.tsx'

interface RefundDialogProps {
  transaction: TransactionRow
  opened: boolean
  onClose: () => void
  /** Called with the id of the new refund, which may still be under way. */
  onRefunded?: (id: string) => void
}

/** The amount is undefined until somebody types: it then means the whole amount that is refundable at that moment. */
const empty: FormValues = { amount: undefined, reason: '', override_chargeback_reason: '' }

export function RefundDialog(props: RefundDialogProps) {
  return props.opened ? <OpenDialog {...props} /> : null
}

function OpenDialog({ transaction, opened, onClose, onRefunded }: RefundDialogProps) {
  const { t } = useTranslation()
  const money = useMoney()
  const notify = useRefundNotice()
  const currency = transaction.currency_code
  const problemOf = useAmountProblem(currency, 'payments.over_refundable')
  const override = useChargebackInTheWay(transaction, opened)
  // What had been refunded when the dialog was opened, or the draft was typed: the server refuses if somebody refunded more since.
  const { refunded_amount } = transaction
  const seen = useSeen(draftName(refundTransactionEndpoint, transaction.id), { refunded_amount })
  const abilities = useAbilities(transaction)
  const refusalText = useRefusalText()
  const excluded = (amount: unknown) => {
    const code = abilities && typeof amount === 'number' && refundExcluded(abilities, transaction, amount)
    return code ? refusalText({ code }) : null
  }

  return (
    <RecordForm
      endpoint={refundTransactionEndpoint}
      body={refundTransactionSchemas.body}
      params={{ id: transaction.id }}
      title={t('payments.refund_title', { reference: transaction.merchant_reference })}
      verb={(form) => {
        const amount = possibleAmount(transaction, form)
        if (!amount) return t('payments.refund')
        const isAnother = refundedMeanwhile(form.refusal) !== undefined
        return t(isAnother ? 'payments.refunded_meanwhile.verb' : 'payments.refund_verb', {
          amount: money(amount, currency),
        })
      }}
      size="md"
      opened={opened}
      onClose={onClose}
      seen={seen}
      initial={{ ...empty, ...seen }}
      bodyOf={(values) => ({ ...values, amount: amountOf(transaction, values) })}
      problems={(form) => ({
        amount:
          problemOf(amountOf(transaction, form.values), refundableNow(transaction, form.refusal)) ??
          excluded(amountOf(transaction, form.values)),
        ...override.problem(form),
      })}
      isSaid={(refusal) => override.isSaid(refusal) || refundedMeanwhile(refusal) !== undefined}
      keepsUnanswered
      onDone={(made) => {
        notify(made, money(made.amount, currency))
        onRefunded?.(made.id)
      }}
    >
      <RefundedMeanwhile currency={currency} />
      <Available transaction={transaction} />
      <div className={available.amount}>
        <AmountField
          name="amount"
          label={t('payments.refund_amount')}
          currency={currency}
          fallback={refundableAmount(transaction)}
          autoFocus
        />
        <WhatHappens transaction={transaction} />
      </div>
      <LongTextField name="reason" label={t('payments.refund_reason')} description={t('payments.refund_reason_help')} />
      <OverrideChargeback {...override} />
    </RecordForm>
  )
}

/** Specification 000, section 5: the amount defaults to the still refundable one. */
const amountOf = (transaction: TransactionRow, { amount }: FormValues): unknown =>
  amount === undefined ? refundableAmount(transaction) : amount

/** The refundable amount; the server's value, if it has just refused a higher amount. */
function refundableNow(transaction: TransactionRow, refusal: ApiRefusal | undefined): number {
  const said = refusal?.details.refundable
  return typeof said === 'number' ? said : refundableAmount(transaction)
}

/** The amount of the form, if it can be refunded or was sent already. */
function possibleAmount(transaction: TransactionRow, { values, refusal, isFixed }: FormState): number | undefined {
  const amount = amountOf(transaction, values)
  if (typeof amount !== 'number' || amount === 0) return undefined
  return isFixed || amount <= refundableNow(transaction, refusal) ? amount : undefined
}

function Available({ transaction }: { transaction: TransactionRow }) {
  const { t } = useTranslation()
  const money = useMoney()
  const { refusal } = useRecordForm()
  return (
    <div className={available.available}>
      <span>{t('payments.refund_available')}</span>
      <strong className={typography.tabular}>
        {money(refundableNow(transaction, refusal), transaction.currency_code)}
      </strong>
    </div>
  )
}

function WhatHappens({ transaction }: { transaction: TransactionRow }) {
  const { t } = useTranslation()
  const money = useMoney()
  const methodOf = useMethodName()
  const { form, refusal, isFixed } = useRecordForm()
  const amount = possibleAmount(transaction, { values: form.values, refusal, isFixed })
  if (!amount) return null
  return (
    <Text size="sm" c="dimmed" mt={6} className={typography.anywhere}>
      {t('payments.refund_text', {
        amount: money(amount, transaction.currency_code),
        payer: transaction.customer_name ?? t('payments.payer'),
        method: methodOf(transaction),
      })}
    </Text>
  )
}

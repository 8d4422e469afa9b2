import { takesPart } from '@kontor/contract/payments/product.rules'
import { captureTransactionEndpoint } from '@kontor/contract/payments/transaction.endpoints'
import { captureTransactionSchemas } from '@kontor/contract/payments/transaction.schemas'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useRefusalText } from '../platform/api/refusal-text.ts'
import { AmountField } from '../platform/form/fields.tsx'
import { RecordForm, useFormValues } from '../platform/form/record-form.tsx'
import { notify } from '../platform/notify.ts'
import { useMoney } from '../platform/value/use-money.ts'
import typography from '../ui/words/typography.module.css'
import { useAmountProblem } from './amount-problem.ts'
import available from './available.module.css'
import type { TransactionRow } from './rows.ts'
import { useAbilities } from './transaction/use-abilities.ts'

interface CaptureDialogProps {
  transaction: TransactionRow
  opened: boolean
  onClose: () => void
}

/** Asks for all of the held money, or for a part; the rest then goes back to the payer. */
export function CaptureDialog({ transaction, opened, onClose }: CaptureDialogProps) {
  const { t } = useTranslation()
  const money = useMoney()
  const { amount: held, currency_code: currency } = transaction
  const problemOf = useAmountProblem(currency, 'payments.over_authorized')
  const abilities = useAbilities(transaction)
  const refusalText = useRefusalText()
  const partProblem = (amount: unknown) =>
    abilities && !takesPart(abilities) && amount !== held ? refusalText({ code: 'partial_capture_not_allowed' }) : null

  return (
    <RecordForm
      endpoint={captureTransactionEndpoint}
      body={captureTransactionSchemas.body}
      params={{ id: transaction.id }}
      title={t('payments.capture_title', { reference: transaction.merchant_reference })}
      verb={({ values: { amount } }) =>
        typeof amount === 'number' && amount > 0
          ? t('payments.capture_verb', { amount: money(amount, currency) })
          : t('payments.capture')
      }
      size="md"
      opened={opened}
      onClose={onClose}
      initial={{ amount: held }}
      problems={({ values }) => ({ amount: problemOf(values.amount, held) ?? partProblem(values.amount) })}
      keepsUnanswered
      onDone={(_, { amount = held }) =>
        notify({ color: 'blue', message: t('payments.capture_notice', { amount: money(amount, currency) }) })
      }
    >
      <div className={available.available}>
        <span>{t('payments.authorized_amount')}</span>
        <strong className={typography.tabular}>{money(held, currency)}</strong>
      </div>
      <div className={available.amount}>
        <AmountField name="amount" label={t('payments.capture_amount')} currency={currency} isRequired autoFocus />
        <WhatHappens held={held} currency={currency} />
      </div>
    </RecordForm>
  )
}

function WhatHappens({ held, currency }: { held: number; currency: string }) {
  const { t } = useTranslation()
  const money = useMoney()
  const { amount } = useFormValues()
  if (typeof amount !== 'number' || amount === 0 || amount > held) return null
  return (
    <Text size="sm" c="dimmed" mt={6}>
      {amount === held
        ? t('payments.capture_text', { amount: money(amount, currency) })
        : t('payments.capture_part_text', { amount: money(amount, currency), rest: money(held - amount, currency) })}
    </Text>
  )
}

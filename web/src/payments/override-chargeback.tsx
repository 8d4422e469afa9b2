import { chargeback } from '@kontor/contract/disputes/chargeback.entity'
import { chargebackBlocksRefund } from '@kontor/contract/disputes/chargeback.rules'
import { overrideChargebackRoles } from '@kontor/contract/payments/refund.rules'
import { Alert } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiRefusal } from '../platform/api/api-client.ts'
import { useList } from '../platform/api/reading.ts'
import { useReasonText } from '../platform/api/refusal-text.ts'
import { LongTextField } from '../platform/form/fields.tsx'
import { type FormState, useRecordForm } from '../platform/form/record-form.tsx'
import { useMoney } from '../platform/value/use-money.ts'
import { useMay } from '../platform/viewer.ts'
import { StatusTag } from '../ui/status-tag.tsx'
import typography from '../ui/words/typography.module.css'
import styles from './override-chargeback.module.css'
import { ChargebackLink } from './payment-links.tsx'
import type { TransactionRow } from './rows.ts'

/** The field of the refund's body that holds the reason for an override. */
const why = 'override_chargeback_reason'

/**
 * A chargeback that forbids the refund. Viewers who see chargebacks are shown it, others know of it by the mark of
 * the payment. A user who may refund in spite of it must give a reason.
 */
export function useChargebackInTheWay(transaction: TransactionRow, opened: boolean) {
  const mayRead = useMay(chargeback.roles.list)
  const mayOverride = useMay(overrideChargebackRoles)
  const reasonText = useReasonText()
  const { data } = useList(chargeback, { transaction: transaction.id, _limit: '50' }, { enabled: opened && mayRead })
  const found = data?.find(({ status }) => chargebackBlocksRefund(status))
  const isInTheWay = ({ values, refusal }: Omit<FormState, 'isFixed'>): boolean =>
    (data ? found !== undefined : isDisputed(transaction)) || isBlocked(refusal) || Boolean(values[why])
  return {
    found,
    mayOverride,
    isInTheWay,
    isSaid: isBlocked,
    /** A required reason that is missing. Users who may not override give none: the server decides. */
    problem: (form: FormState) => ({
      [why]: mayOverride && isInTheWay(form) && !String(form.values[why] ?? '').trim() ? reasonText('required') : null,
    }),
  }
}

/** True when a chargeback holds the money of the payment or has taken it. */
export const isDisputed = ({ reversals }: Pick<TransactionRow, 'reversals'>): boolean =>
  reversals.some((each) => each === 'DISPUTED' || each === 'DISPUTE_LOST')

const isBlocked = (refusal: ApiRefusal | undefined): boolean => refusal?.code === 'refund_blocked_by_chargeback'

/** A chargeback forbids the refund, or makes it a second payment. */
export function ChargebackWarning({ role = 'note' }: { role?: 'note' | 'alert' }): ReactNode {
  const { t } = useTranslation()
  const mayOverride = useMay(overrideChargebackRoles)
  return (
    <Alert color="red" role={role} p="sm" title={t('chargebacks.override.title')}>
      {t(mayOverride ? 'chargebacks.override.text' : 'chargebacks.override.forbidden')}
    </Alert>
  )
}

export function OverrideChargeback(given: ReturnType<typeof useChargebackInTheWay>): ReactNode {
  const { t } = useTranslation()
  const money = useMoney()
  const { form, refusal } = useRecordForm()
  const { found, mayOverride, isInTheWay } = given
  if (!isInTheWay({ values: form.values, refusal })) return null
  return (
    <>
      <ChargebackWarning role="alert" />
      {found && (
        <div className={styles.found}>
          <ChargebackLink id={found.id}>{t('payments.event.chargeback')}</ChargebackLink>
          <span className={typography.tabular}>{money(found.amount, found.currency_code)}</span>
          <StatusTag status={found.status} />
        </div>
      )}
      {mayOverride && <LongTextField name={why} label={t('chargebacks.override.reason')} rows={2} isRequired />}
    </>
  )
}

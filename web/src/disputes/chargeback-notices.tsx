import { Alert, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { isPaidBackTwice } from '../payments/refunds/refunded-flag.tsx'
import { useTimeLeft, useTimeLeftText } from '../payments/respond-by.tsx'
import { useMoney } from '../platform/value/money.tsx'
import { useReason } from '../platform/value/reason.ts'
import styles from './chargeback-notices.module.css'
import type { ChargebackRow } from './chargeback-row.ts'

/** Warnings that a reader of the chargeback must not miss. */
export function ChargebackNotices({ row }: { row: ChargebackRow }) {
  const { t } = useTranslation()
  const reasonOf = useReason()
  const money = useMoney()
  const left = useTimeLeft(row)
  const textOf = useTimeLeftText()
  const isOnItsWay = row.status === 'OPEN' && row.answer !== null
  return (
    <Stack gap={8} className={styles.notices}>
      {left && left.urgency !== 'later' && (
        <Alert color={left.urgency === 'soon' ? 'yellow' : 'red'} p="xs">
          {left.days < 0 ? t('chargebacks.overdue_text') : t('chargebacks.urgent_text', { left: textOf(left.days) })}
        </Alert>
      )}
      {isPaidBackTwice(row) && (
        <Alert color="red" p="xs">
          {t(row.status === 'LOST' ? 'chargebacks.refunded_lost' : 'chargebacks.refunded_text', {
            amount: money(row.refunded_amount, row.currency_code),
          })}
        </Alert>
      )}
      {isOnItsWay && (
        <Alert color="blue" p="xs">
          {t('chargebacks.on_its_way')}
        </Alert>
      )}
      {row.status === 'OPEN' && row.status_reason && (
        <Alert color="red" p="xs">
          {t('chargebacks.answer_refused', { reason: reasonOf(row.status_reason) })}
        </Alert>
      )}
    </Stack>
  )
}

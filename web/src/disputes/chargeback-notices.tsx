import { Alert, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { isPaidBackTwice } from '../payments/refunds/refunded-flag.tsx'
import { useTimeLeft, useTimeLeftText } from '../payments/respond-by.tsx'
import { formatDay } from '../platform/value/instant.tsx'
import { useReason } from '../platform/value/reason.ts'
import { useMoney } from '../platform/value/use-money.ts'
import { WordTag } from '../ui/words/word-tag.tsx'
import styles from './chargeback-notices.module.css'
import type { ChargebackRow } from './chargeback-row.ts'

const colours = { overdue: 'red', now: 'red', soon: 'yellow', later: 'gray' } as const

/** Warnings that a reader of the chargeback must not miss. */
export function ChargebackNotices({ row }: { row: ChargebackRow }) {
  const { t, i18n } = useTranslation()
  const reasonOf = useReason()
  const money = useMoney()
  const left = useTimeLeft(row)
  const textOf = useTimeLeftText()
  const isOnItsWay = row.status === 'OPEN' && row.answer !== null
  return (
    <Stack gap={8} className={styles.notices}>
      {left && row.respond_by && (
        <Alert role="note" color={colours[left.urgency]} p="xs">
          {left.days < 0
            ? t('chargebacks.overdue_text')
            : t('chargebacks.urgent_text', {
                day: formatDay(row.respond_by, i18n.language),
                left: textOf(left.days),
              })}
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

/** The days that are left to answer, beside the status. */
export function DaysLeft({ row }: { row: ChargebackRow }) {
  const left = useTimeLeft(row)
  const textOf = useTimeLeftText()
  return left && <WordTag color={colours[left.urgency]}>{textOf(left.days)}</WordTag>
}

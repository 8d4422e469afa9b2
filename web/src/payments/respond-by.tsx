import type { Chargeback } from '@kontor/contract/disputes/chargeback.entity'
import { daysUntil, type Urgency, urgencyOf } from '@kontor/contract/disputes/chargeback.rules'
import { useTranslation } from 'react-i18next'
import { engineNow } from '../platform/api/server-time.ts'
import { todayIn } from '../platform/list/address/default-window.ts'
import { Day } from '../platform/value/instant.tsx'
import { useViewer } from '../platform/viewer.ts'
import styles from './respond-by.module.css'

type Answerable = Pick<Chargeback, 'respond_by' | 'status' | 'answer'>

/** The days left to answer a chargeback. Undefined after the decision, and without a last day. */
export function useTimeLeft(row: Answerable): { days: number; urgency: Urgency } | undefined {
  const { time_zone } = useViewer()
  if (row.status !== 'OPEN' || row.answer !== null || row.respond_by === null) return undefined
  const today = todayIn(engineNow(), time_zone)
  return { days: daysUntil(row.respond_by, today), urgency: urgencyOf(row.respond_by, today) }
}

export function useTimeLeftText(): (days: number) => string {
  const { t } = useTranslation()
  return (days) => {
    if (days < 0) return t('chargebacks.overdue')
    return days === 0 ? t('chargebacks.last_day') : t('chargebacks.days_left', { count: days })
  }
}

/** The last day to answer. Its urgency is shown by colour, and in words for readers who do not see colours. */
export function RespondBy({ row }: { row: Answerable }) {
  const left = useTimeLeft(row)
  const textOf = useTimeLeftText()
  if (!row.respond_by) return '–'
  if (!left || left.urgency === 'later') return <Day value={row.respond_by} />
  return (
    <span className={styles.by} data-urgency={left.urgency}>
      <Day value={row.respond_by} />
      <span className={styles.left}>{textOf(left.days)}</span>
    </span>
  )
}

import type { Chargeback } from '@kontor/contract/disputes/chargeback.entity'
import { chargebackBlocksRefund } from '@kontor/contract/disputes/chargeback.rules'
import { Tooltip } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useMoney } from '../../platform/value/use-money.ts'
import styles from './refunded-flag.module.css'

type Exposed = Pick<Chargeback, 'refunded_amount' | 'currency_code' | 'status'>

/** True for a payment that was refunded and charged back: it is paid back twice. */
export const isPaidBackTwice = ({ refunded_amount, status }: Exposed): boolean =>
  refunded_amount > 0 && chargebackBlocksRefund(status)

export function RefundedFlag({ row }: { row: Exposed }) {
  const { t } = useTranslation()
  const money = useMoney()
  if (!isPaidBackTwice(row)) return null
  const text = t('chargebacks.refunded_flag', { amount: money(row.refunded_amount, row.currency_code) })
  return (
    <Tooltip label={text}>
      <IconAlertTriangle size={16} role="img" aria-label={text} className={styles.flag} />
    </Tooltip>
  )
}

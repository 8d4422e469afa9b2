import { chargeback } from '@kontor/contract/disputes/chargeback.entity'
import { useTranslation } from 'react-i18next'
import { useList } from '../../platform/api/reading.ts'
import { PanelSection } from '../../platform/panel/panel-head.tsx'
import { Instant } from '../../platform/value/instant.tsx'
import { useMoney } from '../../platform/value/use-money.ts'
import { useMay } from '../../platform/viewer.ts'
import { StatusTag } from '../../ui/status-tag.tsx'
import typography from '../../ui/words/typography.module.css'
import { ChargebackLink } from '../payment-links.tsx'
import { RespondBy } from '../respond-by.tsx'
import styles from './transaction-chargebacks.module.css'

/**
 * The chargebacks of a payment. Nothing is drawn without one. They are rare, and more important than the rest of the
 * panel.
 */
export function TransactionChargebacks({ transaction }: { transaction: string }) {
  const { t } = useTranslation()
  const money = useMoney()
  const mayRead = useMay(chargeback.roles.list)
  const { data = [] } = useList(chargeback, { transaction, _limit: '50' }, { enabled: mayRead })
  if (data.length === 0) return null
  return (
    <PanelSection title={t('chargebacks.of_transaction')}>
      <ul className={styles.links}>
        {data.map((row) => (
          <li key={row.id}>
            <ChargebackLink id={row.id}>
              <Instant value={row.created_at} />
            </ChargebackLink>
            <span className={typography.tabular}>{money(row.amount, row.currency_code)}</span>
            <StatusTag status={row.status} />
            {row.status === 'OPEN' && <RespondBy row={row} />}
          </li>
        ))}
      </ul>
    </PanelSection>
  )
}

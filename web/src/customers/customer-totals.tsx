import type { CustomerSummary } from '@kontor/contract/customers/customer-reads.schemas'
import { exactly } from '@kontor/contract/sums'
import { useTranslation } from 'react-i18next'
import { Instant } from '../platform/value/instant.tsx'
import { useMoney } from '../platform/value/use-money.ts'
import { NumberCell, NumberHead, SmallTable } from '../ui/table/small-table.tsx'

/** Amounts that a customer paid and got back, per currency; different currencies are never added up. */
export function CustomerTotals({ totals }: Pick<CustomerSummary, 'totals'>) {
  const { t } = useTranslation()
  const money = useMoney()
  return (
    <SmallTable label={t('customers.bought')}>
      <thead>
        <tr>
          <th scope="col">{t('customers.last_purchase')}</th>
          <NumberHead>{t('customers.purchases')}</NumberHead>
          <NumberHead>{t('customers.paid')}</NumberHead>
          <NumberHead>{t('customers.refunded')}</NumberHead>
        </tr>
      </thead>
      <tbody>
        {totals.map(({ currency_code, purchases, last_purchase_at, ...sums }) => (
          <tr key={currency_code}>
            <td>
              <Instant value={last_purchase_at} />
            </td>
            <NumberCell>{purchases}</NumberCell>
            <NumberCell>{money(exactly(sums, 'paid') ?? 0, currency_code)}</NumberCell>
            <NumberCell>{money(exactly(sums, 'refunded') ?? 0, currency_code)}</NumberCell>
          </tr>
        ))}
      </tbody>
    </SmallTable>
  )
}

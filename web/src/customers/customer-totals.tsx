import type { CustomerSummary } from '@kontor/contract/customers/customer-reads.schemas'
import { exactly } from '@kontor/contract/sums'
import { useTranslation } from 'react-i18next'
import { Instant } from '../platform/value/instant.tsx'
import { useMoney } from '../platform/value/money.tsx'

/** Amounts that a customer paid and got back, per currency; different currencies are never added up. */
export function CustomerTotals({ totals }: Pick<CustomerSummary, 'totals'>) {
  const { t } = useTranslation()
  const money = useMoney()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
    <section className="refund-table" aria-label={t('customers.bought')} tabIndex={0}>
      <table className="small-table">
        <thead>
          <tr>
            <th scope="col">{t('customers.last_purchase')}</th>
            <th scope="col" className="right">
              {t('customers.purchases')}
            </th>
            <th scope="col" className="right">
              {t('customers.paid')}
            </th>
            <th scope="col" className="right">
              {t('customers.refunded')}
            </th>
          </tr>
        </thead>
        <tbody>
          {totals.map(({ currency_code, purchases, last_purchase_at, ...sums }) => (
            <tr key={currency_code}>
              <td>
                <Instant value={last_purchase_at} />
              </td>
              <td className="right tabular">{purchases}</td>
              <td className="right tabular">{money(exactly(sums, 'paid') ?? 0, currency_code)}</td>
              <td className="right tabular">{money(exactly(sums, 'refunded') ?? 0, currency_code)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

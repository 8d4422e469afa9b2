import { exactly } from '@kontor/contract/sums'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatDay } from '../../platform/value/instant.tsx'
import { Money } from '../../platform/value/money.tsx'
import { useMoney } from '../../platform/value/use-money.ts'
import styles from './balance-now.module.css'
import type { OfCurrency } from './use-financial-report.ts'

const shown = 4

/** What is owed now and later, what is held, and when the next settlement closes. */
export function BalanceNow({ of }: { of: OfCurrency }) {
  const { t, i18n } = useTranslation()
  const money = useMoney()
  const currency = of.currency_code
  const written = (amount: number | string | null) => (amount === null ? '–' : money(amount, currency))
  const dayOf = (day: string) => formatDay(day, i18n.language)
  const rest = of.later.length - shown
  return (
    <section aria-label={t('financial_report.now')}>
      <dl className={styles.cards}>
        <Figure name={t('financial_report.payable')} amount={exactly(of, 'payable')} currency={currency}>
          <Text size="sm" c="dimmed">
            {t('financial_report.available_now', { amount: written(exactly(of, 'available_now')) })}
          </Text>
          {of.later.slice(0, shown).map((each) => (
            <Text key={each.day} size="sm" c="dimmed">
              {t('financial_report.available_on', { amount: written(exactly(each, 'amount')), day: dayOf(each.day) })}
            </Text>
          ))}
          {rest > 0 && (
            <Text size="sm" c="dimmed">
              {t('financial_report.more_days', { count: rest })}
            </Text>
          )}
        </Figure>
        <Figure name={t('financial_report.reserve')} amount={exactly(of, 'reserve')} currency={currency}>
          <Text size="sm" c="dimmed">
            {t('financial_report.reserve_text')}
          </Text>
        </Figure>
        <Figure name={t('financial_report.under_way')} amount={exactly(of, 'refunds_under_way')} currency={currency}>
          <Text size="sm" c="dimmed">
            {t('financial_report.under_way_text')}
          </Text>
        </Figure>
        {exactly(of, 'invoiced') !== 0 && (
          <Figure name={t('financial_report.invoiced')} amount={exactly(of, 'invoiced')} currency={currency}>
            <Text size="sm" c="dimmed">
              {t('financial_report.invoiced_text')}
            </Text>
          </Figure>
        )}
        {of.next.map((next) => (
          <Figure
            key={next.book}
            name={t('financial_report.next')}
            amount={exactly(next, 'estimate')}
            currency={currency}
          >
            <Text size="sm" c="dimmed">
              {next.closes_on
                ? t('financial_report.closes_on', { day: dayOf(next.closes_on) })
                : t('financial_report.by_hand')}
            </Text>
            {next.on_hold && <Text size="sm">{t('financial_report.on_hold')}</Text>}
          </Figure>
        ))}
      </dl>
    </section>
  )
}

interface FigureProps {
  name: string
  amount: number | string | null
  currency: string
  children: React.ReactNode
}

function Figure({ name, amount, currency, children }: FigureProps) {
  return (
    <div className={styles.card}>
      <dt>{name}</dt>
      <dd className={styles.amount}>
        <Money amount={amount} currency={currency} />
      </dd>
      <dd>{children}</dd>
    </div>
  )
}

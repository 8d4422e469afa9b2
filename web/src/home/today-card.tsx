import type { ReplyOf } from '@kontor/contract/endpoint'
import { transactionTodayEndpoint } from '@kontor/contract/insights/transaction-statistics.endpoints'
import { exactly } from '@kontor/contract/sums'
import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Growth } from '../insights/cards/totals.tsx'
import { useTransactionTarget } from '../insights/targets.ts'
import { useRead } from '../platform/api/reading.ts'
import { NotYet } from '../platform/not-yet.tsx'
import { useLabels } from '../platform/value/labels.ts'
import { useMoney } from '../platform/value/use-money.ts'
import { useViewer } from '../platform/viewer.ts'
import { Section } from '../ui/section.tsx'
import quietLink from '../ui/words/quiet-link.module.css'
import styles from './today-card.module.css'

type Today = ReplyOf<typeof transactionTodayEndpoint>
type Currency = Today['currencies'][number]

/** What was paid today, per currency, beside the same hours of yesterday and of this weekday a week ago. */
export function TodayCard() {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(transactionTodayEndpoint, { refetchInterval: 60_000 })
  return (
    <Section title={t('home.today')} text={t('home.today_text')}>
      {!data ? (
        <NotYet error={error} refetch={refetch} height={92} />
      ) : data.currencies.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('home.nothing_today')}
        </Text>
      ) : (
        <Figures today={data} />
      )}
    </Section>
  )
}

function Figures({ today }: { today: Today }) {
  const { t, i18n } = useTranslation()
  const { time_zone } = useViewer()
  const at = (form: Intl.DateTimeFormatOptions, instant: string) =>
    new Intl.DateTimeFormat(i18n.language, { ...form, timeZone: time_zone }).format(new Date(instant))
  const timeOf = (instant: string) => at({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }, instant)
  const yesterday = t('home.yesterday', { time: timeOf(today.yesterday.to) })
  const weekday = at({ weekday: 'long' }, today.week_ago.from)
  const weekAgo = t('home.week_ago', { weekday, time: timeOf(today.week_ago.to) })
  return (
    <table className={styles.figures}>
      <thead>
        <tr>
          <th scope="col">{t('home.so_far')}</th>
          <th scope="col">{yesterday}</th>
          <th scope="col">{weekAgo}</th>
        </tr>
      </thead>
      <tbody>
        {today.currencies.map((currency) => (
          <tr key={currency.currency_code}>
            <Paid today={today} currency={currency} />
            <Before figures={currency.yesterday} currency={currency.currency_code} name={yesterday} />
            <Before figures={currency.week_ago} currency={currency.currency_code} name={weekAgo} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Paid({ today, currency: { currency_code, ...currency } }: { today: Today; currency: Currency }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const money = useMoney()
  const target = useTransactionTarget()({ ...today.today, currency_code }, { 'status[]': today.statuses })
  const amount = money(exactly(currency.today, 'volume') ?? 0, currency_code)
  const { count } = currency.today
  return (
    <th scope="row" className={styles.paid}>
      {target ? (
        <Link to={target.to} search={target.search} preload={false} className={quietLink.link}>
          {amount}
        </Link>
      ) : (
        amount
      )}
      <small>{t('home.payments', { count, number: labels.number(count) })}</small>
    </th>
  )
}

interface BeforeProps {
  figures: Currency['yesterday']
  currency: string
  /** What it is compared with. */
  name: string
}

function Before({ figures, currency, name }: BeforeProps) {
  const money = useMoney()
  return (
    <td>
      {money(exactly(figures, 'volume') ?? 0, currency)}
      <span className={styles.growth}>
        <Growth value={figures.growth} title={name} better="more" />
      </span>
    </td>
  )
}

import { coverOf } from '@kontor/contract/payouts/client-money/client-money.rules'
import { clientMoneyDay } from '@kontor/contract/payouts/client-money/client-money-day.entity'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useList } from '../platform/api/reading.ts'
import { NotYet } from '../platform/not-yet.tsx'
import { AnchorLink } from '../platform/panel/anchor-link.tsx'
import { formatDay } from '../platform/value/instant.tsx'
import { useMoney } from '../platform/value/use-money.ts'
import { Section } from '../ui/section.tsx'

/** Whether the money of merchants was all there when the last day was closed, for the provider. */
export function ClientMoneyCard() {
  const { t, i18n } = useTranslation()
  const money = useMoney()
  const { data, error, refetch } = useList(clientMoneyDay, newest)
  const last = data?.[0]?.business_day
  return (
    <Section
      title={t('nav.client_money.label')}
      text={
        last === undefined
          ? t('client_money.card_text')
          : t('client_money.card_text_of', { day: formatDay(last, i18n.language) })
      }
      action={<AnchorLink to="/psp/reports/client-money">{t('client_money.open')}</AnchorLink>}
    >
      {!data ? (
        <NotYet error={error} refetch={refetch} height={48} />
      ) : data.length === 0 ? (
        <Text size="sm">{t('client_money.empty')}</Text>
      ) : (
        data
          .filter(({ business_day }) => business_day === last)
          // In the order of the page that it leads to.
          .toSorted((one, other) => (one.currency_code < other.currency_code ? -1 : 1))
          .map(({ currency_code, state, surplus }) => (
            <Text key={currency_code} size="sm" {...(state === 'SHORT' && { c: 'red' })}>
              {currency_code}:{' '}
              {t(`client_money.${coverOf(surplus)}`, { amount: money(Math.abs(surplus), currency_code) })}
            </Text>
          ))
      )}
    </Section>
  )
}

/** The rows of the last day are among them: there are fewer currencies. */
const newest = { _sort: '-business_day', _limit: '50' }

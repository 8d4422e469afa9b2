import { getClientMoneyEndpoint } from '@kontor/contract/payouts/client-money/client-money.endpoints'
import { exactly } from '@kontor/contract/sums'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useRead } from '../platform/api/reading.ts'
import { NotYet } from '../platform/not-yet.tsx'
import { AnchorLink } from '../platform/panel/anchor-link.tsx'
import { useMoney } from '../platform/value/use-money.ts'
import { Section } from '../ui/section.tsx'

/** Whether the money of merchants is all there, for the provider. */
export function ClientMoneyCard() {
  const { t } = useTranslation()
  const money = useMoney()
  const { data, error, refetch } = useRead(getClientMoneyEndpoint, { refetchInterval: 60_000 })
  return (
    <Section
      title={t('nav.client_money.label')}
      text={t('client_money.card_text')}
      action={<AnchorLink to="/psp/reports/client-money">{t('client_money.open')}</AnchorLink>}
    >
      {!data ? (
        <NotYet error={error} refetch={refetch} height={48} />
      ) : (
        data.currencies.map((of) => {
          const surplus = String(exactly(of, 'surplus') ?? 0)
          const isShort = surplus.startsWith('-')
          const said = { amount: money(surplus.replace('-', ''), of.currency_code) }
          return (
            <Text key={of.currency_code} size="sm" {...(isShort && { c: 'red' })}>
              {of.currency_code}: {t(isShort ? 'client_money.short' : 'client_money.covered', said)}
            </Text>
          )
        })
      )}
    </Section>
  )
}

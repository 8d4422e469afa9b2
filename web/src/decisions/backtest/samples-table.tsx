import type { backtestRoutingEndpoint } from '@kontor/contract/decisions/backtest/backtest.endpoints'
import type { ReplyOf } from '@kontor/contract/endpoint'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { AnchorLink } from '../../platform/panel/anchor-link.tsx'
import { useTransactionsRoute } from '../../platform/screen/use-transactions-route.ts'
import { Instant } from '../../platform/value/instant.tsx'
import { Money } from '../../platform/value/money.tsx'
import { NumberCell, NumberHead, SmallTable, WhereNarrow, WordsCell, WordsHead } from '../../ui/table/small-table.tsx'

type Samples = ReplyOf<typeof backtestRoutingEndpoint>['samples']

/** The latest moved payments. They open in a tab of their own, because the tree is not saved. */
export function SamplesTable({ samples }: { samples: Samples }) {
  const { t } = useTranslation()
  const route = useTransactionsRoute()
  if (samples.length === 0) return null
  const title = t('backtest.samples', { count: samples.length })
  return (
    <>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <SmallTable label={title} folds>
        <thead>
          <tr>
            <WordsHead>{t('backtest.sample')}</WordsHead>
            <NumberHead>{t('backtest.volume')}</NumberHead>
            <WordsHead isExtra>{t('backtest.from')}</WordsHead>
            <WordsHead isExtra>{t('backtest.to')}</WordsHead>
          </tr>
        </thead>
        <tbody>
          {samples.map(({ id, created_at, merchant_reference, amount, currency_code, from, to }) => (
            <tr key={id}>
              <WordsCell>
                <AnchorLink to={`${route}/$id`} params={{ id }} target="_blank" underline="always">
                  {merchant_reference ?? `…${id.slice(-8)}`}
                </AnchorLink>{' '}
                <Instant value={created_at} />
                <WhereNarrow>
                  {from.name} → {to.name}
                </WhereNarrow>
              </WordsCell>
              <NumberCell>
                <Money amount={amount} currency={currency_code} />
              </NumberCell>
              <WordsCell isExtra>{from.name}</WordsCell>
              <WordsCell isExtra>{to.name}</WordsCell>
            </tr>
          ))}
        </tbody>
      </SmallTable>
    </>
  )
}

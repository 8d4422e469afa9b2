import type { ReplyOf } from '@kontor/contract/endpoint'
import { differenceAgeingEndpoint } from '@kontor/contract/reconciliation/reconciliation.endpoints'
import { differenceAges } from '@kontor/contract/reconciliation/reconciliation.rules'
import { exactly } from '@kontor/contract/sums'
import { Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useRead } from '../platform/api/reading.ts'
import { AnchorLink } from '../platform/panel/anchor-link.tsx'
import { useScreen } from '../platform/screen/use-screen.ts'
import { useLabels } from '../platform/value/labels.ts'
import { useMoney } from '../platform/value/use-money.ts'
import { NumberCell, NumberHead, SmallTable, WhereNarrow, WordsCell, WordsHead } from '../ui/table/small-table.tsx'

type Of = ReplyOf<typeof differenceAgeingEndpoint>[number]
type Age = Of['ages'][number]

/** How long differences have been open, with what they leave unexplained. Each cell opens its differences. */
export function DifferenceAgeing() {
  const { t } = useTranslation()
  const labels = useLabels()
  const { data } = useRead(differenceAgeingEndpoint)
  if (!data || data.length === 0) return null
  const title = t('reconciliation.ageing.title')
  return (
    <div>
      <Title order={2} fz="md">
        {title}
      </Title>
      <Text size="sm" mb="xs">
        {t('reconciliation.ageing.text')}
      </Text>
      <SmallTable label={title} folds>
        <thead>
          <tr>
            <WordsHead>{t('reconciliation.ageing.of')}</WordsHead>
            <NumberHead>{t('reconciliation.ageing.total')}</NumberHead>
            {differenceAges.map((age) => (
              <NumberHead key={age} isExtra>
                {labels.value('age', undefined, age)}
              </NumberHead>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.map((of) => (
            <tr key={`${of.processor_settlement} ${of.currency_code}`}>
              <WordsCell>
                {of.name}
                <WhereNarrow>
                  {differenceAges
                    .filter((age) => of.ages.some((each) => each.age === age))
                    .map((age) => (
                      <div key={age}>
                        {labels.value('age', undefined, age)}:{' '}
                        <Cell of={of} name={age} ages={of.ages.filter((each) => each.age === age)} />
                      </div>
                    ))}
                </WhereNarrow>
              </WordsCell>
              <NumberCell>
                <Cell of={of} ages={of.ages} />
              </NumberCell>
              {differenceAges.map((age) => (
                <NumberCell key={age} isExtra>
                  <Cell of={of} name={age} ages={of.ages.filter((each) => each.age === age)} />
                </NumberCell>
              ))}
            </tr>
          ))}
        </tbody>
      </SmallTable>
    </div>
  )
}

function Cell({ of, name, ages }: { of: Of; name?: Age['age']; ages: readonly Age[] }) {
  const { t } = useTranslation()
  const { route } = useScreen()
  const labels = useLabels()
  const money = useMoney()
  if (ages.length === 0) return '–'
  const count = ages.reduce((sum, each) => sum + each.count, 0)
  const amount = ages.reduce((sum, each) => sum + BigInt(exactly(each, 'unexplained') ?? 0), 0n)
  const { processor_settlement: id, currency_code: currency } = of
  const formatted = labels.number(count)
  const shown = `${formatted} · ${money(String(amount), currency)}`
  const age = name ? labels.value('age', undefined, name) : t('reconciliation.ageing.every')
  return (
    <AnchorLink
      to={`${route}/${id}`}
      search={{ tab: 'differences', currency, ...(name ? { age: name } : {}) }}
      aria-label={`${shown}: ${t('reconciliation.ageing.open', { name: of.name, age })}`}
    >
      {shown}
    </AnchorLink>
  )
}

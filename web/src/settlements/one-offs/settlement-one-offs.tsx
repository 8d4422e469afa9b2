import { settlementOneOffsEndpoint } from '@kontor/contract/settlements/one-offs/one-off.endpoints'
import { Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../platform/api/reading.ts'
import { NotYet } from '../../platform/not-yet.tsx'
import { Day } from '../../platform/value/instant.tsx'
import { Money } from '../../platform/value/money.tsx'
import { NumberCell, NumberHead, SmallTable, WordsCell, WordsHead } from '../../ui/table/small-table.tsx'
import { useDescription } from './one-off-row.ts'

/** The one-offs of a settlement, in the words that the provider gave them. */
export function SettlementOneOffs({ settlement }: { settlement: string }) {
  const { t } = useTranslation()
  const describe = useDescription()
  const { data, error, refetch } = useRead(settlementOneOffsEndpoint, { params: { id: settlement } })
  if (!data) return <NotYet error={error} refetch={refetch} rows={2} />
  return (
    <section aria-label={t('one_offs.on_settlement')}>
      <Title order={4} fz="sm" mt="md" mb="xs">
        {t('one_offs.on_settlement')}
      </Title>
      <SmallTable label={t('one_offs.on_settlement')}>
        <thead>
          <tr>
            <WordsHead>{t('one_offs.booked_on')}</WordsHead>
            <WordsHead>{t('one_offs.description')}</WordsHead>
            <NumberHead>{t('one_offs.amount')}</NumberHead>
          </tr>
        </thead>
        <tbody>
          {data.map((each) => (
            <tr key={each.id}>
              <td>
                <Day value={each.booked_on} />
              </td>
              <WordsCell>{describe(each)}</WordsCell>
              <NumberCell>
                <Money amount={each.amount} currency={each.currency_code} />
              </NumberCell>
            </tr>
          ))}
        </tbody>
      </SmallTable>
    </section>
  )
}

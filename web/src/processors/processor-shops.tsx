import { processorSetupEndpoint } from '@kontor/contract/processors/processor.endpoints'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useRead } from '../platform/api/reading.ts'
import { NotYet } from '../platform/not-yet.tsx'
import { SmallTable, WordsCell, WordsHead } from '../ui/table/small-table.tsx'

/** The payment profiles that use a processor, and what each would do without it. */
export function ProcessorShops({ id }: { id: string }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(processorSetupEndpoint, { params: { id } })
  if (!data) return <NotYet error={error} refetch={refetch} rows={3} />
  if (data.shops.length === 0) return <Text size="sm">{t('processors.no_shops')}</Text>
  return (
    <SmallTable label={t('merchants.tab_shops')}>
      <thead>
        <tr>
          <WordsHead>{t('processors.shop')}</WordsHead>
          <WordsHead>{t('processors.without')}</WordsHead>
        </tr>
      </thead>
      <tbody>
        {data.shops.map((shop) => (
          <tr key={shop.id}>
            <WordsCell>{shop.name}</WordsCell>
            <WordsCell>{t(shop.is_only ? 'processors.without_none' : 'processors.without_others')}</WordsCell>
          </tr>
        ))}
      </tbody>
    </SmallTable>
  )
}

import type { SchemeType } from '@kontor/contract/pricing/price.rules'
import { schemeMerchantsEndpoint } from '@kontor/contract/pricing/scheme.endpoints'
import type { Scheme } from '@kontor/contract/pricing/scheme.entity'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useRead } from '../platform/api/reading.ts'
import { NotYet } from '../platform/not-yet.tsx'
import { PanelSection } from '../platform/panel/panel-head.tsx'
import { Day, formatDay } from '../platform/value/instant.tsx'
import { SmallTable, WordsCell, WordsHead } from '../ui/table/small-table.tsx'

/** The merchants that a scheme is assigned to, and since when it is the default. */
export function SchemeMerchants({ type, row }: { type: SchemeType; row: Scheme }) {
  const { t, i18n } = useTranslation()
  const { data, error, refetch } = useRead(schemeMerchantsEndpoint[type], { params: { id: row.id } })
  if (!data) return <NotYet error={error} refetch={refetch} rows={4} />
  const { merchants, packages, default_from } = data
  return (
    <>
      {default_from && (
        <Text size="sm" mb="sm">
          {t('pricing.default_from', { day: formatDay(default_from, i18n.language) })}
        </Text>
      )}
      {merchants.length === 0 ? (
        <Text size="sm">{t('pricing.no_merchants')}</Text>
      ) : (
        <Spans rows={merchants} label={t('pricing.tab.merchants')} head={t('pricing.merchant')} />
      )}
      {packages.length > 0 && (
        <PanelSection title={t('pricing.by_package')}>
          <Spans rows={packages} label={t('pricing.by_package')} head={t('pricing.package')} />
        </PanelSection>
      )}
    </>
  )
}

interface SpansProps {
  rows: readonly { id: string; name: string; valid_from: string; valid_until: string | null }[]
  label: string
  head: string
}

function Spans({ rows, label, head }: SpansProps) {
  const { t } = useTranslation()
  return (
    <SmallTable label={label}>
      <thead>
        <tr>
          <WordsHead>{head}</WordsHead>
          <WordsHead>{t('pricing.valid_from')}</WordsHead>
          <WordsHead>{t('pricing.valid_until')}</WordsHead>
        </tr>
      </thead>
      <tbody>
        {rows.map((each) => (
          <tr key={`${each.id} ${each.valid_from}`}>
            <WordsCell>{each.name}</WordsCell>
            <td>
              <Day value={each.valid_from} />
            </td>
            <td>
              <Day value={each.valid_until} />
            </td>
          </tr>
        ))}
      </tbody>
    </SmallTable>
  )
}

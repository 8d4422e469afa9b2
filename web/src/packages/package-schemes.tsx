import { packageSchemesEndpoint } from '@kontor/contract/packages/package.endpoints'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useRead } from '../platform/api/reading.ts'
import { NotYet } from '../platform/not-yet.tsx'
import { PanelSection } from '../platform/panel/panel-head.tsx'
import { Day } from '../platform/value/instant.tsx'
import { SmallTable, WordsCell, WordsHead } from '../ui/table/small-table.tsx'
import type { PackageRow } from './package-row.ts'

/** The schemes of a package: those that apply, will and did. */
export function PackageSchemes({ row }: { row: PackageRow }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(packageSchemesEndpoint, { params: { id: row.id } })
  if (!data) return <NotYet error={error} refetch={refetch} rows={4} />
  return (
    <PanelSection title={t('packages.schemes')}>
      {data.schemes.length === 0 ? (
        <Text size="sm">{t('packages.no_schemes')}</Text>
      ) : (
        <SmallTable label={t('packages.schemes')}>
          <thead>
            <tr>
              <WordsHead>{t('packages.kind_of_scheme')}</WordsHead>
              <WordsHead>{t('packages.scheme')}</WordsHead>
              <WordsHead>{t('pricing.valid_from')}</WordsHead>
              <WordsHead>{t('pricing.valid_until')}</WordsHead>
            </tr>
          </thead>
          <tbody>
            {data.schemes.map(({ type, scheme, valid_from, valid_until }) => (
              <tr key={`${type} ${valid_from}`}>
                <WordsCell>{t(`packages.type.${type}`)}</WordsCell>
                <WordsCell>{scheme?.name ?? t('packages.says_nothing')}</WordsCell>
                <td>
                  <Day value={valid_from} />
                </td>
                <td>
                  <Day value={valid_until} />
                </td>
              </tr>
            ))}
          </tbody>
        </SmallTable>
      )}
    </PanelSection>
  )
}

import type { SchemeType } from '@kontor/contract/pricing/price.rules'
import { createSchemeEndpoint } from '@kontor/contract/pricing/scheme.endpoints'
import { type Scheme, schemeEntities } from '@kontor/contract/pricing/scheme.entity'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { AddButton } from '../platform/list/add-button.tsx'
import { columnsOf } from '../platform/list/columns/columns.tsx'
import { ListPage } from '../platform/list/list-page.tsx'
import { Day } from '../platform/value/instant.tsx'
import { usePercentage } from '../platform/value/use-percentage.ts'
import { StatusTag } from '../ui/status-tag.tsx'
import { useSchemeType } from './scheme-type.ts'
import { UnpricedBadge } from './unpriced-badge.tsx'

const CreateScheme = lazy(() => import('./scheme.form.tsx').then((module) => ({ default: module.CreateScheme })))

const columnsFor = (type: SchemeType) =>
  columnsOf<(typeof schemeEntities)['REVENUE'], Scheme>(
    // The four entities have the same fields.
    schemeEntities[type] as (typeof schemeEntities)['REVENUE'],
    [
      ...(['name', 'currency_code'] as const),
      ...(type === 'RESERVE' ? (['hold_ppm', 'hold_days'] as const) : (['lines'] as const)),
      ...(['merchants', 'version', 'valid_from', 'under_way', 'active', 'visible'] as const),
    ],
    {
      extra: ['description', 'default', 'created_at', 'id'],
      lines: { figure: type === 'RESERVE' ? 'hold_ppm' : 'currency_code', when: 'valid_from', state: 'under_way' },
      special: {
        currency_code: (row) => <Currency code={row.currency_code} />,
        hold_ppm: (row) => <Percentage ppm={row.hold_ppm} />,
        merchants: (row) => <Merchants row={row} />,
        valid_from: (row) => <Validity row={row} />,
        under_way: (row) => row.under_way && <StatusTag status={row.under_way} />,
      },
    },
  )

const columns = {
  REVENUE: columnsFor('REVENUE'),
  COST: columnsFor('COST'),
  RESERVE: columnsFor('RESERVE'),
  PARTNER: columnsFor('PARTNER'),
} as const

/** The provider's schemes of one type (001 section 2.3). */
export default function SchemePage() {
  const { t } = useTranslation()
  const type = useSchemeType()
  return (
    <ListPage columns={columns[type]} emptyTitle={t('pricing.none')} above={type === 'REVENUE' && <UnpricedBadge />}>
      <AddButton do={createSchemeEndpoint[type]}>
        {(opened, close) => opened && <CreateScheme type={type} onClose={close} />}
      </AddButton>
    </ListPage>
  )
}

function Currency({ code }: { code: string | null }) {
  const { t } = useTranslation()
  return code ?? t('pricing.any_currency')
}

function Percentage({ ppm }: { ppm: number | null }) {
  const percentage = usePercentage()
  return ppm === null ? '–' : percentage(ppm)
}

function Merchants({ row }: { row: Scheme }) {
  const { t } = useTranslation()
  return row.default ? t('pricing.merchants_by_default', { count: row.merchants }) : row.merchants
}

function Validity({ row: { valid_from, valid_until } }: { row: Scheme }) {
  if (!valid_from) return '–'
  return (
    <>
      <Day value={valid_from} />
      {valid_until && (
        <>
          {' – '}
          <Day value={valid_until} />
        </>
      )}
    </>
  )
}

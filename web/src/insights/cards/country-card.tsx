import { exactly } from '@kontor/contract/sums'
import { Skeleton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiRefusal } from '../../platform/api/api-client.ts'
import { useLabels } from '../../platform/value/labels.ts'
import { ChartCard } from '../../ui/charts/chart-card.tsx'
import { mapPower, stepScale } from '../../ui/charts/plot/scale.ts'
import { SliceList } from '../../ui/charts/slice-list.tsx'
import worldMap from '../../ui/charts/world/world-map.module.css'
import { isConverted } from '../money/conversion.ts'
import { useFormats } from '../money/use-formats.ts'
import type { TargetOf } from '../targets.ts'
import { type BreakdownReply, useBreakdown } from './breakdown.ts'
import styles from './country-card.module.css'
import { useCard } from './use-card.tsx'

const CountryMap = lazy(() => import('./country-map.tsx').then((module) => ({ default: module.CountryMap })))

interface CountryCardProps {
  query: UseQueryResult<BreakdownReply, ApiRefusal>
  targetOf: TargetOf
}

const height = 390
const listed = 12
const country = { kind: 'country', optional: true } as const

const room = <Skeleton className={worldMap.room} radius="md" />

/** Volume per country on a map, which is loaded when the card is drawn. */
export function CountryCard({ query, targetOf }: CountryCardProps) {
  const { t } = useTranslation(['main', 'fields'])
  const labels = useLabels()
  const card = useCard(query, 'transactions-per-country')
  const title = t('dashboard.countries')
  const formats = useFormats(query.data?.currency_code ?? '', isConverted(query.data))
  const { slices, figures, target } = useBreakdown(query.data, {
    filter: 'country_code',
    nameOf: (code) => labels.value('country_code', country, code),
    colourOf: () => '',
    countLabel: t('dashboard.transactions'),
    valueLabel: t('fields:country_code'),
    targetOf,
  })
  const volumes = new Map(query.data?.items.map((item) => [item.value ?? '', Number(exactly(item, 'volume'))]))
  const countries = slices
    .map((slice) => ({ ...slice, lines: slice.lines.toReversed(), value: volumes.get(slice.key) ?? 0 }))
    .sort((one, other) => other.value - one.value)
  const { colourOf } = stepScale(countries[0]?.value ?? 0, mapPower)
  return (
    <ChartCard
      {...card}
      wide
      title={title}
      height={height}
      isEmpty={slices.length === 0}
      figures={figures}
      targetOf={target}
    >
      <div className={styles.map}>
        <Suspense fallback={room}>
          <CountryMap label={title} description={card.text} countries={countries} exact={formats.shortMoney} />
        </Suspense>
        <SliceList
          slices={countries.map((each) => ({ ...each, colour: each.key === '' ? each.colour : colourOf(each.value) }))}
          most={listed}
        />
      </div>
    </ChartCard>
  )
}

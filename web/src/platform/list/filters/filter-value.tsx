import type { Query } from '@kontor/contract/lists/query-string'
import { isCurrencyCode } from '@kontor/contract/money'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { useRow } from '../../api/reading.ts'
import { titleOfRow, useEntity } from '../../api/related.ts'
import { formatDay, formatInstant } from '../../value/instant.tsx'
import { useLabels } from '../../value/labels.ts'
import { useGateways } from '../../value/use-gateways.tsx'
import { useMoney } from '../../value/use-money.ts'
import { useViewer } from '../../viewer.ts'
import { boundOf, type FilterOf, valuesOf } from '../address/list-search.ts'
import { allTime } from './date-presets.ts'
import { rangeOf } from './named-ranges.ts'

interface FilterValueProps {
  filter: FilterOf
  search: Query
  /** True where there is room for all values. */
  isWhole?: boolean
}

/** The values that a filter accepts, in words. */
export function FilterValue({ filter, search, isWhole = false }: FilterValueProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const bound = useBoundText(filter, search)
  const gateways = useGateways({ enabled: filter.field.kind === 'gateway' })
  const values = valuesOf(search, filter.name)
  const [first, ...more] = values
  if (first === undefined) return bound
  const { kind, entity } = filter.field
  if (kind === 'ref' || kind === 'refs')
    return isWhole ? (
      values.map((id, at) => (
        <Fragment key={id}>
          {at > 0 && ', '}
          <RelatedNames entity={entity ?? ''} first={id} more={0} />
        </Fragment>
      ))
    ) : (
      <RelatedNames entity={entity ?? ''} first={first} more={more.length} />
    )
  const texts = values.map(
    (value) => gateways?.find(({ name }) => name === value)?.label ?? labels.value(filter.name, filter.field, value),
  )
  if (isWhole || texts.length <= 2) return texts.join(', ')
  return t('filter.more', { first: texts[0], count: texts.length - 1 })
}

function useBoundText({ name, field }: FilterOf, search: Query): string {
  const { t, i18n } = useTranslation()
  const { time_zone } = useViewer()
  const money = useMoney()
  const from = boundOf(search, name, '>')
  const to = boundOf(search, name, '<')
  const labels = useLabels()
  const range = field.ranges && rangeOf(field.ranges, from, to)
  if (range) return labels.value(name, field, range)
  const show = (value: string) => {
    if (field.kind === 'timestamp' || field.kind === 'date') return dateText(value, i18n.language, time_zone)
    if (field.kind !== 'money') return value
    const [currency = '', ...others] = valuesOf(search, field.currency ?? '')
    if (isCurrencyCode(currency) && others.length === 0) return money(Number(value), currency)
    // Without a single currency, the number of decimals is unknown.
    return t('filter.minor_units', { value: new Intl.NumberFormat(i18n.language).format(Number(value)) })
  }
  if (field.kind === 'timestamp' && from === allTime && !to) return t('filter.preset.all_time')
  if (from && to) return from === to ? show(from) : t('filter.between', { from: show(from), to: show(to) })
  if (from) return t('filter.from_value', { value: show(from) })
  return to ? t('filter.to_value', { value: show(to) }) : ''
}

/** A day is shown unchanged; an instant is shown in the viewer's zone. */
const dateText = (value: string, language: string, timeZone: string): string =>
  value.length > 10 ? formatInstant(value, language, timeZone) : formatDay(value, language)

function RelatedNames({ entity, first, more }: { entity: string; first: string; more: number }) {
  const target = useEntity(entity)
  return target ? <NameOf entity={target} id={first} more={more} /> : first
}

function NameOf({ entity, id, more }: { entity: Parameters<typeof useRow>[0]; id: string; more: number }) {
  const { t } = useTranslation()
  const { data } = useRow(entity, id)
  const name = titleOfRow({ ...data, id })
  return more === 0 ? name : t('filter.more', { first: name, count: more })
}

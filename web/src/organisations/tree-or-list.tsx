import type { Query } from '@kontor/contract/lists/query-string'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { SegmentedControl } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { drawnAs, without } from '../platform/list/address/list-search.ts'
import { useListAddress } from '../platform/list/address/use-list-address.ts'

/** Changes the form in which the organisations are drawn. A tree knows nothing of an address but the searched name. */
export function TreeOrList() {
  const { t } = useTranslation()
  const { search, change } = useListAddress()
  const kept = search._search_by === 'name' ? ['tab', '_search', '_search_by'] : ['tab']
  const asTree: Query = Object.fromEntries(Object.entries(search).filter(([key]) => kept.includes(key)))
  return (
    <SegmentedControl
      size="xs"
      aria-label={t('organisations.drawn')}
      value={search[drawnAs] === 'list' ? 'list' : 'tree'}
      onChange={(form) => change(form === 'list' ? { ...without(search, [drawnAs]), [drawnAs]: 'list' } : asTree)}
      data={(['tree', 'list'] as const).map((form) => ({ value: form, label: t(`organisations.drawn_${form}`) }))}
    />
  )
}

import { parseQueryString } from '@kontor/contract/lists/query-string'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { useEntity } from '../platform/api/related.ts'
import { filtersOf, isActive } from '../platform/list/address/list-search.ts'
import { FilterValue } from '../platform/list/filters/filter-value.tsx'
import { useLabels } from '../platform/value/labels.ts'

/** The filters of a report in words, as its list says them: `Status: Processed, Failed`. */
export function FilterTexts({ type, filters }: { type: string; filters: string }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const entity = useEntity(type)
  if (!entity) return null
  const search = parseQueryString(filters)
  const { _search } = search
  const chosen = filtersOf(entity)
    .filter(({ name }) => isActive(search, name))
    .map((filter) => (
      <Fragment key={filter.name}>
        {labels.field(entity, filter.name)}: <FilterValue filter={filter} search={search} isWhole />
      </Fragment>
    ))
  const texts = typeof _search === 'string' ? [...chosen, t('reports.searched', { text: _search })] : chosen
  if (texts.length === 0) return t('reports.everything')
  return texts.map((text, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the filters of a report that is made stay as they are.
    <Fragment key={at}>
      {at > 0 && ' · '}
      {text}
    </Fragment>
  ))
}

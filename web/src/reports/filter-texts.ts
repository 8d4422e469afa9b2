import { parseQueryString } from '@kontor/contract/lists/query-string'
import { useTranslation } from 'react-i18next'
import { useEntity } from '../platform/api/related.ts'
import { boundOf, filtersOf, isActive, valuesOf } from '../platform/list/address/list-search.ts'
import { useLabels } from '../platform/value/labels.ts'

/** Filters in words: `Status: Processed, Failed`. */
export function useFilterTexts(type: string) {
  const { t } = useTranslation()
  const labels = useLabels()
  const entity = useEntity(type)
  return (filters: string): string[] => {
    if (!entity) return []
    const search = parseQueryString(filters)
    const chosen = filtersOf(entity)
      .filter(({ name }) => isActive(search, name))
      .map(({ name, field }) => {
        const [from, to] = [boundOf(search, name, '>'), boundOf(search, name, '<')]
        const words = valuesOf(search, name).map((value) => labels.value(name, field, value))
        const range = from || to ? [[from ?? '…', to ?? '…'].join(' – ')] : []
        return `${labels.field(entity, name)}: ${[...words, ...range].join(', ')}`
      })
    const { _search } = search
    return typeof _search === 'string' ? [...chosen, t('reports.searched', { text: _search })] : chosen
  }
}

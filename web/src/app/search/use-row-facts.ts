import type { Entity } from '@kontor/contract/entity'
import { useTranslation } from 'react-i18next'
import { titleOfRow } from '../../platform/api/related.ts'
import { formatInstant } from '../../platform/value/instant.tsx'
import { useLabels } from '../../platform/value/labels.ts'
import { useMoney } from '../../platform/value/use-money.ts'
import { useViewer } from '../../platform/viewer.ts'
import type { FoundRow } from './use-found-rows.ts'

/** Fields that tell two rows of the same name apart, in the order in which they are shown. */
const telling = ['email_address', 'reference', 'plan_name', 'amount', 'payment_product', 'terminal_id', 'type', 'city']

/** The facts about a row that tell it from others of the same name; its status has a tag of its own. */
export function useRowFacts(): (entity: Entity, row: FoundRow, withOrganisation: boolean) => string {
  const { i18n } = useTranslation()
  const { time_zone } = useViewer()
  const labels = useLabels()
  const money = useMoney()

  return (entity, row, withOrganisation) => {
    const title = titleOfRow(row)
    const facts = telling.map((name) => {
      const field = entity.fields[name]
      const value = row[name]
      if (!field || value === null || value === undefined) return ''
      // The amount of a merchant is a turnover, which needs a word.
      if (field.kind === 'money')
        return !('merchant' in entity.fields) ? '' : money(Number(value), String(row[field.currency ?? '']))
      return field.kind === 'choice'
        ? labels.value(name, field, String(value))
        : field.kind === 'text'
          ? String(value)
          : ''
    })
    const at = row['due_at'] ?? row['created_at']
    const moment = typeof at === 'string' ? formatInstant(at, i18n.language, time_zone) : ''
    const organisation = withOrganisation ? nameOf(row['organisation']) : ''
    return [organisation, ...facts, moment].filter((fact) => fact !== '' && fact !== title).join(' · ')
  }
}

const nameOf = (related: unknown): string =>
  typeof related === 'object' && related !== null && 'name' in related ? String(related.name) : ''

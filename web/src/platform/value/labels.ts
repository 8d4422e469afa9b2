import type { Field } from '@kontor/contract/field'
import { useTranslation } from 'react-i18next'

/** Texts for fields, choices and entities, from the language's `fields` file. */
export function useLabels() {
  const { t, i18n } = useTranslation('fields')
  return {
    /** The text `{entity}.{field}`, or the field's general text. */
    field: (entity: { name: string }, name: string): string => t([`${entity.name}.${name}`, name]),
    entity: (entity: { name: string }): string => t(`entity.${entity.name}`),
    entities: (entity: { name: string }): string => t(`entities.${entity.name}`),
    number: (value: number): string => new Intl.NumberFormat(i18n.language).format(value),
    /** The text for a value of a field: a choice, a country, a currency, yes or no. */
    value: (name: string, field: Field | undefined, value: string): string =>
      labelOfValue(i18n.language, field, value) ??
      t(field?.kind === 'boolean' ? `boolean.${value}` : `${name}.${value}`, { defaultValue: value }),
  }
}

function labelOfValue(language: string, field: Field | undefined, value: string): string | undefined {
  if (field?.kind === 'country') return namesOf(language, 'region', value)
  if (field?.kind === 'currency') return value
  return undefined
}

function namesOf(language: string, type: 'region', code: string): string {
  try {
    return new Intl.DisplayNames(language, { type }).of(code) ?? code
  } catch {
    return code
  }
}

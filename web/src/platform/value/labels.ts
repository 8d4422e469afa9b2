import type { Field } from '@kontor/contract/field'
import type { Resources } from 'i18next'
import { useTranslation } from 'react-i18next'
import { isText } from '../../ui/known-text.ts'
import { useRoleTexts } from './role-texts.ts'

type Key = keyof Resources['fields']
type EntityName<K = Key> = K extends `entity.${infer Name}` ? Name : never
/** The name of a field that has a text, of any entity. */
export type FieldName<K = Key> = K extends `${EntityName}.${infer Name}`
  ? Name
  : K extends `${string}.${string}`
    ? never
    : K

/** Texts for fields, choices and entities, from the language's `fields` file. */
export function useLabels() {
  const { t, i18n } = useTranslation(['main', 'fields'])
  const roleText = useRoleTexts()
  const textOf = (...names: string[]): string | undefined => {
    const key = names.map((name) => `fields:${name}`).find((each) => isText(i18n, each))
    return key && t(key)
  }
  return {
    /** The text `{entity}.{field}`, or the field's general text. A literal name must be a key of the file. */
    field: <N extends string>(entity: { name: string }, name: string extends N ? N : N & FieldName): string =>
      textOf(`${entity.name}.${name}`, name) ?? inWords(name),
    entity: (entity: { name: string }): string => textOf(`entity.${entity.name}`) ?? inWords(entity.name),
    entities: (entity: { name: string }): string => textOf(`entities.${entity.name}`) ?? inWords(entity.name),
    number: (value: number): string => new Intl.NumberFormat(i18n.language).format(value),
    /** The text for a value of a field: a choice, a country, a currency, yes or no. */
    value: (name: string, field: Field | undefined, value: string): string =>
      labelOfValue(i18n.language, field, value) ??
      (roleFields.includes(name) ? roleText(value) : undefined) ??
      textOf(field?.kind === 'boolean' ? `boolean.${value}` : `${name}.${value}`) ??
      value,
  }
}

const roleFields: readonly string[] = ['roles', 'role']

const inWords = (name: string): string => name.replaceAll('_', ' ')

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

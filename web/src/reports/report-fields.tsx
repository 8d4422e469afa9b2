import type { Entity } from '@kontor/contract/entity'
import { exportFormats } from '@kontor/contract/lists/list-defaults'
import { formatQueryString, parseQueryString, type Query } from '@kontor/contract/lists/query-string'
import type { ReportType } from '@kontor/contract/reports/report.rules'
import { Alert, NativeSelect, Text } from '@mantine/core'
import { type ReactNode, useContext, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EntitiesContext, useEntity } from '../platform/api/related.ts'
import { ChoiceField, TextField, useField } from '../platform/form/fields.tsx'
import { FieldGrid, FormPart } from '../platform/form/form-part.tsx'
import { useRecordForm } from '../platform/form/record-form.tsx'
import { SearchedField } from '../platform/form/searched-field.tsx'
import { everything, without } from '../platform/list/address/list-search.ts'
import { FilterBar } from '../platform/list/filters/filter-bar.tsx'
import { SearchBox } from '../platform/list/search-box.tsx'
import { useLabels } from '../platform/value/labels.ts'
import { useSeesMerchants } from '../platform/viewer.ts'
import { ReportColumns } from './report-columns.tsx'
import styles from './report-fields.module.css'
import { ReportPreview } from './report-preview.tsx'
import { columnsIn, textIn } from './report-values.ts'
import { useReportTypeName } from './use-report-types.ts'

const timeZones = Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: value }))

interface ReportFieldsProps {
  types: readonly ReportType[]
  /** Filters and columns that were left out, because they are no longer there. */
  gone: readonly string[]
}

/** What a report is of: type, filters, columns in order, format and zone, with a preview of its rows. */
export function ReportFields({ types, gone }: ReportFieldsProps) {
  const { t } = useTranslation()
  const entities = useContext(EntitiesContext)
  const { form, errorOf } = useRecordForm()
  const type = textIn(form.values['type'])
  const entity = useEntity(type)
  const search = parseQueryString(textIn(form.values['filters']))
  const filter = (next: Query) => form.setFieldValue('filters', formatQueryString(without(next, [everything])))
  const nameOf = useReportTypeName()
  // Filters and columns belong to the list of the type.
  const begin = (chosen: string) =>
    form.setValues({ type: chosen, filters: '', columns: [...(entities.get(chosen)?.export ?? [])] })
  const [firstType] = useState(type)
  return (
    <>
      {entity && type === firstType && <Gone entity={entity} names={gone} />}
      <FormPart title={t('reports.what')}>
        <FieldGrid>
          <TextField name="name" maxLength={80} autoFocus />
          <TypeField types={types} textOf={nameOf} onChosen={begin} />
        </FieldGrid>
        {entity && (
          <div>
            <Text size="sm" fw={500} mb={4}>
              {t('reports.filters')}
            </Text>
            <div className={styles.filters}>
              <FilterBar entity={entity} search={search} onChange={filter} />
              <SearchBox entity={entity} search={search} onChange={filter} />
            </div>
            <Problem text={errorOf('filters')} />
          </div>
        )}
      </FormPart>
      {entity && (
        <FormPart title={t('reports.columns')} text={t('reports.columns_text')}>
          <ReportColumns entity={entity} />
          <Problem text={errorOf('columns')} />
        </FormPart>
      )}
      <FormPart title={t('reports.file')}>
        <FieldGrid>
          <ChoiceField
            name="file_format"
            label={t('reports.format')}
            choices={exportFormats}
            textOf={(each) => t(`export.format_${each}`)}
          />
          <SearchedField
            name="time_zone"
            label={t('reports.time_zone')}
            options={timeZones}
            description={t('reports.time_zone_text')}
          />
        </FieldGrid>
      </FormPart>
      {entity && <ReportPreview entity={entity} search={search} columns={columnsIn(form.values['columns'])} />}
    </>
  )
}

/** A filter that was left out makes the report longer, which whoever makes it has to know. */
function Gone({ entity, names }: { entity: Entity; names: readonly string[] }) {
  const { t } = useTranslation()
  const labels = useLabels()
  if (names.length === 0) return null
  const textOf = (name: string): string => {
    if (name === '_sort') return t('reports.order')
    return name.startsWith('_search') ? t('reports.search') : labels.field<string>(entity, name)
  }
  return (
    <Alert color="yellow" role="alert">
      {t('reports.gone', { names: [...new Set(names.map(textOf))].join(', ') })}
    </Alert>
  )
}

/** Another type has other filters and columns, so these begin again. */
function TypeField({ types, textOf, onChosen }: TypeFieldProps) {
  const { t } = useTranslation()
  const seesMerchants = useSeesMerchants()
  const description = seesMerchants ? t('reports.type_of_merchant') : undefined
  const { set, value, input } = useField({ name: 'type', label: t('reports.type'), description }, 'choosing')
  const { readOnly, disabled, ...rest } = input
  // A schedule of before may be of a type that can no longer be chosen.
  const own = textIn(value)
  const shown = types.some((type) => type === own) ? types : [...types, own]
  return (
    <NativeSelect
      {...rest}
      disabled={disabled || readOnly}
      data={shown.map((type) => ({ value: type, label: textOf(type) }))}
      value={own}
      onChange={(event) => {
        set(event.currentTarget.value)
        onChosen(event.currentTarget.value)
      }}
    />
  )
}

interface TypeFieldProps {
  types: readonly ReportType[]
  textOf: (type: string) => string
  onChosen: (type: string) => void
}

function Problem({ text }: { text: ReactNode }) {
  if (!text) return null
  return (
    <Text size="sm" c="red" role="alert">
      {text}
    </Text>
  )
}

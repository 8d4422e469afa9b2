import '@mantine/dates/styles.layer.css'
import { DateInput, DateTimePicker } from '@mantine/dates'
import { useTranslation } from 'react-i18next'
import { useViewer } from '../../viewer.ts'
import { type FieldProps, useField } from '../fields.tsx'
import { dayTyped } from './day-typed.ts'
import { calendarOf, instantFrom, wallTimeOf } from './wall-time.ts'

interface DayFieldProps extends FieldProps {
  /** A calendar day, such as `2026-10-31`. */
  earliest?: string
  latest?: string
}

/** A field for a calendar day. Text that is not a day stays as typed, and the schema refuses it. */
export function DayField({ earliest, latest, ...props }: DayFieldProps) {
  const { i18n, t } = useTranslation()
  const { value, set, input } = useField(props)
  return (
    <DateInput
      {...input}
      {...calendarOf(i18n.language)}
      valueFormat={i18n.language === 'nl' ? 'DD-MM-YYYY' : 'MM/DD/YYYY'}
      placeholder={t('form.day_format')}
      clearable={!input.withAsterisk}
      clearButtonProps={{ 'aria-label': t('form.clear') }}
      dateParser={(typed) => dayTyped(typed, i18n.language) ?? null}
      fixOnBlur={false}
      onInput={(event) => set(dayTyped(event.currentTarget.value, i18n.language) ?? event.currentTarget.value)}
      value={typeof value === 'string' ? (dayTyped(value, i18n.language) ?? null) : null}
      onChange={set}
      {...(earliest ? { minDate: earliest } : {})}
      {...(latest ? { maxDate: latest } : {})}
    />
  )
}

/** A field for a moment. The text is local time in the viewer's zone; the value is an instant in UTC. */
export function InstantField(props: FieldProps) {
  const { i18n, t } = useTranslation()
  const { time_zone } = useViewer()
  const { value, set, input } = useField(props)
  return (
    <DateTimePicker
      {...input}
      {...calendarOf(i18n.language)}
      clearable={!input.withAsterisk}
      clearButtonProps={{ 'aria-label': t('form.clear') }}
      submitButtonProps={{ 'aria-label': t('action.apply') }}
      value={typeof value === 'string' && value ? wallTimeOf(value, time_zone) : null}
      onChange={(typed) => set(typed ? instantFrom(typed, time_zone) : '')}
    />
  )
}

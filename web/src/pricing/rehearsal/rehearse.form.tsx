import { plusMonths } from '@kontor/contract/dates'
import { rehearseSchemeVersionEndpoint } from '@kontor/contract/pricing/rehearsal/rehearsal.endpoints'
import { mostMonths } from '@kontor/contract/pricing/rehearsal/rehearsal.rules'
import { rehearseSchemeVersionSchemas } from '@kontor/contract/pricing/rehearsal/rehearsal.schemas'
import type { Scheme } from '@kontor/contract/pricing/scheme.entity'
import { useTranslation } from 'react-i18next'
import { ChoiceField } from '../../platform/form/fields.tsx'
import { RecordForm } from '../../platform/form/record-form.tsx'
import { notify } from '../../platform/notify.ts'
import { MerchantsField } from '../merchants-field.tsx'
import type { SchemeVersion } from '../versions/scheme-version.ts'
import { monthName } from './rehearsal-words.ts'

interface RehearseFormProps {
  row: Scheme
  version: SchemeVersion
  /** The first business day that is not closed. */
  firstDay: string
  onClose: () => void
}

/** Asks which months are priced anew, and whose payments. */
export function RehearseForm({ row, version, firstDay, onClose }: RehearseFormProps) {
  const { t, i18n } = useTranslation()
  const months = monthsBefore(firstDay)
  const textOf = (month: string) => monthName(`${month}-01`, i18n.language)
  return (
    <RecordForm
      endpoint={rehearseSchemeVersionEndpoint}
      body={rehearseSchemeVersionSchemas.body}
      params={{ id: row.id, version: version.id }}
      title={t('rehearsal.title', { number: version.number, name: row.name })}
      verb={t('rehearsal.rehearse')}
      opened
      onClose={onClose}
      initial={{ first_month: months[1], last_month: months[1], merchants: [] }}
      bodyOf={({ merchants, ...rest }) =>
        Array.isArray(merchants) && merchants.length > 0 ? { ...rest, merchants } : rest
      }
      onDone={() => notify({ color: 'green', message: t('rehearsal.begun') })}
    >
      <ChoiceField name="first_month" label={t('rehearsal.first_month')} choices={months} textOf={textOf} isRequired />
      <ChoiceField name="last_month" label={t('rehearsal.last_month')} choices={months} textOf={textOf} isRequired />
      <MerchantsField description={t('rehearsal.merchants_help')} />
    </RecordForm>
  )
}

/** The latest months, newest first: "2026-10". */
const monthsBefore = (day: string): string[] =>
  Array.from({ length: mostMonths }, (_, back) => plusMonths(day, -back).slice(0, 7))

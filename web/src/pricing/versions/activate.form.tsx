import type { SchemeType } from '@kontor/contract/pricing/price.rules'
import { activateSchemeVersionEndpoint } from '@kontor/contract/pricing/scheme.endpoints'
import type { Scheme } from '@kontor/contract/pricing/scheme.entity'
import { activateSchemeVersionSchemas } from '@kontor/contract/pricing/scheme.schemas'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { DayField } from '../../platform/form/dates/date-fields.tsx'
import { RecordForm, useFormValues } from '../../platform/form/record-form.tsx'
import { draftName, useSeen } from '../../platform/form/use-draft.ts'
import { notify } from '../../platform/notify.ts'
import { formatDay } from '../../platform/value/instant.tsx'
import { BelowCostSeen } from '../costs/below-cost-seen.tsx'
import { RehearsalNote } from '../rehearsal/rehearsal-note.tsx'
import { isMonthSeen, MonthOwedSeen } from './month-owed-seen.tsx'
import type { SchemeVersion } from './scheme-version.ts'

interface ActivateFormProps {
  type: SchemeType
  row: Scheme
  version: SchemeVersion
  firstDay: string
  onClose: () => void
}

/** Asks from which day on a version applies, and says to how many merchants. */
export function ActivateForm({ type, row, version, firstDay, onClose }: ActivateFormProps) {
  const { t } = useTranslation()
  const endpoint = activateSchemeVersionEndpoint[type]
  // The version may be read again while the form is open: what was seen is what is activated.
  const seen = useSeen(draftName(endpoint, row.id, version.id), { revision: version.revision })
  return (
    <RecordForm
      endpoint={endpoint}
      body={activateSchemeVersionSchemas.body}
      params={{ id: row.id, version: version.id }}
      title={t('pricing.activate_title', { number: version.number, name: row.name })}
      verb={t('pricing.activate')}
      opened
      onClose={onClose}
      initial={{ valid_from: firstDay }}
      seen={seen}
      bodyOf={(values) => ({ ...values, month_owed: isMonthSeen(values) || undefined, ...seen })}
      onDone={() => notify({ color: 'green', message: t('pricing.activated') })}
    >
      {/* Above the field, whose calendar opens over what is below. */}
      <Effect row={row} version={version} />
      {type === 'REVENUE' && <RehearsalNote row={row} version={version} isActivating />}
      {type === 'REVENUE' && <BelowCostSeen row={row} version={version} />}
      {type === 'REVENUE' && <MonthOwedSeen row={row} version={version} />}
      <DayField name="valid_from" earliest={firstDay} isRequired />
    </RecordForm>
  )
}

function Effect({ row, version }: Pick<ActivateFormProps, 'row' | 'version'>) {
  const { t, i18n } = useTranslation()
  const { valid_from } = useFormValues()
  if (typeof valid_from !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(valid_from)) return null
  const day = formatDay(valid_from, i18n.language)
  return (
    <Text size="sm" role="status">
      {t('pricing.activate_text', { day, count: row.merchants, version: version.number })}
    </Text>
  )
}

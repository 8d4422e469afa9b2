import { weekdays } from '@kontor/contract/dates'
import {
  createSettlementScheduleEndpoint,
  updateSettlementScheduleEndpoint,
} from '@kontor/contract/settlements/schedules/settlement-schedule.endpoints'
import {
  type SettlementSchedule,
  settlementSchedule,
} from '@kontor/contract/settlements/schedules/settlement-schedule.entity'
import {
  settlementFrequencies,
  settlementScheduleLimits,
  settlementShifts,
} from '@kontor/contract/settlements/schedules/settlement-schedule.rules'
import {
  createSettlementScheduleSchemas,
  updateSettlementScheduleSchemas,
} from '@kontor/contract/settlements/schedules/settlement-schedule.schemas'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CheckField, ChoiceField, ChoicesField, IntegerField, TextField } from '../../platform/form/fields.tsx'
import { FieldGrid } from '../../platform/form/form-part.tsx'
import { type FormValues, RecordForm, useFormValues } from '../../platform/form/record-form.tsx'
import { presentRow } from '../../platform/form/use-meanwhile.ts'
import { notify } from '../../platform/notify.ts'
import { weekdayName } from '../../platform/value/weekday-name.ts'

const initial = {
  ...{ name: '', frequency: 'WEEKLY', weekdays: ['1'], month_day: 1, shift: 'NEXT', default: false },
}

export function CreateSettlementSchedule({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <RecordForm
      endpoint={createSettlementScheduleEndpoint}
      body={createSettlementScheduleSchemas.body}
      title={t('settlement_schedules.add')}
      verb={t('settlement_schedules.add')}
      opened={opened}
      onClose={onClose}
      initial={initial}
      bodyOf={bodyOf}
      onDone={({ name }) => notify({ color: 'green', message: t('settlement_schedules.added', { name }) })}
    >
      <Fields />
    </RecordForm>
  )
}

export function EditSettlementSchedule({ row, onClose }: { row: SettlementSchedule; onClose: () => void }) {
  const { t } = useTranslation()
  const { name } = row
  const [opened] = useState(() => valuesOf(row))
  return (
    <RecordForm
      endpoint={updateSettlementScheduleEndpoint}
      body={updateSettlementScheduleSchemas.body}
      params={{ id: row.id }}
      title={t('settlement_schedules.edit_title', { name })}
      verb={t('action.save')}
      opened
      onClose={onClose}
      initial={opened}
      bodyOf={bodyOf}
      present={presentRow(settlementSchedule, row.id, valuesOf)}
      onDone={() => notify({ color: 'green', message: t('settlement_schedules.saved', { name }) })}
    >
      <Fields isDefault={row.default} />
    </RecordForm>
  )
}

const valuesOf = ({ name, frequency, shift, weekdays: days, month_day, ...row }: SettlementSchedule) => ({
  ...{ name, frequency, shift, default: row.default, month_day: month_day ?? 1 },
  weekdays: days.length > 0 ? days : ['1'],
})

/** Days that belong to another frequency are not sent. */
const bodyOf = (values: FormValues): FormValues => ({
  ...values,
  weekdays: values['frequency'] === 'WEEKLY' ? values['weekdays'] : [],
  month_day: values['frequency'] === 'MONTHLY' ? values['month_day'] : null,
})

function Fields({ isDefault = false }: { isDefault?: boolean }) {
  const { t, i18n } = useTranslation()
  const { frequency } = useFormValues()
  return (
    <>
      <FieldGrid>
        <TextField name="name" maxLength={settlementScheduleLimits.name} autoFocus isRequired />
        <ChoiceField name="frequency" choices={settlementFrequencies} isRequired />
        {frequency === 'WEEKLY' && (
          <ChoicesField
            name="weekdays"
            choices={weekdays}
            textOf={(day) => weekdayName(Number(day), i18n.language)}
            isRequired
          />
        )}
        {frequency === 'MONTHLY' && (
          <IntegerField name="month_day" description={t('schedules.month_day_help')} isRequired />
        )}
        {frequency !== 'MANUAL' && (
          <ChoiceField name="shift" choices={settlementShifts} description={t('settlement_schedules.shift_help')} />
        )}
      </FieldGrid>
      {!isDefault && <CheckField name="default" description={t('settlement_schedules.default_help')} />}
    </>
  )
}

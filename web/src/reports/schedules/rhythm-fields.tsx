import { weekdays } from '@kontor/contract/dates'
import {
  type ScheduleFrequency,
  type SchedulePeriod,
  scheduleFrequencies,
  schedulePeriods,
} from '@kontor/contract/reports/report-schedule.rules'
import { useTranslation } from 'react-i18next'
import { CheckField, ChoiceField, ChoicesField, IntegerField, TextField } from '../../platform/form/fields.tsx'
import { FieldGrid, FormPart } from '../../platform/form/form-part.tsx'
import { useRecordForm } from '../../platform/form/record-form.tsx'
import { weekdayName } from '../../platform/value/weekday-name.ts'
import { useSeesMerchants } from '../../platform/viewer.ts'

interface RhythmFieldsProps {
  /** Who may be chosen as a recipient: names by id. */
  people: ReadonlyMap<string, string>
}

/** The time that a report of each rhythm is about, unless somebody chooses another. */
const usualPeriod: Readonly<Record<ScheduleFrequency, SchedulePeriod>> = {
  DAILY: 'PREVIOUS_DAY',
  WEEKLY: 'PREVIOUS_WEEK',
  MONTHLY: 'PREVIOUS_MONTH',
}
const usualOf = (frequency: unknown) => usualPeriod[frequency as ScheduleFrequency]

/** When a schedule is due, which time its reports cover, and who is told. */
export function RhythmFields({ people }: RhythmFieldsProps) {
  const { t, i18n } = useTranslation()
  const { form } = useRecordForm()
  const { frequency, period } = form.values
  const seesMerchants = useSeesMerchants()
  return (
    <FormPart title={t('schedules.when')} text={t('schedules.when_text')}>
      <FieldGrid>
        <ChoiceField
          name="frequency"
          choices={scheduleFrequencies}
          isRequired
          onChosen={() => {
            if (period === usualOf(frequency)) form.setFieldValue('period', usualOf(form.getValues()['frequency']))
          }}
        />
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
        <TextField name="at_time" placeholder="06:00" maxLength={5} />
        <ChoiceField name="period" choices={schedulePeriods} isRequired />
        <ChoicesField
          name="recipients"
          choices={[...people.keys()]}
          textOf={(id) => people.get(id) ?? id}
          description={t('schedules.recipients_help')}
          isRequired={false}
        />
        {!seesMerchants && (
          <TextField
            name="webhook_url"
            type="url"
            maxLength={2000}
            placeholder="https://"
            description={t('schedules.webhook_help')}
          />
        )}
        <CheckField name="active" />
      </FieldGrid>
    </FormPart>
  )
}

import styles from './date-range-editor.module.css'
import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/nl'
import { Button, Group, Stack, Text, UnstyledButton } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { engineNow } from '../../api/server-time.ts'
import { useViewer } from '../../viewer.ts'
import { todayIn } from '../address/default-window.ts'
import { type Preset, presets, rangeOf } from './date-presets.ts'

interface DateRangeEditorProps {
  offered?: readonly Preset[]
  from: string | undefined
  to: string | undefined
  onApply: (from: string | undefined, to: string | undefined) => void
}

/** Presets that apply at once, and a calendar of the viewer's days. */
export function DateRangeEditor({ offered = presets, from, to, onApply }: DateRangeEditorProps) {
  const { t, i18n } = useTranslation()
  const { time_zone } = useViewer()
  const today = todayIn(engineNow(), time_zone)
  // An instant, such as the beginning of the last hour, is on the viewer's day.
  const dayOf = (bound: string) => (bound.length > 10 ? todayIn(new Date(bound), time_zone) : bound)
  const [start] = useState(() => daysOf(from && dayOf(from), to ? dayOf(to) : today))
  const [days, setDays] = useState(start)
  // The range that nobody changed stays what it was, instead of becoming whole days.
  const apply = () => (days === start ? onApply(from, to) : onApply(days[0] ?? undefined, days[1] ?? undefined))
  const applyPreset = (preset: Preset) => {
    const range = rangeOf(preset, engineNow(), time_zone)
    onApply(range.from, range.to)
  }
  return (
    <div className={styles.range}>
      <ul aria-label={t('filter.presets')}>
        {offered.map((preset) => (
          <li key={preset}>
            <UnstyledButton onClick={() => applyPreset(preset)}>{t(`filter.preset.${preset}`)}</UnstyledButton>
          </li>
        ))}
      </ul>
      <Stack gap="xs">
        <Text size="xs" c="dimmed">
          {t('filter.calendar')}
        </Text>
        <DatePicker
          type="range"
          size="sm"
          locale={i18n.language === 'nl' ? 'nl' : 'en'}
          firstDayOfWeek={i18n.language === 'nl' ? 1 : 0}
          allowSingleDateInRange
          value={days}
          onChange={setDays}
          defaultDate={days[1] ?? today}
          hideOutsideDates
          ariaLabels={{
            previousMonth: t('filter.previous_month'),
            nextMonth: t('filter.next_month'),
          }}
        />
        <Group justify="flex-end">
          <Button size="xs" disabled={days[0] === null} onClick={apply}>
            {t('action.apply')}
          </Button>
        </Group>
      </Stack>
    </div>
  )
}

/** Both ends or none: the calendar would take the next click after half a range as its other half. */
const daysOf = (from: string | undefined, to: string): [string | null, string | null] =>
  from && from <= to ? [from, to] : [null, null]

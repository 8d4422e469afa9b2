import { Button, Popover } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BlockSkeleton } from '../../../ui/page/skeletons.tsx'
import paper from '../../../ui/paper.module.css'
import { formatDay } from '../../value/instant.tsx'

const DateRangeEditor = lazy(() =>
  import('./date-range-editor.tsx').then((module) => ({ default: module.DateRangeEditor })),
)

/** Presets of days; hours and all time are none of a report. */
const offered = [
  ...(['last_7_days', 'last_28_days', 'last_90_days', 'last_365_days', 'current_month', 'current_quarter'] as const),
  ...(['current_year', 'previous_month', 'previous_quarter', 'previous_year'] as const),
]

interface DaysButtonProps {
  /** The first and the last day, YYYY-MM-DD; undefined until they are known. */
  days: { from: string; to: string } | undefined
  /** Empty: the usual one. */
  onChange: (from: string, to: string) => void
}

/** The days of a report, to choose others. Paper, which has no buttons, has them as words. */
export function DaysButton({ days, onChange }: DaysButtonProps) {
  const { t, i18n } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const range = days && { from: formatDay(days.from, i18n.language), to: formatDay(days.to, i18n.language) }
  const words = range ? t('filter.between', range) : t('filter.days')
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" shadow="md" trapFocus>
      <span className={paper.words} aria-hidden="true">
        {words}
      </span>
      <Popover.Target>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconCalendar size={16} aria-hidden="true" />}
          onClick={() => setOpen(!isOpen)}
        >
          {words}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Suspense fallback={<BlockSkeleton height={280} />}>
          <DateRangeEditor
            offered={offered}
            from={days?.from}
            to={days?.to}
            onApply={(from, to) => {
              setOpen(false)
              // A range without an end is until today; without a beginning it is the usual one.
              onChange(from?.slice(0, 10) ?? '', to?.slice(0, 10) ?? '')
            }}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}

import { clockEndpoint, forwardClockEndpoint } from '@kontor/contract/platform/clock.endpoints'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { DateTimePicker } from '@mantine/dates'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import typography from '../../ui/words/typography.module.css'
import '@mantine/dates/styles.layer.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import dayjs from 'dayjs'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../platform/api/api-client.ts'
import { useRefusalText } from '../../platform/api/refusal-text.ts'
import { useCommand } from '../../platform/api/use-command.ts'
import { calendarOf, instantFrom, wallTimeOf } from '../../platform/form/dates/wall-time.ts'
import { formatInstant } from '../../platform/value/instant.tsx'
import { useViewer } from '../../platform/viewer.ts'

const steps = [
  ['day', 1],
  ['week', 1],
  ['month', 1],
  ['year', 1],
] as const
const look_ms = 1_000

/** Moves a demo's clock forward and shows its progress. */
export function TestClockDialog({ mayMove, onClose }: { mayMove: boolean; onClose: () => void }) {
  const { t, i18n } = useTranslation()
  const { time_zone } = useViewer()
  const { data: time } = useQuery({
    queryKey: [clockEndpoint.area],
    queryFn: ({ signal }) => call(clockEndpoint, { signal }),
    refetchInterval: look_ms,
    staleTime: 0,
  })
  useFreshLists(time?.moving_to === null)
  const show = (instant: string) => formatInstant(instant, i18n.language, time_zone)
  return (
    <Dialog opened onClose={onClose} title={t('clock.name')}>
      <Stack gap="md">
        <Text size="sm">{t('clock.text')}</Text>
        <Text size="lg" fw={600} className={typography.tabular} role="status">
          {time ? show(time.now) : '…'}
        </Text>
        {time?.moving_to && <Text size="sm">{t('clock.moving', { time: show(time.moving_to) })}</Text>}
        {time && mayMove && !time.moving_to && <Move now={time.now} />}
        {!mayMove && (
          <Text size="sm" c="dimmed">
            {t('clock.only_super')}
          </Text>
        )}
      </Stack>
    </Dialog>
  )
}

function Move({ now }: { now: string }) {
  const { t, i18n } = useTranslation()
  const { time_zone } = useViewer()
  const refusalText = useRefusalText()
  const { submit, isBusy, refusal } = useCommand(forwardClockEndpoint)
  const [wanted, setWanted] = useState<string | null>(null)
  const wall = wallTimeOf(now, time_zone)
  return (
    <>
      <Group gap="xs">
        {steps.map(([unit, count]) => (
          <Button
            key={unit}
            size="xs"
            variant="default"
            onClick={() => setWanted(dayjs(wall).add(count, unit).format('YYYY-MM-DD HH:mm:ss'))}
          >
            {t(`clock.step.${unit}`)}
          </Button>
        ))}
      </Group>
      <Group align="end" gap="xs" wrap="nowrap">
        <DateTimePicker
          flex={1}
          label={t('clock.to')}
          {...calendarOf(i18n.language)}
          minDate={wall}
          value={wanted}
          onChange={setWanted}
          submitButtonProps={{ 'aria-label': t('action.apply') }}
        />
        <Button
          disabled={!wanted}
          loading={isBusy}
          onClick={() => wanted && void submit({}, { to: instantFrom(wanted, time_zone) })}
        >
          {t('clock.move')}
        </Button>
      </Group>
      {refusal && (
        <Alert color="red" role="alert">
          {refusalText(refusal)}
        </Alert>
      )}
    </>
  )
}

/** Reads the lists again when the clock has arrived. */
function useFreshLists(hasArrived: boolean): void {
  const queries = useQueryClient()
  const wasMoving = useRef(false)
  useEffect(() => {
    if (hasArrived && wasMoving.current) void queries.invalidateQueries()
    wasMoving.current = !hasArrived
  }, [hasArrived, queries])
}

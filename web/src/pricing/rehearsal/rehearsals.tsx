import {
  listRehearsalsEndpoint,
  rehearseSchemeVersionEndpoint,
} from '@kontor/contract/pricing/rehearsal/rehearsal.endpoints'
import { schemeVersionsEndpoint } from '@kontor/contract/pricing/scheme.endpoints'
import type { Scheme } from '@kontor/contract/pricing/scheme.entity'
import '@mantine/core/styles/Progress.layer.css'
import { Alert, NativeSelect, Progress, Stack, Text } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../platform/api/reading.ts'
import { IfMay } from '../../platform/if-may.tsx'
import { NotYet } from '../../platform/not-yet.tsx'
import { ActionBar } from '../../platform/panel/action-bar.tsx'
import { ActionButton } from '../../platform/panel/action-button.tsx'
import type { SchemeVersion } from '../versions/scheme-version.ts'
import { RehearsalResult } from './rehearsal-result.tsx'
import type { Rehearsal } from './rehearsal-row.ts'
import { useRehearsalWords } from './rehearsal-words.ts'

interface Of {
  row: Scheme
}

const isPending = ({ status }: Pick<Rehearsal, 'status'>) => status === 'PENDING'
const RehearseForm = lazy(() => import('./rehearse.form.tsx').then((module) => ({ default: module.RehearseForm })))

/** What the version under way would have charged for earlier payments; without one, what the latest rehearsed version would have. */
export function Rehearsals({ row }: Of) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(schemeVersionsEndpoint.REVENUE, { params: { id: row.id } })
  if (!data) return <NotYet error={error} refetch={refetch} rows={6} />
  const [version] = data.versions
  if (!version) return null
  return (
    <Stack gap="md">
      {version.status === 'ACTIVE' || version.status === 'SUPERSEDED' ? (
        <Text size="sm">{t('rehearsal.needs_draft')}</Text>
      ) : (
        <Text size="sm">{t('rehearsal.intro', { number: version.number })}</Text>
      )}
      <OfVersion key={version.id} row={row} version={version} firstDay={data.first_day} />
    </Stack>
  )
}

function OfVersion({ row, version, firstDay }: Of & { version: SchemeVersion; firstDay: string }) {
  const { t } = useTranslation()
  const words = useRehearsalWords()
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState<string>()
  const params = { id: row.id, version: version.id }
  const { data, error, refetch } = useRead(listRehearsalsEndpoint, {
    params,
    isUnderWay: ({ rehearsals }) => rehearsals.some(isPending),
  })
  const waits = data?.rehearsals.some(isPending) === true
  if (!data) return <NotYet error={error} refetch={refetch} rows={6} />
  const shown = data.rehearsals.find(({ id }) => id === chosen) ?? data.rehearsals[0]
  const isUnderWay = version.status === 'DRAFT' || version.status === 'SUBMITTED'
  return (
    <>
      {isUnderWay && (
        <ActionBar>
          <IfMay do={rehearseSchemeVersionEndpoint}>
            <ActionButton
              icon={IconPlayerPlay}
              label={t('rehearsal.rehearse')}
              isPrimary={data.rehearsals.length === 0}
              reason={
                waits ? t('errors.rehearsal_under_way') : version.lines.length === 0 ? t('pricing.no_lines') : undefined
              }
              onClick={() => setOpen(true)}
            />
            {isOpen && (
              <Suspense fallback={null}>
                <RehearseForm row={row} version={version} firstDay={firstDay} onClose={() => setOpen(false)} />
              </Suspense>
            )}
          </IfMay>
        </ActionBar>
      )}
      {isUnderWay && data.is_needed && !data.rehearsals.some((each) => each.counts) && (
        <Alert color="yellow">{t('rehearsal.needed')}</Alert>
      )}
      {data.rehearsals.length > 1 && shown && (
        <NativeSelect
          label={t('rehearsal.shown')}
          data={data.rehearsals.map((each) => ({ value: each.id, label: words.nameOf(each) }))}
          value={shown.id}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
      )}
      {shown && <One key={shown.id} row={row} version={version} rehearsal={shown} />}
    </>
  )
}

function One({ row, version, rehearsal }: Of & { version: SchemeVersion; rehearsal: Rehearsal }) {
  const { t } = useTranslation()
  const { status, failure, months, months_done } = rehearsal
  if (status === 'PENDING')
    return (
      <div>
        <Progress value={(100 * months_done) / months} aria-label={t('rehearsal.progress')} />
        <Text size="sm" mt={6} role="status">
          {t('rehearsal.so_far', { done: months_done, count: months })}
        </Text>
      </div>
    )
  if (failure) return <Alert color="red">{t('rehearsal.gave_up')}</Alert>
  return <RehearsalResult row={row} version={version} rehearsal={rehearsal} />
}

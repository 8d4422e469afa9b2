import { report } from '@kontor/contract/reports/report.entity'
import {
  createReportScheduleEndpoint,
  deleteReportScheduleEndpoint,
  runReportScheduleEndpoint,
  updateReportScheduleEndpoint,
} from '@kontor/contract/reports/report-schedule.endpoints'
import { reportSchedule } from '@kontor/contract/reports/report-schedule.entity'
import { scheduleLimits } from '@kontor/contract/reports/report-schedule.rules'
import { Alert, Anchor, Text, Title } from '@mantine/core'
import { IconCopy, IconPencil, IconPlayerPlay } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { OpenMerchantView } from '../../organisations/merchants/open-merchant-view.tsx'
import { useRow } from '../../platform/api/reading.ts'
import { useEntity } from '../../platform/api/related.ts'
import { ConfirmCommand } from '../../platform/confirm-command.tsx'
import { IfMay } from '../../platform/if-may.tsx'
import { NotYet } from '../../platform/not-yet.tsx'
import { ActionBar } from '../../platform/panel/action-bar.tsx'
import { ActionButton } from '../../platform/panel/action-button.tsx'
import { DeleteAction } from '../../platform/panel/delete-action.tsx'
import { HistoryBelow } from '../../platform/panel/history-tab.tsx'
import panelHead from '../../platform/panel/panel-head.module.css'
import { PanelSection } from '../../platform/panel/panel-head.tsx'
import { Instant } from '../../platform/value/instant.tsx'
import { useLabels } from '../../platform/value/labels.ts'
import { PersonName } from '../../platform/value/person-name.tsx'
import { useMay } from '../../platform/viewer.ts'
import { FieldList } from '../../ui/field-list.tsx'
import { useKnownText } from '../../ui/known-text.ts'
import { StatusTag } from '../../ui/status-tag.tsx'
import { NumberCell, NumberHead, SmallTable, WordsCell, WordsHead } from '../../ui/table/small-table.tsx'
import typography from '../../ui/words/typography.module.css'
import { FilterTexts } from '../filter-texts.tsx'
import { shownStatus, stateOf } from '../report-state.ts'
import { useReportTypeName } from '../use-report-types.ts'
import { useReports } from '../use-reports.ts'
import { LostRecipients } from './lost-recipients.tsx'
import { populate, type ScheduleRow, useIsOfOneMerchant } from './schedule-row.ts'
import { nameOfRecipient } from './use-people.ts'
import { useRhythmText } from './use-rhythm-text.ts'

export default function ReportSchedulePanel({ id }: { id: string }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const knownText = useKnownText()
  const rhythm = useRhythmText()
  const { data: row, error, refetch } = useRow<typeof reportSchedule, ScheduleRow>(reportSchedule, id, { populate })
  const entity = useEntity(row?.type)
  const nameOf = useReportTypeName()
  if (!row) return <NotYet error={error} refetch={refetch} rows={6} />
  return (
    <>
      <header className={panelHead.head}>
        <Title order={3} className={typography.anywhere}>
          {row.name}
        </Title>
        <div className={panelHead.sub}>{rhythm(row)}</div>
        <ScheduleActions row={row} />
      </header>
      {!row.active && (
        <Alert color="yellow" role="status">
          {row.paused_reason ? knownText('schedules.paused', row.paused_reason, '') : t('schedules.inactive')}
        </Alert>
      )}
      <LostRecipients row={row} />
      <FieldList
        fields={[
          [labels.field(reportSchedule, 'next_due_at'), row.next_due_at && <Instant value={row.next_due_at} />],
          [t('reports.type'), entity && nameOf(row.type)],
          [labels.field(reportSchedule, 'period'), labels.value('period', undefined, row.period)],
          [t('reports.filters'), <FilterTexts key="filters" type={row.type} filters={row.filters} />],
          [t('reports.columns'), entity && row.columns.map((name) => labels.field(entity, name)).join(', ')],
          [t('reports.format'), t(`export.format_${row.file_format}`)],
          [labels.field(reportSchedule, 'recipients'), row.recipients.map(nameOfRecipient).join(', ')],
          [labels.field(reportSchedule, 'webhook_url'), row.webhook_url],
          [labels.field(reportSchedule, 'owner'), <PersonName key="owner" name={row.owner} />],
        ]}
      />
      <Runs schedule={id} />
      <HistoryBelow entity={reportSchedule} id={id} />
    </>
  )
}

function ScheduleActions({ row }: { row: ScheduleRow }) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const isElsewhere = useIsOfOneMerchant(row)
  const { id, name } = row
  return (
    <ActionBar>
      <IfMay do={updateReportScheduleEndpoint}>
        {isElsewhere ? (
          <OpenMerchantView merchant={row.merchant} to={`/reports/schedules/view/${id}`} />
        ) : (
          <ActionButton
            icon={IconPencil}
            label={t('action.edit')}
            isPrimary
            renderRoot={(props) => (
              <Link {...props} to="/reports/schedules/edit/$scheduleId" params={{ scheduleId: id }} />
            )}
          />
        )}
      </IfMay>
      <IfMay do={runReportScheduleEndpoint}>
        <ActionButton icon={IconPlayerPlay} label={t('schedules.run')} onClick={() => setAsking(true)} />
        <ConfirmCommand
          endpoint={runReportScheduleEndpoint}
          params={{ id }}
          opened={isAsking}
          onClose={() => setAsking(false)}
          title={t('schedules.run_title', { name })}
          text={t('schedules.run_text')}
          verb={t('schedules.run')}
          done={t('schedules.begun', { name })}
        />
      </IfMay>
      {!isElsewhere && (
        <IfMay do={createReportScheduleEndpoint}>
          <ActionButton
            icon={IconCopy}
            label={t('reports.clone')}
            renderRoot={(props) => <Link {...props} to="/reports/schedules/new" search={{ clone: id }} />}
          />
        </IfMay>
      )}
      <IfMay do={deleteReportScheduleEndpoint}>
        <DeleteAction
          endpoint={deleteReportScheduleEndpoint}
          row={row}
          text={<Text size="sm">{t('schedules.delete_text')}</Text>}
          done={t('schedules.deleted', { name })}
        />
      </IfMay>
    </ActionBar>
  )
}

/** The last reports of a schedule, newest first. */
function Runs({ schedule }: { schedule: string }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const knownText = useKnownText()
  const mayRead = useMay(report.roles.list)
  const { data: runs, error, refetch } = useReports({ schedule, _limit: String(scheduleLimits.shown) }, mayRead)
  if (!mayRead) return null
  return (
    <PanelSection title={t('schedules.runs')}>
      {!runs && <NotYet error={error} refetch={refetch} rows={2} />}
      {runs?.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('schedules.no_runs')}
        </Text>
      )}
      {runs && runs.length > 0 && (
        <SmallTable label={t('schedules.runs')} folds>
          <thead>
            <tr>
              <WordsHead>{t('schedules.due_at')}</WordsHead>
              <WordsHead>{t('schedules.outcome')}</WordsHead>
              <NumberHead isExtra>{t('schedules.rows')}</NumberHead>
              <WordsHead>{t('reports.file')}</WordsHead>
            </tr>
          </thead>
          <tbody>
            {runs.map((run) => {
              const state = stateOf(run)
              return (
                <tr key={run.id}>
                  <WordsCell>
                    <Instant value={run.due_at} />
                  </WordsCell>
                  <WordsCell>
                    <StatusTag status={shownStatus(run)} />
                    {run.failure && <div>{knownText('reports.failure', run.failure, run.failure)}</div>}
                  </WordsCell>
                  <NumberCell isExtra>{labels.number(run.count)}</NumberCell>
                  <WordsCell>
                    {state === 'ready' && (
                      <Anchor
                        inherit
                        renderRoot={(props) => (
                          <Link
                            {...props}
                            to="/reports/transactions/$reportId/download"
                            params={{ reportId: run.id }}
                          />
                        )}
                      >
                        {t('reports.download')}
                      </Anchor>
                    )}
                    {state === 'ready' && ' · '}
                    {state !== 'pending' && (
                      <Anchor
                        inherit
                        renderRoot={(props) => (
                          <Link {...props} to="/reports/transactions/new" search={{ clone: run.id }} />
                        )}
                      >
                        {t('schedules.again')}
                      </Anchor>
                    )}
                  </WordsCell>
                </tr>
              )
            })}
          </tbody>
        </SmallTable>
      )}
    </PanelSection>
  )
}

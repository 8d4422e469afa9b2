import {
  deleteWelcomeMailEndpoint,
  updateWelcomeMailEndpoint,
} from '@kontor/contract/identity/welcome-mails/welcome-mail.endpoints'
import { type WelcomeMail, welcomeMail } from '@kontor/contract/identity/welcome-mails/welcome-mail.entity'
import { Text } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRow } from '../../platform/api/reading.ts'
import { draftName, useHasDraft } from '../../platform/form/use-draft.ts'
import { IfMay } from '../../platform/if-may.tsx'
import { NotYet } from '../../platform/not-yet.tsx'
import { ActionBar } from '../../platform/panel/action-bar.tsx'
import { ActionButton } from '../../platform/panel/action-button.tsx'
import { DeleteAction } from '../../platform/panel/delete-action.tsx'
import { useHistoryTab } from '../../platform/panel/history-tab.tsx'
import { PanelSection, TitledHead } from '../../platform/panel/panel-head.tsx'
import { PanelTabs } from '../../platform/panel/panel-tabs.tsx'
import { Instant } from '../../platform/value/instant.tsx'
import { useLabels } from '../../platform/value/labels.ts'
import { FieldList } from '../../ui/field-list.tsx'
import { ShortId } from '../../ui/short-id.tsx'
import { PreviewAction } from './preview-welcome-mail.tsx'
import { WelcomeText } from './welcome-text.tsx'

const EditWelcomeMail = lazy(() =>
  import('./welcome-mail.form.tsx').then((module) => ({ default: module.EditWelcomeMail })),
)

export default function WelcomeMailPanel({ id }: { id: string }) {
  const { t } = useTranslation()
  const history = useHistoryTab(welcomeMail, id)
  const { data: row, error, refetch } = useRow<typeof welcomeMail, WelcomeMail>(welcomeMail, id)
  if (!row) return <NotYet error={error} refetch={refetch} rows={6} />
  return (
    <>
      <TitledHead title={row.name} actions={<Actions row={row} />} />
      <PanelTabs
        label={t('payments.tabs')}
        tabs={[{ name: 'details', label: t('payments.tab.details'), content: () => <Details row={row} /> }, ...history]}
      />
    </>
  )
}

function Actions({ row }: { row: WelcomeMail }) {
  const { t } = useTranslation()
  const [isEditing, setEditing] = useState(useHasDraft(draftName(updateWelcomeMailEndpoint, row.id)))
  const isInUse = row.default || row.psp_default
  return (
    <ActionBar>
      <IfMay do={updateWelcomeMailEndpoint}>
        <ActionButton icon={IconPencil} label={t('action.edit')} onClick={() => setEditing(true)} />
        {isEditing && (
          <Suspense fallback={null}>
            <EditWelcomeMail row={row} onClose={() => setEditing(false)} />
          </Suspense>
        )}
      </IfMay>
      <PreviewAction row={row} />
      <IfMay do={deleteWelcomeMailEndpoint}>
        <DeleteAction
          endpoint={deleteWelcomeMailEndpoint}
          row={row}
          text={t('welcome_mails.delete_text')}
          done={t('welcome_mails.deleted', { name: row.name })}
          reason={isInUse ? t('errors.welcome_mail_in_use') : undefined}
        />
      </IfMay>
    </ActionBar>
  )
}

function Details({ row }: { row: WelcomeMail }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const invited = [
    ...(row.default ? [t('welcome_mails.users_of_merchants')] : []),
    ...(row.psp_default ? [t('welcome_mails.staff')] : []),
  ]
  return (
    <>
      <FieldList
        fields={[
          [t('welcome_mails.invites'), invited.join(', ') || t('welcome_mails.nobody')],
          [labels.field(welcomeMail, 'created_at'), <Instant key="at" value={row.created_at} />],
          [labels.field(welcomeMail, 'id'), <ShortId key="id" value={row.id} />],
        ]}
      />
      <PanelSection title={t('welcome_mails.dutch')}>
        <WelcomeText content={row.content} language="nl" label={t('welcome_mails.dutch')} />
      </PanelSection>
      <PanelSection title={t('welcome_mails.english')}>
        {row.content_en === null ? (
          <Text size="sm">{t('welcome_mails.no_english')}</Text>
        ) : (
          <WelcomeText content={row.content_en} language="en-US" label={t('welcome_mails.english')} />
        )}
      </PanelSection>
    </>
  )
}

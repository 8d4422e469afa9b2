import { previewWelcomeMailEndpoint } from '@kontor/contract/identity/welcome-mails/welcome-mail.endpoints'
import type { WelcomeMail } from '@kontor/contract/identity/welcome-mails/welcome-mail.entity'
import { Button } from '@mantine/core'
import { IconMailShare } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmCommand } from '../../platform/confirm-command.tsx'
import { ActionButton } from '../../platform/panel/action-button.tsx'
import { useViewer } from '../../platform/viewer.ts'
import { InRow } from './in-row.tsx'

interface PreviewProps {
  row: Pick<WelcomeMail, 'id' | 'name'>
}

export function PreviewInRow({ row }: PreviewProps) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  return (
    <InRow>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={t('welcome_mails.preview_of', { name: row.name })}
        onClick={() => setAsking(true)}
      >
        {t('welcome_mails.preview')}
      </Button>
      <AskPreview row={row} opened={isAsking} onClose={() => setAsking(false)} />
    </InRow>
  )
}

export function PreviewAction({ row }: PreviewProps) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <ActionButton icon={IconMailShare} label={t('welcome_mails.preview')} onClick={() => setAsking(true)} />
      <AskPreview row={row} opened={isAsking} onClose={() => setAsking(false)} />
    </>
  )
}

function AskPreview({ row, ...dialog }: PreviewProps & { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const { email } = useViewer()
  return (
    <ConfirmCommand
      endpoint={previewWelcomeMailEndpoint}
      params={{ id: row.id }}
      title={t('welcome_mails.preview')}
      text={t('welcome_mails.preview_text')}
      verb={t('welcome_mails.send_preview')}
      done={t('welcome_mails.preview_sent', { email })}
      {...dialog}
    />
  )
}

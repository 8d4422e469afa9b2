import type { ReplyOf } from '@kontor/contract/endpoint'
import { createInvitationLinkEndpoint } from '@kontor/contract/identity/users/user.endpoints'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmCommand } from '../../platform/confirm-command.tsx'
import { Instant } from '../../platform/value/instant.tsx'
import { CopyValue } from '../../ui/copy-value.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import typography from '../../ui/words/typography.module.css'

type Link = ReplyOf<typeof createInvitationLinkEndpoint>

interface InvitationLinkProps {
  row: { id: string; name: string }
  opened: boolean
  onClose: () => void
}

/** Makes a link to hand over, and shows it once. A click beside the dialog does not close it. */
export function InvitationLink({ row: { id, name }, opened, onClose }: InvitationLinkProps) {
  const { t } = useTranslation()
  const [link, setLink] = useState<Link>()
  const forget = () => setLink(undefined)
  return (
    <>
      <ConfirmCommand
        endpoint={createInvitationLinkEndpoint}
        params={{ id }}
        opened={opened}
        onClose={onClose}
        title={t('users.link_title', { name })}
        text={t('users.link_text', { name })}
        verb={t('users.link_verb')}
        done={setLink}
      />
      {link && (
        <Dialog opened onClose={forget} closeOnClickOutside={false} title={t('users.link_made', { name })} size="lg">
          <Stack gap="md">
            <Alert color="yellow">{t('users.link_once', { name })}</Alert>
            <div className={typography.anywhere}>
              <CopyValue value={link.url} />
            </div>
            <Text size="sm" c="dimmed">
              {t('users.link_until')} <Instant value={link.expires_at} />
            </Text>
            <Group justify="flex-end">
              <Button onClick={forget}>{t('users.link_kept')}</Button>
            </Group>
          </Stack>
        </Dialog>
      )}
    </>
  )
}

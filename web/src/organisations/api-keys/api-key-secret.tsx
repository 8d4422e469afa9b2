import type { NewApiKey } from '@kontor/contract/organisations/api-keys.schemas'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Instant } from '../../platform/value/instant.tsx'
import { CopyValue } from '../../ui/copy-value.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import styles from './api-key-secret.module.css'

/** The secret of a new key, shown once. Only the button that says it is kept closes the dialog. */
export function ApiKeySecret({ made, onClose }: { made: NewApiKey | undefined; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog
      opened={made !== undefined}
      onClose={onClose}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      title={t('api_settings.secret_title')}
      size="lg"
    >
      <Stack gap="md">
        <Alert color="yellow">{t('api_settings.secret_once')}</Alert>
        <div className={styles.secret}>{made && <CopyValue value={made.secret} />}</div>
        <Text size="sm" c="dimmed">
          {t('api_settings.secret_use')} <code>Authorization: Bearer {made?.prefix}…</code>
        </Text>
        <Text size="sm">{made && <End at={made.expires_at} />}</Text>
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('api_settings.secret_kept')}</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

/** The day on which the new key ends, which nobody chose who replaced a key and left its end as it was. */
function End({ at }: { at: string | null }) {
  const { t } = useTranslation()
  if (at === null) return t('api_settings.works_always')
  return (
    <>
      {t('api_settings.works_until')} <Instant value={at} />
    </>
  )
}

import type { NewApiKey } from '@kontor/contract/organisations/api-keys.schemas'
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CopyValue } from '../../ui/copy-value.tsx'
import styles from './api-key-secret.module.css'

/** The secret of a new key, shown once. Only the button that says it is kept closes the dialog. */
export function ApiKeySecret({ made, onClose }: { made: NewApiKey | undefined; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Modal
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
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('api_settings.secret_kept')}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}

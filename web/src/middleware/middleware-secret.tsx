import { Alert, Button, Group, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CopyValue } from '../ui/copy-value.tsx'
import { Dialog } from '../ui/dialogs/dialog.tsx'

/** The secret of a middleware, shown once. Only the button that says it is kept closes the dialog. */
export function MiddlewareSecret({ secret, onClose }: { secret: string | undefined; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog
      opened={secret !== undefined}
      onClose={onClose}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      title={t('middleware.secret_title')}
      size="lg"
    >
      <Stack gap="md">
        <Alert color="yellow">{t('middleware.secret_once')}</Alert>
        {secret !== undefined && <CopyValue value={secret} />}
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('middleware.secret_kept')}</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

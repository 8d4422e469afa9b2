import { Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { notify } from './notify.ts'

/** Shows a notice of something that was saved at once, without a question, with the button that takes it back. */
export const notifyWithUndo = (message: string, onUndo: () => void): void =>
  notify({ color: 'green', message, shown: (close) => <UndoNotice {...{ message, onUndo, close }} /> })

interface UndoNoticeProps {
  message: string
  onUndo: () => void
  close: () => void
}

function UndoNotice({ message, onUndo, close }: UndoNoticeProps) {
  const { t } = useTranslation()
  return (
    <Group gap="sm" justify="space-between">
      {message}
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => {
          close()
          onUndo()
        }}
      >
        {t('action.undo')}
      </Button>
    </Group>
  )
}

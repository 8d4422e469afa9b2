import { Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface UndoNoticeProps {
  message: string
  onUndo: () => void
}

/** A notice of something that was saved at once, with the button that takes it back. */
export function UndoNotice({ message, onUndo }: UndoNoticeProps) {
  const { t } = useTranslation()
  return (
    <Group gap="sm" justify="space-between">
      {message}
      <Button size="compact-sm" variant="default" onClick={onUndo}>
        {t('action.undo')}
      </Button>
    </Group>
  )
}

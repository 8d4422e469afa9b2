import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

/** Opens the form of one section. */
export function ChangeButton({ label, onClick }: { label: string; onClick: () => void }) {
  const { t } = useTranslation()
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconPencil size={16} aria-hidden="true" />}
      aria-label={label}
      onClick={onClick}
    >
      {t('action.edit')}
    </Button>
  )
}

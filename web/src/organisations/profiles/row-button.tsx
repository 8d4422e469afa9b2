import { ActionIcon } from '@mantine/core'
import { IconCopyPlus, IconPencil, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ProfileAction } from './profile-dialog.tsx'

const icons = { clone: IconCopyPlus, update: IconPencil, delete: IconTrash }

interface RowButtonProps {
  action: ProfileAction
  row: { name: string }
  onClick: () => void
}

/** A button in a row of the list; the row itself opens the panel. */
export function RowButton({ action, row: { name }, onClick }: RowButtonProps) {
  const { t } = useTranslation()
  const Icon = icons[action]
  const label = t(`profiles.action_of.${action}`, { name })
  return (
    <ActionIcon
      size={28}
      aria-label={label}
      title={label}
      onClick={(event) => {
        event.stopPropagation()
        onClick()
      }}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <Icon size={16} aria-hidden="true" />
    </ActionIcon>
  )
}

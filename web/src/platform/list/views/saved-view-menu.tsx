import type { SavedView } from '@kontor/contract/saved-view.schemas'
import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

interface SavedViewMenuProps {
  view: SavedView
  onRename: () => void
  onUpdate: () => void
  onShare: () => void
  onDelete: () => void
}

/** The owner's actions on a view. */
export function SavedViewMenu({ view, onRename, onUpdate, onShare, onDelete }: SavedViewMenuProps) {
  const { t } = useTranslation()
  return (
    // The menu is inside the views' element, so that a press in it does not count as a press outside.
    <Menu position="bottom-end" shadow="md" withinPortal={false}>
      <Menu.Target>
        <ActionIcon size={28} aria-label={t('views.more', { name: view.name })}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onUpdate}>{t('views.update')}</Menu.Item>
        <Menu.Item onClick={onRename}>{t('views.rename')}</Menu.Item>
        <Menu.Item onClick={onShare}>{t(view.shared ? 'views.unshare' : 'views.share')}</Menu.Item>
        <Menu.Divider />
        <Menu.Item color="red" onClick={onDelete}>
          {t('views.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

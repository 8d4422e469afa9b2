import { ActionIcon, Popover, Skeleton, Tooltip } from '@mantine/core'
import { IconBookmarks } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { useColumnSettings } from '../columns/use-column-settings.ts'
import type { Viewed } from './viewed.ts'

const SavedViews = lazy(() => import('./saved-views.tsx').then((module) => ({ default: module.SavedViews })))

interface SavedViewsButtonProps {
  viewed: Viewed
  settings: Pick<ReturnType<typeof useColumnSettings>, 'value' | 'apply' | 'namesBy'>
}

export function SavedViewsButton({ viewed, settings }: SavedViewsButtonProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover
      width={340}
      position="bottom-end"
      opened={isOpen}
      onChange={setOpen}
      trapFocus
      returnFocus
      withinPortal
      // Only a mouse press outside closes the views: an inner menu is outside of them in the document.
      clickOutsideEvents={['mousedown']}
    >
      <Tooltip label={t('views.open')}>
        <Popover.Target>
          <ActionIcon size={32} variant="default" aria-label={t('views.open')} onClick={() => setOpen(!isOpen)}>
            <IconBookmarks size={18} />
          </ActionIcon>
        </Popover.Target>
      </Tooltip>
      <Popover.Dropdown aria-label={t('views.open')}>
        <Suspense fallback={<Skeleton height={120} />}>
          <SavedViews viewed={viewed} settings={settings} onDone={() => setOpen(false)} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}

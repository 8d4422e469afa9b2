import { ActionIcon, Popover, Skeleton, Tooltip } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from './columns.tsx'
import type { useColumnSettings } from './use-column-settings.ts'

const ColumnChoices = lazy(() => import('./column-choices.tsx'))

interface ColumnSettingsProps<R> {
  settings: ReturnType<typeof useColumnSettings<R>>
  nameOf: (column: Column<R>) => string
}

/** The button that opens the choice of columns. */
export function ColumnSettings<R>({ settings, nameOf }: ColumnSettingsProps<R>) {
  const { t } = useTranslation()
  return (
    <Popover width={320} position="bottom-end" trapFocus returnFocus withinPortal>
      <Tooltip label={t('list.columns')}>
        <Popover.Target>
          <ActionIcon size={32} variant="default" aria-label={t('list.columns')}>
            <IconColumns3 size={18} />
          </ActionIcon>
        </Popover.Target>
      </Tooltip>
      <Popover.Dropdown>
        <Suspense fallback={<Skeleton height={120} />}>
          <ColumnChoices
            columns={settings.ordered.map((column) => ({
              name: column.name,
              text: nameOf(column),
              isShown: settings.isShown(column),
            }))}
            settings={settings}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}

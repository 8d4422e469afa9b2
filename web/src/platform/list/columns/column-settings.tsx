import { ActionIcon, Button, Checkbox, Group, Popover, Stack, Text, Tooltip } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconColumns3, IconGripVertical } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './column-settings.module.css'
import type { Column } from './columns.tsx'
import type { useColumnSettings } from './use-column-settings.ts'

interface ColumnSettingsProps<R> {
  settings: ReturnType<typeof useColumnSettings<R>>
  nameOf: (column: Column<R>) => string
}

/** Shows, hides and orders columns, by buttons or by dragging with a mouse. */
export function ColumnSettings<R>({ settings, nameOf }: ColumnSettingsProps<R>) {
  const { t } = useTranslation()
  const [dragged, setDragged] = useState<string>()
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
        <Stack gap="xs">
          <Text size="xs" c="dimmed">
            {t('list.columns_help')}
          </Text>
          <ul className={styles.columns}>
            {settings.ordered.map((column, at) => (
              <li
                key={column.name}
                data-dragged={dragged === column.name || undefined}
                draggable
                onDragStart={() => setDragged(column.name)}
                onDragEnd={() => setDragged(undefined)}
                onDragOver={(event) => event.preventDefault()}
                onDrop={(event) => {
                  event.preventDefault()
                  if (dragged) settings.moveTo(dragged, at)
                }}
              >
                <IconGripVertical size={16} aria-hidden="true" className={styles.grip} />
                <Checkbox
                  size="xs"
                  label={nameOf(column)}
                  checked={settings.isShown(column)}
                  disabled={settings.isShown(column) && settings.visible.length === 1}
                  onChange={(event) => settings.show(column.name, event.currentTarget.checked)}
                />
                <Group gap={2} wrap="nowrap">
                  <ActionIcon
                    size={24}
                    aria-label={t('list.column_up', { name: nameOf(column) })}
                    disabled={at === 0}
                    onClick={() => settings.moveTo(column.name, at - 1)}
                  >
                    <IconChevronUp size={16} />
                  </ActionIcon>
                  <ActionIcon
                    size={24}
                    aria-label={t('list.column_down', { name: nameOf(column) })}
                    disabled={at === settings.ordered.length - 1}
                    onClick={() => settings.moveTo(column.name, at + 1)}
                  >
                    <IconChevronDown size={16} />
                  </ActionIcon>
                </Group>
              </li>
            ))}
          </ul>
          <Button size="xs" variant="default" disabled={!settings.isChanged} onClick={settings.reset}>
            {t('list.columns_reset')}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

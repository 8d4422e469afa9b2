import { ActionIcon, Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconGripVertical } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './column-choices.module.css'
import type { useColumnSettings } from './use-column-settings.ts'

interface ColumnChoicesProps {
  columns: readonly { name: string; text: string; isShown: boolean }[]
  /** The columns belong to what is being made, and not to this browser. */
  isOfForm?: boolean
  /** Further buttons below the columns. */
  children?: ReactNode
  settings: Pick<ReturnType<typeof useColumnSettings>, 'show' | 'moveTo' | 'isChanged' | 'reset'>
}

/** Shows, hides and orders columns, by buttons or by dragging with a mouse. */
export default function ColumnChoices({ columns, settings, isOfForm = false, children }: ColumnChoicesProps) {
  const { t } = useTranslation()
  const [dragged, setDragged] = useState<string>()
  return (
    <Stack gap="xs">
      {!isOfForm && (
        <Text size="xs" c="dimmed">
          {t('list.columns_help')}
        </Text>
      )}
      <ul className={styles.columns}>
        {columns.map(({ name, text, isShown }, at) => (
          <li
            key={name}
            data-dragged={dragged === name || undefined}
            draggable
            onDragStart={() => setDragged(name)}
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
              label={text}
              checked={isShown}
              disabled={isShown && columns.filter((each) => each.isShown).length === 1}
              onChange={(event) => settings.show(name, event.currentTarget.checked)}
            />
            <Group gap={2} wrap="nowrap">
              <ActionIcon
                size={24}
                aria-label={t('list.column_up', { name: text })}
                disabled={at === 0}
                onClick={() => settings.moveTo(name, at - 1)}
              >
                <IconChevronUp size={16} />
              </ActionIcon>
              <ActionIcon
                size={24}
                aria-label={t('list.column_down', { name: text })}
                disabled={at === columns.length - 1}
                onClick={() => settings.moveTo(name, at + 1)}
              >
                <IconChevronDown size={16} />
              </ActionIcon>
            </Group>
          </li>
        ))}
      </ul>
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          flex={children ? undefined : 1}
          disabled={!settings.isChanged}
          onClick={settings.reset}
        >
          {t('list.columns_reset')}
        </Button>
        {children}
      </Group>
    </Stack>
  )
}

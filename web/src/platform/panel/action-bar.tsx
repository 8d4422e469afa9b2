import { ActionIcon, Group, Menu, Text } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './action-bar.module.css'
import { type Blocked, BlockedActions } from './blocked-actions.ts'

/**
 * The actions of a panel. Those that are possible now are buttons. Those that are not are in a menu behind them, each
 * with its reason.
 */
export function ActionBar({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const [blocked, setBlocked] = useState<readonly Blocked[]>([])
  const menu = useMemo(
    () => ({
      put: (action: Blocked) => setBlocked((others) => [...others.filter(({ id }) => id !== action.id), action]),
      remove: (id: string) => setBlocked((others) => others.filter((each) => each.id !== id)),
    }),
    [],
  )
  return (
    <Group className={styles.bar} gap={8}>
      <BlockedActions value={menu}>{children}</BlockedActions>
      {blocked.length > 0 && (
        <Menu position="bottom-start" width={320} withinPortal>
          <Menu.Target>
            <ActionIcon size={30} variant="default" aria-label={t('panel.not_now')} title={t('panel.not_now')}>
              <IconDots size={18} aria-hidden="true" />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {blocked.map(({ id, icon: Icon, label, reason }) => (
              <Menu.Item
                key={id}
                className={styles.blocked}
                leftSection={<Icon size={16} aria-hidden="true" />}
                aria-disabled
                closeMenuOnClick={false}
              >
                {label}
                <Text size="xs" c="dimmed">
                  {reason}
                </Text>
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </Group>
  )
}

import { ActionIcon, Group, Menu, Text } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './action-bar.module.css'
import { type Blocked, BlockedActions } from './blocked-actions.ts'

/**
 * The actions of a panel. Those that are possible now are buttons. Those that are seldom wanted are in a menu behind them, and so
 * are those that are not possible now, each with its reason.
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
  const name = t(blocked.some(({ reason }) => reason === undefined) ? 'panel.more' : 'panel.not_now')
  return (
    <Group className={styles.bar} gap={8}>
      <BlockedActions value={menu}>{children}</BlockedActions>
      {blocked.length > 0 && (
        <Menu position="bottom-start" width={320} withinPortal>
          <Menu.Target>
            <ActionIcon size={30} variant="default" aria-label={name} title={name}>
              <IconDots size={18} aria-hidden="true" />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {possibleFirst(blocked).map(({ id, icon: Icon, label, reason, onClick }) =>
              reason === undefined ? (
                <Menu.Item key={id} leftSection={<Icon size={16} aria-hidden="true" />} onClick={onClick}>
                  {label}
                </Menu.Item>
              ) : (
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
              ),
            )}
          </Menu.Dropdown>
        </Menu>
      )}
    </Group>
  )
}

const possibleFirst = (actions: readonly Blocked[]): readonly Blocked[] =>
  actions.toSorted((one, other) => Number(one.reason !== undefined) - Number(other.reason !== undefined))

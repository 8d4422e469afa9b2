import { AppShell, NavLink, Text, Tooltip } from '@mantine/core'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useScope } from '../../platform/api/scope.ts'
import type { ShownScreen } from '../../platform/screen/screen.ts'
import { useViewer } from '../../platform/viewer.ts'
import { navigationFor, routeOfScreen } from './navigation.ts'
import styles from './navigation-list.module.css'

interface NavigationProps {
  isIcons: boolean
  onToggle: () => void
  onGo: () => void
}

export function Navigation({ isIcons, onToggle, onGo }: NavigationProps) {
  const { t } = useTranslation()
  const viewer = useViewer()
  const { merchant } = useScope()
  const Collapse = isIcons ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  return (
    <>
      <AppShell.Section grow p="xs" className={styles.scrolls}>
        {navigationFor(viewer, merchant !== undefined).map((group) => (
          <section key={group.label} aria-label={t(`nav.group.${group.label}`)}>
            {!isIcons && (
              <Text size="xs" fw={600} c="dimmed" px="xs" pt="xs" pb={4}>
                {t(`nav.group.${group.label}`)}
              </Text>
            )}
            {group.items.map((item) => (
              <Entry key={item.route} item={item} isIcons={isIcons} onGo={onGo} />
            ))}
          </section>
        ))}
      </AppShell.Section>
      <AppShell.Section p="xs" visibleFrom="sm">
        <NavLink
          component="button"
          label={isIcons ? undefined : t('nav.collapse')}
          aria-label={t(isIcons ? 'nav.expand' : 'nav.collapse')}
          leftSection={<Collapse size={18} aria-hidden="true" />}
          onClick={onToggle}
          className={styles.entry}
        />
      </AppShell.Section>
    </>
  )
}

interface EntryProps {
  item: ShownScreen
  isIcons: boolean
  onGo: () => void
}

function Entry({ item, isIcons, onGo }: EntryProps) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const label = t(`nav.${item.label}.label`)
  const isActive = routeOfScreen(pathname) === item.route
  const look = {
    label: isIcons ? undefined : label,
    'aria-label': isIcons ? label : undefined,
    leftSection: <item.icon size={18} aria-hidden="true" />,
    onClick: onGo,
    className: styles.entry,
  }
  return (
    <Tooltip label={label} position="right" disabled={!isIcons}>
      {item.kind === 'link' ? (
        <NavLink component="a" href={item.route} target="_blank" rel="noopener" {...look} />
      ) : (
        <NavLink
          component={Link}
          to={item.route}
          // The nearest entry is the active one; the router would mark every entry that the address begins with.
          activeOptions={{ exact: true }}
          aria-current={isActive ? 'page' : undefined}
          active={isActive}
          {...look}
        />
      )}
    </Tooltip>
  )
}

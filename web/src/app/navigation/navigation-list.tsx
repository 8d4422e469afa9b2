import { AppShell, NavLink, Text } from '@mantine/core'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { home } from '../../home/home.screen.ts'
import { useCounts } from '../../home/use-attention.ts'
import { useScope } from '../../platform/api/scope.ts'
import { useViewer } from '../../platform/viewer.ts'
import { groupsOf } from '../screens.ts'
import { groupIcons } from './group-icons.ts'
import { navigationFor, routeOfScreen } from './navigation.ts'
import { Entry } from './navigation-entry.tsx'
import { Flyout, FoldedGroup } from './navigation-group.tsx'
import styles from './navigation-list.module.css'
import { useFolding } from './use-folding.ts'

interface NavigationProps {
  isIcons: boolean
  onToggle: () => void
  onGo: () => void
}

/** The navigation in two levels (001 section 2.15): headings, and groups that open and fold. */
export function Navigation({ isIcons, onToggle, onGo }: NavigationProps) {
  const { t } = useTranslation()
  const viewer = useViewer()
  const { merchant } = useScope()
  const { pathname } = useLocation()
  const sections = navigationFor(viewer, merchant !== undefined)
  const current = routeOfScreen(pathname)
  const counts = useCounts()
  const groups = groupsOf(sections)
  const ofPage = groups.find(({ items }) => items.some(({ route }) => route === current))
  const { isOpen, toggle } = useFolding(ofPage?.label, groups[0]?.label)
  const Collapse = isIcons ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  return (
    <>
      <AppShell.Section grow p="xs" className={styles.scrolls}>
        <Entry
          item={home}
          icon={home.icon}
          count={undefined}
          isIcons={isIcons}
          isCurrent={current === home.route}
          onGo={onGo}
        />
        {sections.map((section) => (
          <section
            key={section.groups[0]?.label}
            className={styles.section}
            aria-label={section.label && t(`nav.section.${section.label}`)}
          >
            {section.label && !isIcons && (
              <Text size="xs" fw={600} c="dimmed" className={styles.heading} aria-hidden="true">
                {t(`nav.section.${section.label}`)}
              </Text>
            )}
            {section.groups.map((group) => {
              const { label, items } = group
              const [only, second] = items
              // A group of one entry needs no second click.
              if (only && !second)
                return (
                  <Entry
                    key={label}
                    item={only}
                    icon={groupIcons[label]}
                    count={counts.get(only.route)}
                    isIcons={isIcons}
                    isCurrent={only.route === current}
                    onGo={onGo}
                  />
                )
              return isIcons ? (
                <Flyout key={label} group={group} current={current} counts={counts} onGo={onGo} />
              ) : (
                <FoldedGroup
                  key={label}
                  group={group}
                  current={current}
                  counts={counts}
                  isOpen={isOpen(label)}
                  onToggle={() => toggle(label)}
                  onGo={onGo}
                />
              )
            })}
          </section>
        ))}
      </AppShell.Section>
      <AppShell.Section p="xs" visibleFrom="sm" className={styles.foot}>
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

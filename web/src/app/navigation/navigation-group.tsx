import { Menu, NavLink } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Count, Counts } from '../../home/use-attention.ts'
import type { ShownScreen } from '../../platform/screen/screen.ts'
import type { Group } from '../screens.ts'
import { groupIcons } from './group-icons.ts'
import { Badge, Entry, useEntryText } from './navigation-entry.tsx'
import list from './navigation-list.module.css'

interface GroupProps {
  group: Group<ShownScreen>
  /** The route of the current page. */
  current: string | undefined
  counts: Counts
  onGo: () => void
}

interface FoldedGroupProps extends GroupProps {
  isOpen: boolean
  onToggle: () => void
}

/** A group under its name, which opens and folds it. */
export function FoldedGroup({ group, current, counts, onGo, isOpen, onToggle }: FoldedGroupProps) {
  const { t } = useTranslation()
  const entries = useId()
  const described = useId()
  const Icon = groupIcons[group.label]
  const count = useCountOf(group, counts)
  const isOfPage = group.items.some(({ route }) => route === current)
  const name = t(`nav.group.${group.label}`)
  return (
    <>
      <NavLink
        component="button"
        label={name}
        leftSection={<Icon size={18} aria-hidden="true" />}
        rightSection={
          <>
            {!isOpen && count && <Badge count={count} id={described} />}
            <IconChevronRight size={14} aria-hidden="true" className={list.chevron} />
          </>
        }
        aria-expanded={isOpen}
        aria-controls={isOpen ? entries : undefined}
        aria-describedby={!isOpen && count ? described : undefined}
        data-of-page={(isOfPage && !isOpen) || undefined}
        onClick={onToggle}
        className={list.entry}
      />
      {isOpen && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
        <div id={entries} role="group" aria-label={name} className={list.entries}>
          {group.items.map((item) => (
            <Entry
              key={item.route}
              item={item}
              count={counts.get(item.route)}
              isCurrent={item.route === current}
              onGo={onGo}
            />
          ))}
        </div>
      )}
    </>
  )
}

/** A group in the narrow navigation: its icon opens a menu of its entries. */
export function Flyout({ group, current, counts, onGo }: GroupProps) {
  const { t } = useTranslation()
  const described = useId()
  const textOf = useEntryText()
  const count = useCountOf(group, counts)
  const Icon = groupIcons[group.label]
  const name = t(`nav.group.${group.label}`)
  return (
    <Menu trigger="click-hover" position="right-start" shadow="md" width={230} openDelay={80} closeDelay={160}>
      <Menu.Target>
        <NavLink
          component="button"
          aria-label={name}
          aria-describedby={count ? described : undefined}
          leftSection={<Icon size={18} aria-hidden="true" />}
          rightSection={count && <Badge count={count} id={described} />}
          data-icon-only
          active={group.items.some(({ route }) => route === current)}
          className={list.entry}
        />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{name}</Menu.Label>
        {group.items.map((item) => {
          const look = {
            leftSection: <item.icon size={16} aria-hidden="true" />,
            rightSection: counts.get(item.route)?.text,
            onClick: onGo,
          }
          return item.kind === 'link' ? (
            <Menu.Item key={item.route} component="a" href={item.route} target="_blank" rel="noopener" {...look}>
              {textOf(item)}
            </Menu.Item>
          ) : (
            <Menu.Item
              key={item.route}
              component={Link}
              to={item.route}
              aria-current={item.route === current ? 'page' : undefined}
              {...look}
            >
              {textOf(item)}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}

/** What waits behind the entries of a group, while they are not on screen. */
function useCountOf({ items }: Group<ShownScreen>, counts: Counts): Count | undefined {
  const { t } = useTranslation()
  const known = items.flatMap(({ route }) => counts.get(route) ?? [])
  const [first, ...others] = known
  if (!first) return undefined
  if (others.length === 0) return first
  const number = known.reduce((sum, each) => sum + each.number, 0)
  const isMore = known.some((each) => each.isMore)
  return { number, isMore, text: isMore ? `${number}+` : String(number), says: t('home.waiting', { count: number }) }
}

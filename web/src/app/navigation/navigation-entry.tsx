import { NavLink, Tooltip } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Count } from '../../home/use-attention.ts'
import type { ShownScreen } from '../../platform/screen/screen.ts'
import { useKnownText } from '../../ui/known-text.ts'
import list from './navigation-list.module.css'

interface EntryProps {
  item: ShownScreen
  /** Absent: an entry of an open group, below the group's icon. */
  icon?: TablerIcon
  count: Count | undefined
  isIcons?: boolean
  isCurrent: boolean
  onGo: () => void
}

export function Entry({ item, icon: Icon, count, isIcons = false, isCurrent, onGo }: EntryProps) {
  const label = useEntryText()(item)
  const id = useId()
  const look = {
    label: isIcons ? undefined : label,
    'aria-label': isIcons ? label : undefined,
    'aria-describedby': count ? id : undefined,
    leftSection: Icon && <Icon size={18} aria-hidden="true" />,
    rightSection: count && <Badge count={count} id={id} />,
    onClick: onGo,
    className: list.entry,
    'data-inner': Icon ? undefined : true,
    'data-icon-only': isIcons || undefined,
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
          aria-current={isCurrent ? 'page' : undefined}
          active={isCurrent}
          // The current entry is in sight, also when the page is opened by its address.
          ref={isCurrent ? scrollToEntry : undefined}
          {...look}
        />
      )}
    </Tooltip>
  )
}

/**
 * Scrolls the navigation until an entry that is out of sight is in the middle. After `scrollIntoView` the first Tab of the page
 * would begin behind the entry, past the link to the content.
 */
function scrollToEntry(entry: HTMLElement | null): void {
  const scrolls = entry?.closest(`.${list.scrolls}`)
  if (!entry || !scrolls) return
  const [shown, whole] = [entry.getBoundingClientRect(), scrolls.getBoundingClientRect()]
  if (shown.top < whole.top || shown.bottom > whole.bottom)
    scrolls.scrollTop += shown.top - whole.top - whole.height / 2
}

/** How much waits behind an entry. The number alone says nothing to a screen reader, so a sentence describes it. */
export function Badge({ count: { text, says }, id }: { count: Count; id: string }) {
  return (
    <span className={list.badge} title={says}>
      <span aria-hidden="true">{text}</span>
      <span id={id} hidden>
        {says}
      </span>
    </span>
  )
}

/** The name of an entry below the name of its group, which it does not repeat: "Alle transacties". */
export function useEntryText() {
  const { t } = useTranslation()
  const textOf = useKnownText()
  return ({ label }: Pick<ShownScreen, 'label'>): string => textOf('nav.entry', label, t(`nav.${label}.label`))
}

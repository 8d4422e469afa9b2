import { Button, Tooltip } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { type ReactNode, useContext, useEffectEvent, useId, useLayoutEffect } from 'react'
import { BlockedActions } from './blocked-actions.ts'

interface ActionButtonProps {
  icon: Icon
  label: string
  /** The action that is most likely wanted. */
  isPrimary?: boolean
  /** True: it is seldom wanted, and stands in the menu of its bar, if it is in one. */
  isRare?: boolean
  /** A longer name for a button whose label another one has too. It begins with the label. */
  named?: string
  isBusy?: boolean
  /** The reason why it is not possible now. The action is then in the menu of its bar, if it is in one. */
  reason?: string | undefined
  onClick?: () => void
  /** Draws the button as a link. */
  renderRoot?: (props: object) => ReactNode
}

/** A button of a panel: `<ActionButton icon={IconPencil} label={t('action.edit')} onClick={…} />`. */
export function ActionButton(props: ActionButtonProps) {
  const {
    icon: Icon,
    label,
    isPrimary = false,
    isRare = false,
    named,
    isBusy = false,
    reason,
    onClick,
    renderRoot,
  } = props
  const menu = useInMenu(props)
  const isPossible = reason === undefined
  if (menu && (isRare || !isPossible)) return null
  return (
    <Tooltip position="bottom" label={reason} disabled={isPossible} events={{ hover: true, focus: true, touch: true }}>
      <Button
        size="xs"
        variant={isPrimary && isPossible ? 'filled' : 'default'}
        leftSection={<Icon size={16} aria-hidden="true" />}
        loading={isBusy}
        {...(named ? { 'aria-label': named } : {})}
        {...(renderRoot ? { renderRoot } : {})}
        // Outside a bar a button that does nothing stays focusable, so that its reason can be read.
        data-disabled={!isPossible || undefined}
        aria-disabled={!isPossible || undefined}
        onClick={isPossible ? onClick : (event) => event.preventDefault()}
      >
        {label}
      </Button>
    </Tooltip>
  )
}

function useInMenu({ icon, label, reason, isRare = false, onClick }: ActionButtonProps) {
  const menu = useContext(BlockedActions)
  const id = useId()
  const run = useEffectEvent(() => onClick?.())
  const put = useEffectEvent(() => menu?.put({ id, icon, label, reason, onClick: run }))
  const isInMenu = isRare || reason !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: another label, in another language, is put again
  useLayoutEffect(() => {
    if (!menu || !isInMenu) return
    put()
    return () => menu.remove(id)
  }, [menu, id, label, reason, isInMenu])
  return menu
}

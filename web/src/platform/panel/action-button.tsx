import { Button, Tooltip } from '@mantine/core'
import { type ReactNode, useContext, useEffectEvent, useId, useLayoutEffect } from 'react'
import { BlockedActions } from './blocked-actions.ts'

interface ActionButtonProps {
  icon: ReactNode
  label: string
  isPrimary: boolean
  /** The reason why it is not possible now. The action is then in the menu of its bar, if it is in one. */
  reason: string | undefined
  onClick: () => void
}

export function ActionButton(props: ActionButtonProps) {
  const { icon, label, isPrimary, reason, onClick } = props
  const menu = useInMenuWhileBlocked(props)
  const isPossible = reason === undefined
  if (menu && !isPossible) return null
  return (
    <Tooltip position="bottom" label={reason} disabled={isPossible} events={{ hover: true, focus: true, touch: true }}>
      <Button
        size="xs"
        variant={isPrimary && isPossible ? 'filled' : 'default'}
        leftSection={icon}
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

function useInMenuWhileBlocked({ icon, label, reason }: ActionButtonProps) {
  const menu = useContext(BlockedActions)
  const id = useId()
  const put = useEffectEvent((why: string) => menu?.put({ id, icon, label, reason: why }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: another label, in another language, is put again
  useLayoutEffect(() => {
    if (!menu || reason === undefined) return
    put(reason)
    return () => menu.remove(id)
  }, [menu, id, label, reason])
  return menu
}

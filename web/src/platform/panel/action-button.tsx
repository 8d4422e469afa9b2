import { Button, Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'

interface ActionButtonProps {
  icon: ReactNode
  label: string
  isPrimary: boolean
  /** The reason why it is not possible now. The button stays focusable, so that the reason can be read. */
  reason: string | undefined
  onClick: () => void
}

export function ActionButton({ icon, label, isPrimary, reason, onClick }: ActionButtonProps) {
  const isPossible = reason === undefined
  return (
    <Tooltip position="bottom" label={reason} disabled={isPossible} events={{ hover: true, focus: true, touch: true }}>
      <Button
        size="xs"
        variant={isPrimary && isPossible ? 'filled' : 'default'}
        leftSection={icon}
        data-disabled={!isPossible || undefined}
        aria-disabled={!isPossible || undefined}
        onClick={isPossible ? onClick : (event) => event.preventDefault()}
      >
        {label}
      </Button>
    </Tooltip>
  )
}

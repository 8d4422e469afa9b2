import { Popover } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ReactNode } from 'react'

interface ChoicePopoverProps {
  /** The name of the opened part. */
  label: string
  /** The button that shows what is chosen. */
  button: (popover: { toggle: () => void; open: () => void }) => ReactNode
  children: (close: () => void) => ReactNode
}

/** A button of the frame that opens a choice below it. */
export function ChoicePopover({ label, button, children }: ChoicePopoverProps) {
  const [isOpen, popover] = useDisclosure()
  return (
    <Popover
      opened={isOpen}
      onChange={popover.toggle}
      position="bottom-start"
      trapFocus
      returnFocus
      shadow="md"
      width={320}
    >
      <Popover.Target>{button(popover)}</Popover.Target>
      <Popover.Dropdown p="xs" aria-label={label}>
        {children(popover.close)}
      </Popover.Dropdown>
    </Popover>
  )
}

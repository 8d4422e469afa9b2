import { Popover } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'

type Choices = (close: () => void) => ReactNode

interface ChoicePopoverProps {
  /** The name of the opened part. */
  label: string
  /** The button that shows what is chosen. */
  button: (popover: { toggle: () => void; open: () => void }) => ReactNode
  /** Loads the choices. The part opens when they are there, so that the focus finds them. */
  load: () => Promise<Choices>
}

/** A button of the frame that opens a choice below it. */
export function ChoicePopover({ label, button, load }: ChoicePopoverProps) {
  const [isOpen, popover] = useDisclosure()
  const [choices, setChoices] = useState<Choices>()
  async function open() {
    const loaded = await load()
    setChoices(() => loaded)
    popover.open()
  }
  const toggle = () => (isOpen ? popover.close() : void open())
  return (
    <Popover opened={isOpen} onChange={toggle} position="bottom-start" trapFocus returnFocus shadow="md" width={320}>
      <Popover.Target>{button({ toggle, open: () => void open() })}</Popover.Target>
      <Popover.Dropdown p="xs" aria-label={label}>
        {choices?.(popover.close)}
      </Popover.Dropdown>
    </Popover>
  )
}

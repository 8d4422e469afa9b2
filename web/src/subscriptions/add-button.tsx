import type { Requirement } from '@kontor/contract/roles'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { draftName, useHasDraft } from '../platform/form/use-draft.ts'
import { IfMay } from '../platform/if-may.tsx'

interface AddButtonProps {
  do: Pick<Command, 'name' | 'roles'>
  /** What is chosen in the form. */
  choosing?: readonly { roles: { list: Requirement } }[]
  label: string
  children: (opened: boolean, close: () => void) => ReactNode
}

/** The one thing that a list's page is for besides looking: opens its form, for those who may. */
export function AddButton({ do: command, choosing = [], label, children }: AddButtonProps) {
  const [opened, setOpened] = useState(useHasDraft(draftName(command)))
  return (
    <IfMay do={command} choosing={choosing}>
      <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setOpened(true)}>
        {label}
      </Button>
      {children(opened, () => setOpened(false))}
    </IfMay>
  )
}

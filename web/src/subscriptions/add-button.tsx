import type { Endpoint } from '@kontor/contract/endpoint'
import type { Requirement } from '@kontor/contract/roles'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { draftName, useHasDraft } from '../platform/form/use-draft.ts'
import { IfMay } from '../platform/if-may.tsx'

interface AddButtonProps {
  do: Pick<Endpoint, 'name' | 'access'>
  /** Entities that the form lets the user choose from. */
  choosing?: readonly { roles: { list: Requirement } }[]
  label: string
  children: (opened: boolean, close: () => void) => ReactNode
}

/** The button of a list's page that opens its form, for users who may send it. */
export function AddButton({ do: endpoint, choosing = [], label, children }: AddButtonProps) {
  const [opened, setOpened] = useState(useHasDraft(draftName(endpoint)))
  return (
    <IfMay do={endpoint} choosing={choosing}>
      <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setOpened(true)}>
        {label}
      </Button>
      {children(opened, () => setOpened(false))}
    </IfMay>
  )
}

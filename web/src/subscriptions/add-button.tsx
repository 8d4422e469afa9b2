import type { Endpoint } from '@kontor/contract/endpoint'
import type { Requirement } from '@kontor/contract/roles'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type ReactNode, Suspense, useState } from 'react'
import { draftName, useHasDraft } from '../platform/form/use-draft.ts'
import { IfMay } from '../platform/if-may.tsx'

interface AddButtonProps {
  do: Pick<Endpoint, 'name' | 'access'>
  /** Entities that the form lets the user choose from. */
  choosing?: readonly { roles: { list: Requirement } }[]
  label: string
  /** The form, which is loaded when it is first opened (`lazy`). */
  children: (opened: boolean, close: () => void) => ReactNode
}

/** The button of a list's page that opens its form, for users who may send it. */
export function AddButton({ do: endpoint, choosing = [], label, children }: AddButtonProps) {
  // The form is loaded at its first opening and stays mounted, so that its dialog closes in the usual way.
  const [form, setForm] = useState<'unwanted' | 'opened' | 'closed'>(
    useHasDraft(draftName(endpoint)) ? 'opened' : 'unwanted',
  )
  return (
    <IfMay do={endpoint} choosing={choosing}>
      <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setForm('opened')}>
        {label}
      </Button>
      {form !== 'unwanted' && (
        <Suspense fallback={null}>{children(form === 'opened', () => setForm('closed'))}</Suspense>
      )}
    </IfMay>
  )
}

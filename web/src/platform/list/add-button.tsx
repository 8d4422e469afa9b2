import type { Endpoint } from '@kontor/contract/endpoint'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type ReactNode, Suspense, useState } from 'react'
import { draftName, useHasDraft } from '../form/use-draft.ts'
import { useAdding } from './adding.ts'

interface AddButtonProps {
  do: Pick<Endpoint, 'name'>
  /** The form, which is loaded when it is first opened (`lazy`). */
  children: (opened: boolean, close: () => void, choice: string | undefined) => ReactNode
}

/** The button of a list's page that opens its form, for users who may send it. The screen's description has its text. */
export function AddButton({ do: endpoint, children }: AddButtonProps) {
  // The form is loaded at its first opening and stays mounted, so that its dialog closes in the usual way.
  const [form, setForm] = useState<'unwanted' | 'opened' | 'closed'>(
    useHasDraft(draftName(endpoint)) ? 'opened' : 'unwanted',
  )
  const [choice, setChoice] = useState<string>()
  const open = (asked?: string) => {
    setChoice(asked)
    setForm('opened')
  }
  const label = useAdding(open)
  if (label === undefined) return null
  return (
    <>
      <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => open()}>
        {label}
      </Button>
      {form !== 'unwanted' && (
        <Suspense fallback={null}>{children(form === 'opened', () => setForm('closed'), choice)}</Suspense>
      )}
    </>
  )
}

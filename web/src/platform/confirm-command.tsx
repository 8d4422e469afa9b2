import type { Command } from '@kontor/contract/command'
import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { notify } from './notify.ts'
import { useRefusalText } from './refusal-text.ts'
import { useCommand } from './use-command.ts'

interface ConfirmCommandProps {
  command: Command
  params: Record<string, string>
  opened: boolean
  onClose: () => void
  title: string
  /** What will happen. */
  text: ReactNode
  verb: string
  isDangerous?: boolean
  /** Said when it was done. */
  done: string
  onDone?: () => void
}

/** A command without fields: what it will do, and the button that does it. */
export function ConfirmCommand({ command, params, text, done, onDone, onClose, ...dialog }: ConfirmCommandProps) {
  const { submit, refusal, isBusy, reset } = useCommand(command)
  const textOf = useRefusalText()
  const close = () => {
    reset()
    onClose()
  }
  async function confirm() {
    if ((await submit(params, {})) === undefined) return
    close()
    notify({ color: 'green', message: done })
    onDone?.()
  }
  return (
    <ConfirmDialog
      {...dialog}
      onClose={close}
      isBusy={isBusy}
      problem={refusal && textOf(refusal)}
      onConfirm={() => void confirm()}
    >
      {typeof text === 'string' ? <Text size="sm">{text}</Text> : text}
    </ConfirmDialog>
  )
}

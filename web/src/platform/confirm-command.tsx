import type { Endpoint } from '@kontor/contract/endpoint'
import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { SendingDialog } from './form/sending-dialog.tsx'
import { useSending } from './form/use-sending.ts'
import { notify } from './notify.ts'

interface ConfirmCommandProps {
  endpoint: Endpoint
  params: Record<string, string>
  opened: boolean
  onClose: () => void
  title: string
  /** A sentence about the effect. */
  text: ReactNode
  verb: string
  isDangerous?: boolean
  /** The notice after success. */
  done: string
  /** Navigation after success; skipped when the person has left the page before the answer. */
  goOn?: () => void
}

/** Confirms a command without fields: its effect, and the button that sends it. */
export function ConfirmCommand({
  endpoint,
  params,
  text,
  done,
  goOn,
  opened,
  onClose,
  ...dialog
}: ConfirmCommandProps) {
  const sending = useSending(endpoint, opened)
  const close = () => {
    if (!sending.isBusy && !sending.isUndecided) sending.reset()
    onClose()
  }
  async function confirm() {
    if ((await sending.send(params, {})) === undefined) return
    const isHere = sending.isOnScreen()
    onClose()
    notify({ color: 'green', message: done })
    if (isHere) goOn?.()
  }
  return (
    <SendingDialog
      {...dialog}
      opened={opened}
      onClose={close}
      isChanged={false}
      sending={sending}
      onSubmit={(event) => {
        event.preventDefault()
        void confirm()
      }}
    >
      {typeof text === 'string' ? <Text size="sm">{text}</Text> : text}
    </SendingDialog>
  )
}

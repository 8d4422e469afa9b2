import type { BodyOf, Endpoint, ParamsOf } from '@kontor/contract/endpoint'
import { Text } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Done } from './api/use-command.ts'
import { SendingDialog } from './form/dialog/sending-dialog.tsx'
import { useSending } from './form/use-sending.ts'
import { notify } from './notify.ts'

interface ConfirmCommandProps<E extends Endpoint> {
  endpoint: E
  params: ParamsOf<E>
  /** What the command needs to know and nobody types. */
  body?: BodyOf<E>
  headers?: Readonly<Record<string, string>>
  opened: boolean
  onClose: () => void
  title: string
  /** A sentence about the effect. */
  text: ReactNode
  verb: string
  isDangerous?: boolean
  /** The notice after success, or a function that shows it where it depends on the answer. */
  done: string | ((reply: Done<E>) => void)
  /** Navigation after success; skipped when the person has left the page before the answer. */
  goOn?: () => void
}

/** Confirms a command without fields: its effect, and the button that sends it. */
export function ConfirmCommand<E extends Endpoint>({
  endpoint,
  params,
  // A command without fields has an empty body.
  body = {} as BodyOf<E>,
  headers,
  text,
  done,
  goOn,
  opened,
  onClose,
  ...dialog
}: ConfirmCommandProps<E>) {
  const sending = useSending(endpoint, opened)
  const close = () => {
    if (!sending.isBusy && !sending.isUndecided) sending.reset()
    onClose()
  }
  // The dialog stays clickable while it fades, so a second press is ignored.
  const isDone = useRef(false)
  useEffect(() => {
    if (opened) isDone.current = false
  }, [opened])
  async function confirm() {
    if (isDone.current) return
    const reply = await sending.send(params, body, true, headers)
    if (reply === undefined) return
    isDone.current = true
    const isHere = sending.isOnScreen()
    onClose()
    if (typeof done === 'string') notify({ color: 'green', message: done })
    else done(reply)
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

import type { BodyOf, Endpoint, ParamsOf } from '@kontor/contract/endpoint'
import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Done } from './api/use-command.ts'
import { SendingDialog } from './form/sending-dialog.tsx'
import { useSending } from './form/use-sending.ts'
import { notify } from './notify.ts'

interface ConfirmCommandProps<E extends Endpoint> {
  endpoint: E
  params: ParamsOf<E>
  opened: boolean
  onClose: () => void
  title: string
  /** What will happen. */
  text: ReactNode
  verb: string
  isDangerous?: boolean
  /** Said when it was done, or who says it where that depends on the answer. */
  done: string | ((reply: Done<E>) => void)
  /** Where the person goes from here; not when the person has gone elsewhere before the answer came. */
  goOn?: () => void
}

/** A command without fields: what it will do, and the button that does it. */
export function ConfirmCommand<E extends Endpoint>({
  endpoint,
  params,
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
  async function confirm() {
    // What has no fields has an empty body.
    const reply = await sending.send(params, {} as BodyOf<E>)
    if (reply === undefined) return
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

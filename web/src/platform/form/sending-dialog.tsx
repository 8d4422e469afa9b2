import { Alert, Button, Group, Modal, type ModalProps, Stack, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRefusalText } from '../api/refusal-text.ts'
import styles from './sending-dialog.module.css'
import type { Sending } from './use-sending.ts'

interface SendingDialogProps {
  size?: ModalProps['size']
  opened: boolean
  onClose: () => void
  title: string
  /** What will happen, and the fields. */
  children: ReactNode
  /** The button's text says what it does: "Refund € 25.00". */
  verb: string
  isDangerous?: boolean
  /** Something was typed that would be lost. */
  isChanged: boolean
  sending: Sending
  /** The refusal is shown under a field already. */
  isSaidBelow?: boolean
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
}

/** A dialog that sends something: busy, refused, without an answer, and left with changes. */
export function SendingDialog({ sending, onClose, ...props }: SendingDialogProps) {
  const { t } = useTranslation()
  useFocusBack()
  const { asks, close, stay, leave } = useLeaving({ ...props, sending, onLeave: onClose })

  return (
    <Modal
      opened={props.opened}
      onClose={asks ? stay : close}
      title={asks ? t('leaving.title') : props.title}
      size={props.size ?? 'md'}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      {asks ? (
        <Leaving onStay={stay} onLeave={leave} />
      ) : (
        <form noValidate onSubmit={props.onSubmit}>
          <Stack gap="md">
            {props.children}
            <Refused sending={sending} isSaidBelow={props.isSaidBelow} />
            <Group justify="flex-end" gap="xs" className={styles.actions}>
              <Button variant="default" onClick={close}>
                {t(sending.isBusy || sending.isUndecided ? 'action.close' : 'action.cancel')}
              </Button>
              <Button type="submit" loading={sending.isBusy} color={props.isDangerous ? 'red' : undefined}>
                {sending.isUndecided ? t('action.retry') : props.verb}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  )
}

interface LeavingOptions {
  opened: boolean
  isChanged: boolean
  sending: Sending
  /** `goesOn`: to where a link led. */
  onLeave: (goesOn: boolean) => void
}

/** What was typed and not sent is not left behind without a question: by a button, a link, or the browser. */
export function useLeaving({ opened, isChanged, sending, onLeave }: LeavingOptions) {
  const [asksToLeave, setAsksToLeave] = useState(false)
  const keeps = opened && isChanged && !sending.isBusy && !sending.isUndecided
  const blocker = useBlocker({
    shouldBlockFn: () => keeps,
    enableBeforeUnload: () => opened && (keeps || sending.isBusy),
    withResolver: true,
  })
  return {
    asks: asksToLeave || blocker.status === 'blocked',
    close: () => (keeps ? setAsksToLeave(true) : onLeave(false)),
    stay: () => {
      setAsksToLeave(false)
      blocker.reset?.()
    },
    leave: () => {
      setAsksToLeave(false)
      onLeave(blocker.status === 'blocked')
      blocker.proceed?.()
    },
  }
}

/** A form that is drawn only while it is open goes before the dialog can give the focus back to what opened it. */
function useFocusBack(): void {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      setTimeout(() => {
        if (opener instanceof HTMLElement && document.activeElement === document.body) opener.focus()
      })
    },
    [opener],
  )
}

/** In the place of the form, which is kept: a second dialog above the first would take its keys and its focus. */
export function Leaving({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const { t } = useTranslation()
  return (
    <Stack gap="md">
      <Text size="sm">{t('leaving.text')}</Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" autoFocus onClick={onStay}>
          {t('action.stay')}
        </Button>
        <Button color="red" onClick={onLeave}>
          {t('leaving.verb')}
        </Button>
      </Group>
    </Stack>
  )
}

export function Refused({ sending, isSaidBelow }: { sending: Sending; isSaidBelow: boolean | undefined }) {
  const { t } = useTranslation()
  const textOf = useRefusalText()
  if (!sending.refusal || isSaidBelow) return null
  if (!sending.isUndecided) {
    return (
      <Alert color="red" role="alert">
        {textOf(sending.refusal)}
      </Alert>
    )
  }
  return (
    <Alert color="yellow" role="alert" title={t('sending.no_answer')}>
      {t('sending.no_answer_text')}
    </Alert>
  )
}

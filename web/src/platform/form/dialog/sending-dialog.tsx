import { Alert, Button, Group, type ModalProps, Stack, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { isVisible } from '../../../ui/is-visible.ts'
import { keepField } from '../../../ui/keep-field.ts'
import { useRefusalText } from '../../api/refusal-text.ts'
import type { Sending } from '../use-sending.ts'
import styles from './sending-dialog.module.css'

interface SendingDialogProps {
  size?: ModalProps['size']
  opened: boolean
  onClose: () => void
  title: string
  /** A sentence about the effect, and the fields. */
  children: ReactNode
  /** The text of the button names the action: "Refund € 25.00". */
  verb: string
  isDangerous?: boolean
  isReadOnly?: boolean
  /** True when closing would lose typed values. */
  isChanged: boolean
  sending: Sending
  /** True when the refusal is already shown under a field. */
  isSaidBelow?: boolean
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
}

/** A dialog that sends a command, with its states: busy, refused, unanswered, and left with changes. */
export function SendingDialog({ sending, onClose, ...props }: SendingDialogProps) {
  const { t } = useTranslation()
  const { asks, close, stay, leave } = useLeaving({ ...props, sending, onLeave: onClose })

  return (
    <Dialog
      opened={props.opened}
      onClose={asks ? stay : close}
      title={asks ? t('leaving.title') : props.title}
      size={props.size ?? 'md'}
    >
      {asks ? (
        <Leaving onStay={stay} onLeave={leave} />
      ) : (
        <form
          ref={beginAtFirstField}
          noValidate
          data-fixed={sending.isUndecided || undefined}
          onMouseDown={keepField}
          onSubmit={props.onSubmit}
        >
          <Stack gap="md">
            {props.children}
            <div className={styles.foot}>
              <Refused sending={sending} isSaidBelow={props.isSaidBelow} />
              <Group justify="flex-end" gap="xs">
                <Button variant="default" onClick={close}>
                  {t(sending.isBusy || sending.isUndecided || props.isReadOnly ? 'action.close' : 'action.cancel')}
                </Button>
                {!props.isReadOnly && (
                  <Button type="submit" loading={sending.isBusy} color={props.isDangerous ? 'red' : undefined}>
                    {sending.isUndecided ? t('action.retry') : props.verb}
                  </Button>
                )}
              </Group>
            </div>
          </Stack>
        </form>
      )}
    </Dialog>
  )
}

/** Without a mark, the dialog would begin at the button that closes it. */
function beginAtFirstField(form: HTMLFormElement | null): void {
  if (!form || form.querySelector('[data-autofocus]')) return
  const fields = [...form.querySelectorAll<HTMLElement>('input, select, textarea, button')]
  fields.find((field) => isVisible(field) && !field.matches(':disabled'))?.setAttribute('data-autofocus', '')
}

interface LeavingOptions {
  opened: boolean
  isChanged: boolean
  sending: Sending
  /** `goesOn`: true when the person follows a link. */
  onLeave: (goesOn: boolean) => void
}

/** Asks before unsent values are left: by a button, by a link, or by the browser. */
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

/** Replaces the form, which keeps its values: a second dialog above the first would take its keys and its focus. */
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

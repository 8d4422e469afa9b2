import { Alert, Button, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from './dialog.tsx'

interface ConfirmDialogProps {
  opened: boolean
  onClose: () => void
  title: string
  /** A sentence about the effect. */
  children: ReactNode
  /** The text of the button names the action: "Refund € 25.00". */
  verb: string
  onConfirm: () => void
  isBusy?: boolean
  isDangerous?: boolean
  /** The reason of a refusal. */
  problem?: string | undefined
}

/** Asks for confirmation: the effect, and a button that names the action. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog opened={props.opened} onClose={props.isBusy ? () => {} : props.onClose} title={props.title}>
      <Stack gap="md">
        {props.children}
        {props.problem && (
          <Alert color="red" role="alert">
            {props.problem}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          {/* Enter pressed once too often must do nothing that is dangerous. */}
          <Button
            variant="default"
            onClick={props.onClose}
            disabled={props.isBusy}
            data-autofocus={props.isDangerous || undefined}
          >
            {t('action.cancel')}
          </Button>
          <Button
            color={props.isDangerous ? 'red' : undefined}
            loading={props.isBusy}
            onClick={props.onConfirm}
            data-autofocus={!props.isDangerous || undefined}
          >
            {props.verb}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

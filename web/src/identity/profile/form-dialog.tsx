import { Button, Group, Modal, Stack } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiRefusal } from '../../platform/api/api-client.ts'
import { Refused } from '../refused.tsx'

interface FormDialogProps {
  title: string
  verb: string
  children: ReactNode
  isBusy: boolean
  isDangerous?: boolean
  refusal: ApiRefusal | undefined
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  onClose: () => void
}

export function FormDialog(props: FormDialogProps) {
  const { t } = useTranslation()
  return (
    <Modal opened onClose={props.onClose} title={props.title} closeButtonProps={{ 'aria-label': t('action.close') }}>
      <form noValidate onSubmit={props.onSubmit}>
        <Stack gap="md">
          {props.children}
          <Refused refusal={props.refusal} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={props.onClose}>
              {t('action.cancel')}
            </Button>
            <Button type="submit" loading={props.isBusy} color={props.isDangerous ? 'red' : undefined}>
              {props.verb}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

/** The refusal to show above the buttons; a wrong password is shown under its field instead. */
export const besides = (refusal: ApiRefusal | undefined, ...codes: string[]): ApiRefusal | undefined =>
  refusal && codes.includes(refusal.code) ? undefined : refusal

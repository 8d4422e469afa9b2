import {
  deletePaymentProfileEndpoint,
  paymentProfileHoldersEndpoint,
} from '@kontor/contract/organisations/payment-profile.endpoints'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../platform/api/reading.ts'
import { ConfirmCommand } from '../../platform/confirm-command.tsx'
import { WaitingDialog } from '../../platform/form/dialog/waiting-dialog.tsx'
import { useListAddress } from '../../platform/list/address/use-list-address.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { useHolderText } from '../holder-text.ts'
import styles from './delete-profile.module.css'

interface DeleteProfileProps {
  row: { id: string; name: string }
  onClose: () => void
}

/** Asks before a payment profile is deleted, or says what uses it. */
export function DeleteProfile({ row: { id, name }, onClose }: DeleteProfileProps) {
  const { t } = useTranslation()
  const list = useListAddress()
  const textOf = useHolderText()
  const reading = useRead(paymentProfileHoldersEndpoint, { params: { id } })
  const title = t('action.delete_title', { name })
  if (!reading.data) return <WaitingDialog title={title} reading={reading} onClose={onClose} />
  const holders = reading.data
  if (holders.length === 0)
    return (
      <ConfirmCommand
        endpoint={deletePaymentProfileEndpoint}
        params={{ id }}
        opened
        onClose={onClose}
        title={title}
        text={t('profiles.delete_text')}
        verb={t('action.delete')}
        isDangerous
        done={t('profiles.deleted', { name })}
        goOn={() => {
          if (list.id === id) list.close()
        }}
      />
    )
  return (
    <Dialog opened onClose={onClose} title={title}>
      <Stack gap="md">
        <Text size="sm">{t('profiles.held')}</Text>
        <ul className={styles.holders}>
          {holders.map((each) => (
            <li key={each.holder}>{textOf(each)}</li>
          ))}
        </ul>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('action.close')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

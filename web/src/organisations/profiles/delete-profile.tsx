import {
  deletePaymentProfileEndpoint,
  paymentProfileHoldersEndpoint,
} from '@kontor/contract/organisations/payment-profile.endpoints'
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../platform/api/reading.ts'
import { ConfirmCommand } from '../../platform/confirm-command.tsx'
import { NotYet } from '../../platform/not-yet.tsx'
import { useHolderText } from '../holder-text.ts'
import styles from './delete-profile.module.css'

interface DeleteProfileProps {
  row: { id: string; name: string }
  onClose: () => void
}

/** Asks before a payment profile is deleted, or says what uses it. */
export function DeleteProfile({ row: { id, name }, onClose }: DeleteProfileProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const search: Record<string, unknown> = useSearch({ strict: false })
  const open = useParams({ strict: false })
  const textOf = useHolderText()
  const { data: holders, error, refetch } = useRead(paymentProfileHoldersEndpoint, { params: { id } })
  const title = t('action.delete_title', { name })
  if (holders?.length === 0)
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
          if ('id' in open && open.id === id) void navigate({ to: '/paymentprofiles', search })
        }}
      />
    )
  return (
    <Modal opened onClose={onClose} title={title}>
      {holders ? (
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
      ) : (
        <NotYet error={error} refetch={refetch} rows={3} />
      )}
    </Modal>
  )
}

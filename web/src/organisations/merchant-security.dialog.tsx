import {
  merchantSecurityEndpoint,
  setMerchantSecurityEndpoint,
} from '@kontor/contract/organisations/merchant-security.endpoints'
import { Modal, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useRead } from '../platform/api/reading.ts'
import { draftName, useOwnDraft } from '../platform/form/use-draft.ts'
import { NotYet } from '../platform/not-yet.tsx'
import { MerchantSecurityForm } from './merchant-security.form.tsx'

interface MerchantSecurityDialogProps {
  merchant: { id: string; name: string }
  onClose: () => void
}

export function MerchantSecurityDialog({ merchant, onClose }: MerchantSecurityDialogProps) {
  const { t } = useTranslation()
  const draft = useOwnDraft(draftName(setMerchantSecurityEndpoint, merchant.id))
  const close = () => {
    draft.clear()
    onClose()
  }
  const { data, error, refetch } = useRead(merchantSecurityEndpoint, { params: { id: merchant.id } })
  return (
    <Modal
      opened
      onClose={close}
      title={t('merchants.security_title', { name: merchant.name })}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <Stack gap="md">
        <Text size="sm">{t('merchants.security_text')}</Text>
        {data ? (
          <MerchantSecurityForm merchant={merchant} security={data} onClose={close} />
        ) : (
          <NotYet error={error} refetch={refetch} height={320} />
        )}
      </Stack>
    </Modal>
  )
}

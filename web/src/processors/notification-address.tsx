import type { GatewayDescription } from '@kontor/contract/platform/gateway.schemas'
import { reserveNotificationAddressEndpoint } from '@kontor/contract/processors/processor.endpoints'
import { Alert, Button, Input, Text } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useRefusalText } from '../platform/api/refusal-text.ts'
import { useCommand } from '../platform/api/use-command.ts'
import { useRecordForm } from '../platform/form/record-form.tsx'
import { CopyValue } from '../ui/copy-value.tsx'

/**
 * The address to which a gateway is to report, before its processor exists: the gateway makes the secret of its signatures when
 * a person enters the address there. The form keeps it with what is typed, because the gateway keeps it too.
 */
export function NotificationAddress({ gateway: { label, webhook } }: { gateway: GatewayDescription }) {
  const { t } = useTranslation()
  const { form, errorOf } = useRecordForm()
  const { submit, refusal, isBusy } = useCommand(reserveNotificationAddressEndpoint)
  const textOf = useRefusalText()
  if (webhook.set_up !== 'by_hand') return null
  const address = form.values['notification_url']
  const make = async () => {
    const reply = await submit({}, {})
    if (reply && 'notification_url' in reply) form.setFieldValue('notification_url', reply.notification_url)
  }
  return (
    <Input.Wrapper label={t('processors.webhook')} labelElement="div" error={errorOf('notification_url')}>
      <Text size="sm" mb={8}>
        {t('processors.address_text', { gateway: label })}
      </Text>
      {typeof address === 'string' && address !== '' ? (
        <CopyValue value={address} />
      ) : (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconLink size={16} aria-hidden="true" />}
          loading={isBusy}
          onClick={() => void make()}
        >
          {t('processors.make_address')}
        </Button>
      )}
      {refusal && (
        <Alert color="red" role="alert" mt="xs">
          {textOf(refusal)}
        </Alert>
      )}
    </Input.Wrapper>
  )
}

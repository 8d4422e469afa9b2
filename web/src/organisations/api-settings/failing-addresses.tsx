import { switchOnWebhookAddressEndpoint } from '@kontor/contract/organisations/callback-addresses.endpoints'
import type { FailingAddress } from '@kontor/contract/organisations/callback-addresses.schemas'
import { Alert, Button, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useRefusalText } from '../../platform/api/refusal-text.ts'
import { useCommand } from '../../platform/api/use-command.ts'
import { IfMay } from '../../platform/if-may.tsx'
import { notify } from '../../platform/notify.ts'
import { Instant } from '../../platform/value/instant.tsx'
import typography from '../../ui/words/typography.module.css'

/** The addresses that are switched off, and those that may be soon. */
export function FailingAddresses({ addresses }: { addresses: readonly FailingAddress[] }) {
  return addresses.map((address) => <Failing key={address.url} address={address} />)
}

function Failing({ address }: { address: FailingAddress }) {
  const { t } = useTranslation()
  const { url, response_code, switched_off_at, switched_off_reason } = address
  const isOff = switched_off_at !== null
  return (
    <Alert
      color={isOff ? 'red' : 'yellow'}
      mb="sm"
      title={t(isOff ? 'api_settings.address_off' : 'api_settings.address_failing')}
    >
      <Text size="sm" className={typography.anywhere}>
        {url}
      </Text>
      <Text size="sm" mt={4}>
        {switched_off_reason
          ? t(`api_settings.address_off_text.${switched_off_reason}`)
          : t('api_settings.address_failing_text')}{' '}
        {t(isOff ? 'api_settings.address_off_since' : 'api_settings.address_failing_since')}{' '}
        <Instant value={switched_off_at ?? address.failing_since} />
        {response_code !== null && (
          <>
            {' · '}
            {response_code === 0 ? t('webhooks.no_answer') : `HTTP ${response_code}`}
          </>
        )}
      </Text>
      {isOff && (
        <IfMay do={switchOnWebhookAddressEndpoint}>
          <SwitchOn url={url} />
        </IfMay>
      )}
    </Alert>
  )
}

function SwitchOn({ url }: { url: string }) {
  const { t } = useTranslation()
  const textOf = useRefusalText()
  const { submit, refusal, isBusy } = useCommand(switchOnWebhookAddressEndpoint)
  const switchOn = async () => {
    if (await submit({}, { url })) notify({ color: 'green', message: t('api_settings.switched_on') })
  }
  return (
    <>
      <Button size="xs" variant="default" mt="xs" loading={isBusy} onClick={() => void switchOn()}>
        {t('api_settings.switch_on')}
      </Button>
      {refusal && (
        <Text size="sm" c="red" role="alert" mt={4}>
          {textOf(refusal)}
        </Text>
      )}
    </>
  )
}

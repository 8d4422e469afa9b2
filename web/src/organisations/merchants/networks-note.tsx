import { previewMerchantNetworksEndpoint } from '@kontor/contract/organisations/merchant-security.endpoints'
import {
  type NetworksPreview,
  previewMerchantNetworksSchemas,
} from '@kontor/contract/organisations/merchant-security.schemas'
import { Alert, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type ApiRefusal, call } from '../../platform/api/api-client.ts'
import { keyOf } from '../../platform/api/reading.ts'
import { useScope } from '../../platform/api/scope.ts'
import { useFormValues } from '../../platform/form/record-form.tsx'
import { typedNetworks } from '../typed-networks.ts'

const typing_ms = 400

/** Says before networks are saved whether the own address is among them, and who would not get in anymore. */
export function NetworksNote({ merchant }: { merchant: string }) {
  const { t } = useTranslation()
  const scope = useScope()
  const { allowed_ips } = useFormValues()
  const networks = typedNetworks(allowed_ips) ?? []
  const [asked] = useDebouncedValue(networks.join(','), typing_ms)
  const body = { allowed_ips: asked === '' ? [] : asked.split(',') }
  const isWhole = previewMerchantNetworksSchemas.body.safeParse(body).success
  const { data } = useQuery<NetworksPreview, ApiRefusal>({
    queryKey: keyOf('merchant', scope, 'networks', merchant, asked),
    queryFn: ({ signal }) => call(previewMerchantNetworksEndpoint, { params: { id: merchant }, body, signal }),
    placeholderData: keepPreviousData,
    enabled: isWhole,
  })
  if (!data || networks.length === 0 || !isWhole) return null
  const { own_address, includes_own_address, users_outside, outside } = data
  const addresses = outside.map(({ address }) => address).join(', ')
  return (
    <Alert color={includes_own_address && users_outside === 0 ? 'blue' : 'yellow'} role="status">
      <Text size="sm">
        {t(includes_own_address ? 'merchants.security_own_within' : 'merchants.security_own_outside', {
          address: own_address,
        })}
      </Text>
      <Text size="sm">{t('merchants.security_outside', { count: users_outside, addresses })}</Text>
    </Alert>
  )
}

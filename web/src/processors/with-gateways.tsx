import { gatewaysEndpoint } from '@kontor/contract/platform/gateway.endpoints'
import type { GatewayDescription } from '@kontor/contract/platform/gateway.schemas'
import { Modal, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../platform/api/reading.ts'
import type { FormValues } from '../platform/form/record-form.tsx'
import { NotYet } from '../platform/not-yet.tsx'

interface WithGatewaysProps {
  title: string
  isUsable: (gateway: GatewayDescription) => boolean
  onClose: () => void
  children: (gateways: readonly GatewayDescription[], first: GatewayDescription) => ReactNode
}

/** A form about the gateways that this server can connect, once they are read and there is one. */
export function WithGateways({ title, isUsable, onClose, children }: WithGatewaysProps) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(gatewaysEndpoint)
  const gateways = data?.filter((each) => each.modes.length > 0 && isUsable(each))
  const [first] = gateways ?? []
  if (gateways && first) return children(gateways, first)
  return (
    <Modal opened onClose={onClose} title={title}>
      {gateways ? (
        <Text size="sm">{t('processors.no_gateway')}</Text>
      ) : (
        <NotYet error={error} refetch={refetch} height={320} />
      )}
    </Modal>
  )
}

/** The gateway that is chosen now: a draft may have brought another one than the first. */
export const chosenOf = (
  gateways: readonly GatewayDescription[],
  { gateway }: FormValues,
): GatewayDescription | undefined => gateways.find(({ name }) => name === gateway)

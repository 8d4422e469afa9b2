import { gatewaysEndpoint } from '@kontor/contract/platform/gateway.endpoints'
import type { GatewayDescription } from '@kontor/contract/platform/gateway.schemas'
import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../platform/api/reading.ts'
import { WaitingDialog } from '../platform/form/dialog/waiting-dialog.tsx'
import type { FormValues } from '../platform/form/record-form.tsx'
import { Dialog } from '../ui/dialogs/dialog.tsx'

interface WithGatewaysProps {
  title: string
  isUsable: (gateway: GatewayDescription) => boolean
  onClose: () => void
  children: (gateways: readonly GatewayDescription[], first: GatewayDescription) => ReactNode
}

/** A form about the gateways that this server can connect, once they are read and there is one. */
export function WithGateways({ title, isUsable, onClose, children }: WithGatewaysProps) {
  const { t } = useTranslation()
  const reading = useRead(gatewaysEndpoint)
  if (!reading.data) return <WaitingDialog title={title} reading={reading} height={320} onClose={onClose} />
  const gateways = reading.data.filter((each) => each.modes.length > 0 && isUsable(each))
  const [first] = gateways
  if (first) return children(gateways, first)
  return (
    <Dialog opened onClose={onClose} title={title}>
      <Text size="sm">{t('processors.no_gateway')}</Text>
    </Dialog>
  )
}

/** The gateway that is chosen now: a draft may have brought another one than the first. */
export const chosenOf = (
  gateways: readonly GatewayDescription[],
  { gateway }: FormValues,
): GatewayDescription | undefined => gateways.find(({ name }) => name === gateway)

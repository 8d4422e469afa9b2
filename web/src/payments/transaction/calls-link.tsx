import { auditTrailItem, pspAuditTrailItem } from '@kontor/contract/audit-trail/audit-trail-item.entity'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useScope } from '../../platform/api/scope.ts'
import { AnchorLink } from '../../platform/panel/anchor-link.tsx'
import { useMay, useViewer } from '../../platform/viewer.ts'

/** A link to all calls about a payment, for viewers who may read the trail. */
export function CallsLink({ transaction }: { transaction: string }) {
  const { t } = useTranslation()
  const { psp } = useViewer()
  const { merchant } = useScope()
  const isOfProvider = psp && merchant === undefined
  const mayRead = useMay((isOfProvider ? pspAuditTrailItem : auditTrailItem).roles.list)
  const to: string = isOfProvider ? '/psp/audit-trail' : '/audit-trail'
  if (!mayRead) return null
  return (
    <Text size="sm" mb="xs">
      <AnchorLink to={to} search={{ transaction }}>
        {t('audit_trail.items_of_transaction')}
      </AnchorLink>
    </Text>
  )
}

import { paymentProfile } from '@kontor/contract/organisations/payment-profile.entity'
import { processor } from '@kontor/contract/processors/processor.entity'
import { shareShopsEndpoint } from '@kontor/contract/shares/share.endpoints'
import { type Share, share } from '@kontor/contract/shares/share.entity'
import { useTranslation } from 'react-i18next'
import { useRead, useRow } from '../platform/api/reading.ts'
import { NotYet } from '../platform/not-yet.tsx'
import { AnchorLink } from '../platform/panel/anchor-link.tsx'
import { HistoryBelow } from '../platform/panel/history-tab.tsx'
import { TitledHead } from '../platform/panel/panel-head.tsx'
import { useScreens } from '../platform/screen/use-screen.ts'
import { Cell } from '../platform/value/cell.tsx'
import { useLabels } from '../platform/value/labels.ts'
import { GatewayName } from '../platform/value/use-gateways.tsx'
import { useMay } from '../platform/viewer.ts'
import { FieldList } from '../ui/field-list.tsx'
import { StatusTag } from '../ui/status-tag.tsx'
import { ShareActions } from './share-actions.tsx'
import { ShareActor } from './share-actor.tsx'
import { ShareShops } from './share-shops.tsx'

/** A processor that is shared: between whom, what became of the request, and the shops that use it. */
export default function SharePanel({ id }: { id: string }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const { data: row, error, refetch } = useRow(share, id)
  const mayEdit = useMay(processor.roles.update)
  const mayUpdate = useMay(share.roles.update)
  const mayList = useMay(paymentProfile.roles.list)
  if (!row) return <NotYet error={error} refetch={refetch} rows={8} />
  const cell = (name: keyof Share & string) =>
    [
      labels.field(share, name),
      row[name] === null ? null : <Cell key={name} entity={share} name={name} row={row} />,
    ] as const
  const actor = (name: 'requested_by' | 'answered_by' | 'ended_by', at: string) =>
    [labels.field(share, name), <ShareActor key={name} at={at} name={row[name]} />] as const
  return (
    <>
      <TitledHead
        title={row.processor_name}
        tags={<StatusTag status={row.status} />}
        actions={<ShareActions row={row} />}
      >
        <span>
          <GatewayName name={row.gateway} />
        </span>
        <span>{labels.value('payment_product', undefined, row.payment_product)}</span>
      </TitledHead>
      <FieldList
        fields={[
          cell('organisation_name'),
          cell('to_organisation_name'),
          cell('access'),
          cell('message'),
          actor('requested_by', row.created_at),
          cell('created_at'),
          ...(row.status === 'PENDING' || row.status === 'EXPIRED' ? [cell('expires_at')] : []),
          ...(row.answered_at ? [cell('answered_at'), actor('answered_by', row.answered_at)] : []),
          ...(row.reason ? [cell('reason')] : []),
          ...(row.ended_at ? [cell('ended_at'), actor('ended_by', row.ended_at)] : []),
          cell('profiles'),
          [
            labels.field(share, 'processor'),
            <Cell key="processor" entity={processor} name="id" row={{ id: row.processor }} />,
          ],
          cell('id'),
        ]}
      />
      {row.status === 'ACCEPTED' && row.side === 'received' && row.access === 'USE_AND_EDIT' && mayEdit && (
        <AnchorLink to="/processor-credentials/$processorId" params={{ processorId: row.processor }}>
          {t('profiles.edit_credentials')}
        </AnchorLink>
      )}
      {row.status === 'ACCEPTED' && mayUpdate && (row.side !== 'received' || mayList) && <Shops row={row} />}
      <HistoryBelow entity={share} id={id} />
    </>
  )
}

function Shops({ row }: { row: Share }) {
  const { data: shops, error, refetch } = useRead(shareShopsEndpoint, { params: { id: row.id } })
  const mayOpen = useScreens().some(({ route }) => route === '/paymentprofiles')
  if (!shops) return <NotYet error={error} refetch={refetch} rows={2} />
  return <ShareShops shops={shops} product={row.payment_product} isLinked={mayOpen && row.side !== 'sent'} />
}

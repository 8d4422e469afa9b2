import { createSharesEndpoint } from '@kontor/contract/shares/share.endpoints'
import { share } from '@kontor/contract/shares/share.entity'
import { lazy } from 'react'
import { AddButton } from '../platform/list/add-button.tsx'
import { columnsOf } from '../platform/list/columns/columns.tsx'
import { ListPage } from '../platform/list/list-page.tsx'
import { ShareActor } from './share-actor.tsx'
import { useShareBulk } from './share-bulk.tsx'

const CreateShare = lazy(() => import('./share.form.tsx').then((module) => ({ default: module.CreateShare })))

const columns = columnsOf(
  share,
  [
    'processor_name',
    'gateway',
    'payment_product',
    'organisation_name',
    'to_organisation_name',
    'status',
    'profiles',
    'requested_by',
    'created_at',
  ],
  {
    special: {
      requested_by: (row) => <ShareActor at={row.created_at} name={row.requested_by} />,
      answered_by: (row) => <ShareActor at={row.answered_at} name={row.answered_by} />,
      ended_by: (row) => <ShareActor at={row.ended_at} name={row.ended_by} />,
    },
    extra: ['id', 'side', 'access', 'expires_at', 'answered_at', 'answered_by', 'ended_at', 'ended_by'],
    lines: { name: 'processor_name', figure: 'to_organisation_name', state: 'status' },
  },
)

/** The processors that organisations of a merchant share, and those that wait for an answer. */
export default function SharePage() {
  return (
    <ListPage columns={columns} bulk={useShareBulk()}>
      <AddButton do={createSharesEndpoint}>{(opened, close) => opened && <CreateShare onClose={close} />}</AddButton>
    </ListPage>
  )
}

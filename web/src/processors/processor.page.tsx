import { createProcessorEndpoint } from '@kontor/contract/processors/processor.endpoints'
import { processor } from '@kontor/contract/processors/processor.entity'
import { lazy } from 'react'
import { AddButton } from '../platform/list/add-button.tsx'
import { columnsOf } from '../platform/list/columns/columns.tsx'
import { ListPage } from '../platform/list/list-page.tsx'
import { ConnectedTag } from './connected-tag.tsx'

const CreateProcessor = lazy(() =>
  import('./processor.form.tsx').then((module) => ({ default: module.CreateProcessor })),
)

const columns = columnsOf(
  processor,
  ['name', 'gateway', 'payment_product', 'account', 'organisation', 'active', 'created_at'],
  {
    extra: ['id', 'mode', 'test_problem', 'description'],
    lines: { figure: 'payment_product', when: 'gateway', state: 'active' },
    special: { active: (row) => <ConnectedTag of={row} /> },
  },
)
const populate = ['organisation']

/** The connections to gateways: each takes one payment product for one account. */
export default function ProcessorPage() {
  return (
    <ListPage columns={columns} populate={populate}>
      <AddButton do={createProcessorEndpoint}>
        {(opened, close) => opened && <CreateProcessor onClose={close} />}
      </AddButton>
    </ListPage>
  )
}

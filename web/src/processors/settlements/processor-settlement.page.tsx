import { createProcessorSettlementEndpoint } from '@kontor/contract/processors/processor-settlement.endpoints'
import { processorSettlement } from '@kontor/contract/processors/processor-settlement.entity'
import { lazy } from 'react'
import { AddButton } from '../../platform/list/add-button.tsx'
import { columnsOf } from '../../platform/list/columns/columns.tsx'
import { ListPage } from '../../platform/list/list-page.tsx'
import { useViewer } from '../../platform/viewer.ts'
import { DifferenceAgeing } from '../../reconciliation/difference-ageing.tsx'
import { ConnectedTag } from '../connected-tag.tsx'
import { ReconciliationTag } from './reconciliation-tag.tsx'

const CreateProcessorSettlement = lazy(() =>
  import('./processor-settlement.form.tsx').then((module) => ({ default: module.CreateProcessorSettlement })),
)

const columns = columnsOf(
  processorSettlement,
  [
    'name',
    'gateway',
    'processor_settlement_type',
    'account',
    'organisation',
    'last_file_at',
    'reconciliation',
    'active',
    'created_at',
  ],
  {
    extra: ['id', 'mode', 'test_problem', 'description', 'open_differences', 'expected_at'],
    lines: { figure: 'processor_settlement_type', when: 'gateway', state: 'reconciliation' },
    special: {
      reconciliation: (row) => <ReconciliationTag of={row} />,
      active: (row) => <ConnectedTag of={row} />,
    },
  },
)
const populate = ['organisation']

/** Where the files of what gateways paid out come from. */
export default function ProcessorSettlementPage() {
  const isCollecting = useViewer().modules.includes('collecting')
  return (
    <ListPage columns={columns} populate={populate} above={isCollecting && <DifferenceAgeing />}>
      <AddButton do={createProcessorSettlementEndpoint}>
        {(opened, close) => opened && <CreateProcessorSettlement onClose={close} />}
      </AddButton>
    </ListPage>
  )
}

import { createSapBatchesEndpoint } from '@kontor/contract/sap/sap.endpoints'
import { sapBatch } from '@kontor/contract/sap/sap-batch.entity'
import { useTranslation } from 'react-i18next'
import { ConfirmCommand } from '../platform/confirm-command.tsx'
import { AddButton } from '../platform/list/add-button.tsx'
import { columnsOf } from '../platform/list/columns/columns.tsx'
import { ListPage } from '../platform/list/list-page.tsx'
import { notify } from '../platform/notify.ts'
import { SapLinks } from './sap-links.tsx'

const columns = columnsOf(
  sapBatch,
  ['number', 'covers_from', 'covers_through', 'transfers', 'unmapped', 'status', 'sent_at', 'sap_reference'],
  {
    extra: ['id', 'created_at', 'created_by', 'sendings', 'sent_by', 'answered_at', 'answered_by', 'rejection_reason'],
    lines: { name: 'number', figure: 'transfers', when: 'covers_through', state: 'status' },
  },
)

export default function SapBatchPage() {
  const { t } = useTranslation()
  return (
    <ListPage columns={columns} emptyTitle={t('sap.empty')}>
      <SapLinks to={['mapping', 'connection']} />
      <AddButton do={createSapBatchesEndpoint}>
        {(opened, close) => (
          <ConfirmCommand
            endpoint={createSapBatchesEndpoint}
            params={{}}
            opened={opened}
            onClose={close}
            title={t('sap.make_title')}
            text={t('sap.make_text')}
            verb={t('sap.make')}
            done={({ batches }) => notify({ color: 'green', message: t('sap.made', { count: batches }) })}
          />
        )}
      </AddButton>
    </ListPage>
  )
}

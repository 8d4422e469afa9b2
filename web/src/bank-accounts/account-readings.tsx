import { listBankAccountReadingsEndpoint } from '@kontor/contract/bank-accounts/bank-account.endpoints'
import { IconEye } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../platform/api/reading.ts'
import { NotYet } from '../platform/not-yet.tsx'
import { RecordList } from '../platform/panel/record-list.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'

/** Who read the whole IBAN or a document, and when. */
export function AccountReadings({ id }: { id: string }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(listBankAccountReadingsEndpoint, { params: { id } })
  if (!data) return <NotYet error={error} refetch={refetch} rows={3} />
  if (data.length === 0)
    return (
      <EmptyState
        icon={<IconEye />}
        title={t('bank_accounts.no_readings')}
        text={t('bank_accounts.no_readings_text')}
      />
    )
  const entries = data.map(({ at, what, document, by }, number) => ({
    ...{ id: number, at, what, document },
    ...{ actor_kind: by === null ? 'provider' : 'user', actor_name: by },
  }))
  return (
    <RecordList entries={entries}>
      {({ what, document }) =>
        what === 'iban' ? t('bank_accounts.read_iban') : t(`bank_accounts.read_${what}`, { name: document ?? '' })
      }
    </RecordList>
  )
}

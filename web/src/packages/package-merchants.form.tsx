import {
  assignPackageEndpoint,
  leavePackageEndpoint,
  packageMerchantsEndpoint,
} from '@kontor/contract/packages/package.endpoints'
import { assignPackageSchemas, leavePackageSchemas } from '@kontor/contract/packages/package.schemas'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useRead } from '../platform/api/reading.ts'
import { DayField } from '../platform/form/dates/date-fields.tsx'
import { WaitingDialog } from '../platform/form/dialog/waiting-dialog.tsx'
import { RecordForm } from '../platform/form/record-form.tsx'
import { notify } from '../platform/notify.ts'
import { MerchantsField } from '../pricing/merchants-field.tsx'
import type { PackageRow } from './package-row.ts'

interface Of {
  row: PackageRow
  onClose: () => void
}

/** Gives a package to merchants from a day on. */
export function AssignPackage({ row, onClose }: Of) {
  const { t } = useTranslation()
  const title = t('packages.assign_title', { name: row.name })
  const { first, reading } = useFirstDay(row.id)
  if (first === undefined) return <WaitingDialog title={title} reading={reading} onClose={onClose} />
  return (
    <RecordForm
      endpoint={assignPackageEndpoint}
      body={assignPackageSchemas.body}
      params={{ id: row.id }}
      title={title}
      verb={t('packages.assign')}
      opened
      onClose={onClose}
      initial={{ merchants: [], valid_from: first }}
      onDone={(_, { merchants }) =>
        notify({ color: 'green', message: t('packages.assigned', { count: merchants.length }) })
      }
    >
      <MerchantsField isRequired />
      <DayField name="valid_from" earliest={first} isRequired description={t('packages.assign_help')} />
    </RecordForm>
  )
}

interface LeaveProps extends Of {
  merchant: { id: string; name: string }
}

/** Takes a merchant out of a package from a day on. */
export function LeavePackage({ row, merchant, onClose }: LeaveProps) {
  const { t } = useTranslation()
  const title = t('packages.leave_title', { merchant: merchant.name, name: row.name })
  const { first, reading } = useFirstDay(row.id)
  if (first === undefined) return <WaitingDialog title={title} reading={reading} onClose={onClose} />
  return (
    <RecordForm
      endpoint={leavePackageEndpoint}
      body={leavePackageSchemas.body}
      params={{ id: row.id }}
      title={title}
      verb={t('packages.leave')}
      isDangerous
      opened
      onClose={onClose}
      like={merchant.id}
      initial={{ valid_from: first }}
      bodyOf={(values) => ({ ...values, merchants: [merchant.id] })}
      onDone={() => notify({ color: 'green', message: t('packages.left', { merchant: merchant.name }) })}
    >
      <Text size="sm">{t('packages.leave_text')}</Text>
      <DayField name="valid_from" earliest={first} isRequired />
    </RecordForm>
  )
}

/** The first day that a change may begin on. */
function useFirstDay(id: string) {
  const reading = useRead(packageMerchantsEndpoint, { params: { id } })
  return { first: reading.data?.first_day, reading }
}

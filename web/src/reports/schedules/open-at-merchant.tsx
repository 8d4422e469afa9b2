import { IconLogin2 } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../platform/panel/action-button.tsx'
import type { ScheduleRow } from './schedule-row.ts'

/** Leads to the schedule in the view of its merchant. */
export function OpenAtMerchant({ row: { id, merchant } }: { row: Pick<ScheduleRow, 'id' | 'merchant'> }) {
  const { t } = useTranslation()
  const { history } = useRouter()
  const open = () => history.push(`/psp/merchants/${merchant}:/reports/schedules/view/${id}`)
  return <ActionButton icon={IconLogin2} label={t('merchants.open_view')} isPrimary onClick={open} />
}

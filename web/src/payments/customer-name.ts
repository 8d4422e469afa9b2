import { useTranslation } from 'react-i18next'
import type { CustomerRow } from './rows.ts'

/** The name of a customer, or what stands in its place. */
export function useCustomerName(): (row: CustomerRow) => string {
  const { t } = useTranslation()
  return (row) => (row.erased_at ? t('customers.erased') : (row.name ?? row.email_address ?? t('customers.nameless')))
}

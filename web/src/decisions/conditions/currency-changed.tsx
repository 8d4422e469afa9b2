import { Alert } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** Amounts keep their decimal value, and 500 yen are not worth 500 euros. */
export function CurrencyChanged({ from, to }: { from: string | undefined; to: unknown }) {
  const { t } = useTranslation()
  if (from === undefined || typeof to !== 'string' || to === '' || to === from) return null
  return (
    <Alert color="yellow" role="status" my="md">
      {t('conditions.currency_changed', { currency: to })}
    </Alert>
  )
}

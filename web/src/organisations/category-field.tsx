import { merchantCategoriesEndpoint } from '@kontor/contract/organisations/merchant-category.endpoints'
import { useTranslation } from 'react-i18next'
import { useRead } from '../platform/api/reading.ts'
import { Failed } from '../platform/failed.tsx'
import { SearchedField } from '../platform/form/searched-field.tsx'

interface CategoryFieldProps {
  description?: string
}

/** The category of trade of a merchant or of a payment profile. */
export function CategoryField(props: CategoryFieldProps) {
  const { options, error, refetch } = useCategories()
  if (error && options.length === 0) return <Failed refusal={error} onRetry={() => void refetch()} />
  return <SearchedField name="mcc" options={options} {...props} />
}

/** The categories as `number - title` (001 section 9), in the reader's language. */
export function useCategories(wanted: { enabled?: boolean } = {}) {
  const { data = [], error, refetch } = useRead(merchantCategoriesEndpoint, wanted)
  const { language } = useTranslation().i18n
  const options = data.map(({ number, title, title_nl }) => ({
    value: number,
    label: `${number} - ${language === 'nl' ? title_nl : title}`,
  }))
  return { options, error, refetch }
}

/** A category in words; empty: none. */
export function CategoryName({ mcc }: { mcc: string }) {
  const { options } = useCategories()
  return options.find(({ value }) => value === mcc)?.label ?? mcc
}

import type { Populated } from '@kontor/contract/entity'
import type { Organisation } from '@kontor/contract/organisations/organisation.entity'
import type { oneOff } from '@kontor/contract/settlements/one-offs/one-off.entity'
import type { Settlement } from '@kontor/contract/settlements/settlement.entity'
import { useTranslation } from 'react-i18next'
import type { Related } from '../../platform/api/related.ts'

export type OneOffRow = Populated<
  typeof oneOff,
  { organisation: Related<Organisation>; settlement: Related<Settlement> | null }
>
export const oneOffRelations = ['organisation', 'settlement'] as const

/** The words of a one-off in the reader's language. */
export function useDescription(): (row: Pick<OneOffRow, 'description_nl' | 'description_en'>) => string {
  const { i18n } = useTranslation()
  return (row) => (i18n.language === 'nl' ? row.description_nl : row.description_en)
}

import { countedHolders, type OrganisationHolder } from '@kontor/contract/organisations/organisation.rules'
import type { ProfileHolder } from '@kontor/contract/organisations/payment-profile.rules'
import { useTranslation } from 'react-i18next'
import { useLabels } from '../platform/value/labels.ts'

interface Holding {
  holder: OrganisationHolder | ProfileHolder
  count: number
}

/** Rows that keep something from being deleted, in words: "3 payment profiles". */
export function useHolderText(): (holding: Holding) => string {
  const { t } = useTranslation()
  const labels = useLabels()
  return ({ holder, count }) => {
    const number = Math.min(count, countedHolders)
    const formatted = labels.number(number)
    return t(`organisations.holder.${holder}`, {
      count: number,
      formatted: count > countedHolders ? t('organisations.more_than', { formatted }) : formatted,
    })
  }
}

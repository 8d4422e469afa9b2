import { countedHolders, type OrganisationHolder } from '@kontor/contract/organisations/organisation.rules'
import type { ProfileHolder } from '@kontor/contract/organisations/payment-profile.rules'
import { useTranslation } from 'react-i18next'
import { useLabels } from '../platform/value/labels.ts'

interface Holding {
  holder: OrganisationHolder | ProfileHolder
  count?: number | undefined
}

/** Rows that keep something from being deleted, in words: "3 payment profiles", or "one or more payment profiles" without the number. */
export function useHolderText(): (holding: Holding) => string {
  const { t } = useTranslation()
  const labels = useLabels()
  return ({ holder, count }) => {
    if (count === undefined) return t('organisations.some_of', { holders: t(`organisations.held_by.${holder}`) })
    const number = Math.min(count, countedHolders)
    const formatted = labels.number(number)
    return t(`organisations.holder.${holder}`, {
      count: number,
      formatted: count > countedHolders ? t('organisations.more_than', { formatted }) : formatted,
    })
  }
}

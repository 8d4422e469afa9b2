import { useTranslation } from 'react-i18next'
import { useMoney } from '../../platform/value/use-money.ts'
import { usePercentage } from '../../platform/value/use-percentage.ts'
import type { SchemeVersion } from './scheme-version.ts'

type Term = readonly [label: string, text: string]

/** What a version says besides its lines: of a reserve what is held, of a PARTNER scheme what its percentages are of. */
export function useTerms(currency: string | null) {
  const { t } = useTranslation()
  const percentage = usePercentage()
  const money = useMoney()
  return ({ hold_ppm, hold_days, hold_cap, hold_base, share_of }: SchemeVersion): Term[] => [
    ...(hold_ppm === null || hold_days === null
      ? []
      : ([
          [t('pricing.hold'), percentage(hold_ppm)],
          [t('pricing.released_after'), t('pricing.days', { count: hold_days })],
          [t('pricing.hold_cap'), hold_cap && currency ? money(hold_cap, currency) : t('pricing.no_cap')],
          ...(hold_base === null ? [] : ([[t('pricing.hold_base'), t(`pricing.base.${hold_base}`)]] as const)),
        ] as const)),
    ...(share_of === null ? [] : ([[t('pricing.share_of'), t(`pricing.share.${share_of}`)]] as const)),
  ]
}

import type { Language } from '@kontor/contract/codes/languages'
import { useTranslation } from 'react-i18next'

/** The viewer's language, in which the contract has its own texts too. */
export function useLanguage(): Language {
  const { i18n } = useTranslation()
  return i18n.language === 'nl' ? 'nl' : 'en-US'
}

import { useTranslation } from 'react-i18next'
import { WordTag } from '../../ui/words/word-tag.tsx'

/** Marks the schedule of every merchant whose profile names none. */
export function DefaultTag() {
  const { t } = useTranslation()
  return <WordTag color="blue">{t('settlement_schedules.is_default')}</WordTag>
}

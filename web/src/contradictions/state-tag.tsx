import type { Contradiction } from '@kontor/contract/contradictions/contradiction.entity'
import { useTranslation } from 'react-i18next'
import { WordTag } from '../ui/words/word-tag.tsx'

export function StateTag({ state }: { state: Contradiction['state'] }) {
  const { t } = useTranslation('fields')
  return <WordTag color={colours[state]}>{t(`state.${state}`)}</WordTag>
}

const colours = {
  ...{ OPEN: 'yellow', TAKEN_OVER: 'green', PAID_BACK: 'green', ATTACHED: 'green', WITHDRAWN: 'gray', CLOSED: 'gray' },
} as const

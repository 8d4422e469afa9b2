import type { StuckState } from '@kontor/contract/payments/stuck-operation.rules'
import { useTranslation } from 'react-i18next'
import { WordTag } from '../../ui/words/word-tag.tsx'

const colours = { PARKED: 'red', OVERDUE: 'yellow', ENDED: 'gray' } as const

export function StuckTag({ state }: { state: StuckState }) {
  const { t } = useTranslation('fields')
  return <WordTag color={colours[state]}>{t(`state.${state}`)}</WordTag>
}

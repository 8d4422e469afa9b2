import type { Terminal } from '@kontor/contract/terminals/terminal.entity'
import { useTranslation } from 'react-i18next'
import { WordTag } from '../ui/words/word-tag.tsx'

const colours = { SEEN: 'green', SILENT: 'yellow', NEVER_SEEN: 'gray' } as const

/** Tells whether a terminal reports itself: a silent one may be broken or gone. */
export function ConnectionTag({ connection }: Pick<Terminal, 'connection'>) {
  const { t } = useTranslation('fields')
  return <WordTag color={colours[connection]}>{t(`connection.${connection}`)}</WordTag>
}

import type { Terminal } from '@kontor/contract/terminals/terminal.entity'
import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'

const colours = { SEEN: 'green', SILENT: 'yellow', NEVER_SEEN: 'gray' } as const

/** Tells whether a terminal reports itself: a silent one may be broken or gone. */
export function ConnectionTag({ connection }: Pick<Terminal, 'connection'>) {
  const { t } = useTranslation('fields')
  return (
    <Badge variant="light" color={colours[connection]} className="status-tag">
      {t(`connection.${connection}`)}
    </Badge>
  )
}

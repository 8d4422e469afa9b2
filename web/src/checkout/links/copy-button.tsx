import { ActionIcon } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Column } from '../../platform/list/columns/columns.tsx'
import { type AnyLink, type LinkEntity, useCopyLink } from './link-kind.ts'

/** A button inside a row; pressing it does not open the row. */
export function CopyButton({ entity, link }: { entity: LinkEntity; link: AnyLink }) {
  const { t } = useTranslation()
  const copy = useCopyLink(entity)
  return (
    <ActionIcon
      size={28}
      aria-label={t('links.copy_of', { reference: link.merchant_reference })}
      title={t('links.copy')}
      onClick={(event) => {
        event.stopPropagation()
        void copy(link.id)
      }}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <IconCopy size={16} aria-hidden="true" />
    </ActionIcon>
  )
}

export const copyColumn = <R extends AnyLink>(entity: LinkEntity): Column<R> => ({
  name: 'url',
  isRight: false,
  isSortable: false,
  isExtra: false,
  render: (row) => (row.active ? <CopyButton entity={entity} link={row} /> : '–'),
})

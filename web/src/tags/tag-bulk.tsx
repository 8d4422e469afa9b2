import { deleteTagEndpoint, mergeTagEndpoint } from '@kontor/contract/tags/tag.endpoints'
import { tag } from '@kontor/contract/tags/tag.entity'
import { IconArrowMerge, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useScope } from '../platform/api/scope.ts'
import type { BulkAction } from '../platform/list/bulk/bulk.ts'
import { useViewer } from '../platform/viewer.ts'
import { TagChoice } from './tag-choice.tsx'

const icon = { size: 16, 'aria-hidden': true } as const

/** A list of all merchants' tags offers no merge, because no tag belongs to all of them. */
export function useTagBulk(): readonly BulkAction[] {
  const { t } = useTranslation()
  const { psp } = useViewer()
  const { merchant } = useScope()
  const merge: BulkAction = {
    name: 'merge',
    label: t('tags.merge'),
    icon: <IconArrowMerge {...icon} />,
    endpoint: mergeTagEndpoint,
    roles: [tag.roles.delete, tag.roles.list],
    about: (count) => t('tags.merge_several', { count }),
    ask: (choose) => <TagChoice onChoose={(into) => choose({ into })} />,
    isDangerous: true,
  }
  const remove: BulkAction = {
    name: 'delete',
    label: t('action.delete'),
    icon: <IconTrash {...icon} />,
    endpoint: deleteTagEndpoint,
    roles: [tag.roles.delete],
    about: (count) => t('tags.delete_several', { count }),
    isDangerous: true,
  }
  return psp && !merchant ? [remove] : [merge, remove]
}

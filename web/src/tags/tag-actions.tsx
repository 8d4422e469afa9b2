import { deleteTagEndpoint, mergeTagEndpoint, updateTagEndpoint } from '@kontor/contract/tags/tag.endpoints'
import { IconArrowMerge, IconPencil } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { draftName, useHasDraft } from '../platform/form/use-draft.ts'
import { IfMay } from '../platform/if-may.tsx'
import { ActionBar } from '../platform/panel/action-bar.tsx'
import { ActionButton } from '../platform/panel/action-button.tsx'
import { DeleteAction } from '../platform/panel/delete-action.tsx'
import type { TagRow } from './tag-row.ts'
import { TagUses } from './tag-uses.tsx'

const EditTag = lazy(() => import('./tag.form.tsx').then((module) => ({ default: module.EditTag })))
const MergeTag = lazy(() => import('./tag.form.tsx').then((module) => ({ default: module.MergeTag })))

export function TagActions({ row }: { row: TagRow }) {
  const { t } = useTranslation()
  const wasEditing = useHasDraft(draftName(updateTagEndpoint, row.id))
  const [open, setOpen] = useState<'nothing' | 'edit' | 'merge'>(wasEditing ? 'edit' : 'nothing')
  const close = () => setOpen('nothing')
  return (
    <ActionBar>
      <IfMay do={updateTagEndpoint}>
        <ActionButton icon={IconPencil} label={t('action.edit')} onClick={() => setOpen('edit')} />
      </IfMay>
      <IfMay do={mergeTagEndpoint}>
        <ActionButton icon={IconArrowMerge} label={t('tags.merge')} onClick={() => setOpen('merge')} />
      </IfMay>
      <IfMay do={deleteTagEndpoint}>
        <DeleteAction
          endpoint={deleteTagEndpoint}
          row={{ id: row.id, name: row.text }}
          text={<TagUses id={row.id} said="tags.delete_text" />}
          done={t('tags.deleted', { text: row.text })}
        />
      </IfMay>
      <Suspense fallback={null}>
        {open === 'edit' && <EditTag row={row} onClose={close} />}
        {open === 'merge' && <MergeTag row={row} onClose={close} />}
      </Suspense>
    </ActionBar>
  )
}

import { createSavedViewEndpoint, updateSavedViewEndpoint } from '@kontor/contract/saved-view.endpoints'
import type { SavedView, SavedViewContent } from '@kontor/contract/saved-view.schemas'
import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRefusalText } from '../../api/refusal-text.ts'
import { useCommand } from '../../api/use-command.ts'
import { notify } from '../../notify.ts'
import { useLabels } from '../../value/labels.ts'
import type { Viewed } from './viewed.ts'

interface SavedViewFormProps {
  viewed: Viewed
  /** The view to rename; undefined for a new one. */
  view: SavedView | undefined
  contentNow: (isMoving: boolean) => SavedViewContent
  onDone: () => void
}

export function SavedViewForm({ viewed, view, contentNow, onDone }: SavedViewFormProps) {
  const { t } = useTranslation()
  const textOf = useRefusalText()
  const labels = useLabels()
  const [name, setName] = useState(view?.name ?? '')
  const [isShared, setShared] = useState(false)
  const [isMoving, setMoving] = useState(true)
  const create = useCommand(createSavedViewEndpoint)
  const rename = useCommand(updateSavedViewEndpoint)
  const { refusal, isBusy } = view ? rename : create
  const moving = Object.entries(contentNow(true).dates)

  async function save(event: FormEvent) {
    event.preventDefault()
    const saved = view
      ? await rename.submit({ id: view.id }, { name })
      : await create.submit({}, { list: viewed.path, name, content: contentNow(isMoving), shared: isShared })
    if (!saved) return
    notify({ message: t('notice.saved'), color: 'green' })
    onDone()
  }

  return (
    <form onSubmit={(event) => void save(event)} aria-label={t(view ? 'views.rename' : 'views.save_as')}>
      <Stack gap="sm">
        <TextInput
          data-autofocus
          required
          maxLength={80}
          label={t('views.name')}
          value={name}
          error={refusal && textOf(refusal)}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {!view &&
          moving.map(([field, preset]) => (
            <Checkbox
              key={field}
              label={t('views.moving', {
                field: labels.field(viewed.entity, field),
                range: t(`filter.preset.${preset}`),
              })}
              checked={isMoving}
              onChange={(event) => setMoving(event.currentTarget.checked)}
            />
          ))}
        {!view && (
          <Checkbox
            label={t('views.share_with')}
            checked={isShared}
            onChange={(event) => setShared(event.currentTarget.checked)}
          />
        )}
        <Group justify="flex-end" gap="xs">
          <Button size="xs" variant="default" onClick={onDone}>
            {t('action.cancel')}
          </Button>
          <Button size="xs" type="submit" loading={isBusy} disabled={name.trim() === ''}>
            {t('action.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

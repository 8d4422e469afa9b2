import { deleteSavedViewEndpoint, updateSavedViewEndpoint } from '@kontor/contract/platform/saved-view.endpoints'
import type { SavedView } from '@kontor/contract/platform/saved-view.schemas'
import { Alert, Button, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core'
import { IconBookmarkPlus } from '@tabler/icons-react'
import { useContext, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { WordTag } from '../../../ui/words/word-tag.tsx'
import { useRefusalText } from '../../api/refusal-text.ts'
import { engineNow } from '../../api/server-time.ts'
import { useCommand } from '../../api/use-command.ts'
import { Failed } from '../../failed.tsx'
import { notify } from '../../notify.ts'
import { useListScreen } from '../../screen/use-screen.ts'
import { useViewer } from '../../viewer.ts'
import { apiQueryOf } from '../address/list-search.ts'
import type { useColumnSettings } from '../columns/use-column-settings.ts'
import { ListLinkContext } from '../list-link.ts'
import { SavedViewForm } from './saved-view-form.tsx'
import { SavedViewMenu } from './saved-view-menu.tsx'
import { contentOf, isSameView, searchOfView } from './saved-view-state.ts'
import styles from './saved-views.module.css'
import { useSavedViews } from './use-saved-views.ts'
import type { Viewed } from './viewed.ts'

interface SavedViewsProps {
  viewed: Viewed
  settings: Pick<ReturnType<typeof useColumnSettings>, 'value' | 'apply' | 'namesBy'>
  onDone: () => void
}

type Form = { kind: 'new' } | { kind: 'rename'; view: SavedView }

/** The views of a list. A press shows one, and the present list can be saved as a new one. */
export function SavedViews({ viewed, settings, onDone }: SavedViewsProps) {
  const { t } = useTranslation()
  const ListLink = useContext(ListLinkContext)
  const { time_zone } = useViewer()
  const screen = useListScreen()
  const textOf = useRefusalText()
  const views = useSavedViews(viewed.path)
  const [form, setForm] = useState<Form>()
  const box = useRef<HTMLDivElement>(null)
  // The focused element is gone, so the focus moves to the box.
  const focusBox = () => setTimeout(() => box.current?.focus())
  const update = useCommand(updateSavedViewEndpoint)
  const remove = useCommand(deleteSavedViewEndpoint)
  const moment = { now: engineNow(), timeZone: time_zone }
  const refusal = update.refusal ?? remove.refusal
  const contentNow = (isMoving: boolean) =>
    contentOf(viewed.entity, viewed.search, viewed.initial, settings.value, { ...moment, isMoving })
  const searchOf = ({ content }: SavedView) => searchOfView(viewed.entity, viewed.initial, content, moment)
  const shown = (view: SavedView) => isSameView(searchOf(view), viewed.search)

  function apply(view: SavedView) {
    settings.apply(view.content.columns)
    viewed.onChange(searchOf(view))
    onDone()
  }
  async function change(view: SavedView, body: Parameters<typeof update.submit>[1]) {
    if (await update.submit({ id: view.id }, body)) notify({ message: t('notice.saved'), color: 'green' })
  }

  if (form) {
    return (
      <SavedViewForm
        viewed={viewed}
        view={form.kind === 'rename' ? form.view : undefined}
        contentNow={contentNow}
        onDone={() => {
          setForm(undefined)
          focusBox()
        }}
      />
    )
  }
  if (views.error) return <Failed refusal={views.error} onRetry={() => void views.refetch()} />
  return (
    <Stack gap="xs" ref={box} tabIndex={-1} className={styles.box}>
      {views.data === undefined && <Skeleton height={60} role="status" aria-label={t('state.loading')} />}
      {views.data?.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('views.none')}
        </Text>
      )}
      {views.data && views.data.length > 0 && (
        <ul className={styles.views} aria-label={t('views.list')}>
          {views.data.map((view) => (
            <li key={view.id}>
              <UnstyledButton aria-current={shown(view) || undefined} onClick={() => apply(view)}>
                <span className={styles.name}>{view.name}</span>
                {view.shared && <WordTag variant="default">{view.own ? t('views.shared') : view.owner_name}</WordTag>}
              </UnstyledButton>
              <ListLink
                entity={viewed.entity}
                query={apiQueryOf(searchOf(view), screen)}
                columns={settings.namesBy(view.content.columns)}
                label={t('reports.of_view', { name: view.name })}
                size={28}
              />
              {view.own && (
                <SavedViewMenu
                  view={view}
                  onRename={() => setForm({ kind: 'rename', view })}
                  onUpdate={() => void change(view, { content: contentNow(true) })}
                  onShare={() => void change(view, { shared: !view.shared })}
                  onDelete={() => void remove.submit({ id: view.id }, {}).then(focusBox)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {refusal && (
        <Alert color="red" role="alert">
          {textOf(refusal)}
        </Alert>
      )}
      <Button
        size="xs"
        variant="default"
        leftSection={<IconBookmarkPlus size={16} aria-hidden="true" />}
        onClick={() => setForm({ kind: 'new' })}
      >
        {t('views.save_as')}
      </Button>
    </Stack>
  )
}

import { describeAction } from '@kontor/contract/descriptions/action-descriptions'
import {
  previewAccessEndpoint,
  previewProviderAccessEndpoint,
} from '@kontor/contract/identity/preview/access-preview.endpoints'
import type { AccessOf } from '@kontor/contract/identity/preview/access-preview.schemas'
import type { Role } from '@kontor/contract/roles'
import { Stack, Text, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useContext, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { type ApiRefusal, call } from '../../../platform/api/api-client.ts'
import { keyOf } from '../../../platform/api/reading.ts'
import { useScope } from '../../../platform/api/scope.ts'
import { NotYet } from '../../../platform/not-yet.tsx'
import { ScreensOfContext, useScreenTitle } from '../../../platform/screen/use-screen.ts'
import { useLabels } from '../../../platform/value/labels.ts'
import { useLanguage } from '../../../platform/value/language.ts'
import { useViewer } from '../../../platform/viewer.ts'
import { NumberCell, NumberHead, SmallTable, WordsCell, WordsHead } from '../../../ui/table/small-table.tsx'
import { WordTag } from '../../../ui/words/word-tag.tsx'
import { type Change, type Changed, type CountedList, compared, comparedLists } from './access-difference.ts'
import styles from './access-preview.module.css'

export interface AccessPreviewProps {
  draft: {
    /** The roles that the user has when absent. */
    roles?: readonly Role[]
    organisation: string | null
    kind: 'merchant' | 'provider'
    merchant?: string
  }
  /** An existing user, with whose access of today the draft is compared. */
  user?: string
}

type Preview = { draft: AccessOf; today: AccessOf | null }

/** The screens, the actions and the rows that somebody will have, by the server's rules, and what of it is new or goes. */
export function AccessPreview({ draft, user }: AccessPreviewProps) {
  const { t } = useTranslation()
  const hasPlace = useHasPlace(draft)
  const { data, error, refetch, isBusy } = usePreview(draft, user, hasPlace)
  if (!hasPlace) return <Text size="sm">{t('access.no_place')}</Text>
  if (!data) return <NotYet error={error} refetch={refetch} rows={6} />
  return (
    <div aria-busy={isBusy}>
      {/* Without a draft there is only today, and nothing to compare. */}
      <Access preview={draft.roles ? data : { ...data, today: null }} />
    </div>
  )
}

/** The provider's staff see every merchant, so a draft of theirs must say of which one. */
function useHasPlace({ roles, kind, organisation, merchant }: AccessPreviewProps['draft']): boolean {
  const { psp } = useViewer()
  const view = useScope()
  return kind === 'provider' || !psp || !roles || Boolean(organisation ?? merchant ?? view.merchant)
}

const typing_ms = 400

function usePreview(
  { roles, kind, organisation, merchant }: AccessPreviewProps['draft'],
  user: string | undefined,
  enabled: boolean,
) {
  const scope = useScope()
  const place = kind === 'merchant' ? { organisation, ...(merchant ? { merchant } : {}) } : {}
  const body = { ...(roles ? { draft: { roles: [...roles], ...place } } : {}), ...(user ? { user } : {}) }
  // As text, because an object is another one each time.
  const wanted = JSON.stringify(body)
  const [asked] = useDebouncedValue(wanted, typing_ms)
  const reading = useQuery<Preview, ApiRefusal>({
    queryKey: keyOf('user', scope, 'preview-access', kind, asked),
    queryFn: ({ signal }) => {
      const sent = JSON.parse(asked) as typeof body
      return kind === 'merchant'
        ? call(previewAccessEndpoint, { body: sent, scope, signal })
        : call(previewProviderAccessEndpoint, { body: sent, scope, signal })
    },
    placeholderData: keepPreviousData,
    enabled,
  })
  return { ...reading, isBusy: reading.isPlaceholderData || asked !== wanted }
}

function Access({ preview: { draft, today } }: { preview: Preview }) {
  const { t } = useTranslation()
  const titleOf = useScreenTitle()
  const screensOf = useScreensOf()
  const language = useLanguage()
  const screens = compared(screensOf(draft), today ? screensOf(today) : undefined, ({ route }) => route)
  const actions = compared(draft.actions, today?.actions, (name) => name)
  const lists = comparedLists(draft, today)
  const titled = (some: typeof screens) => some.map(({ item, change }) => ({ item: titleOf(item), change }))
  // A screen of a merchant in view may have the name of a provider's screen, so the two stand apart.
  const isOfView = ({ route }: { route: string }) => draft.psp && route !== '/' && !route.startsWith('/psp/')
  return (
    <Stack gap="md">
      {today && <Difference changes={[...screens, ...actions].map(({ change }) => change)} lists={lists} />}
      <Part title={t('access.lists', { count: draft.lists.length })}>
        {lists.length > 0 && <Lists lists={lists} isCompared={today !== null} />}
      </Part>
      <Part title={t('access.screens', { count: count(screens) })}>
        <Items items={titled(screens.filter(({ item }) => !isOfView(item)))} />
        {screens.some(({ item }) => isOfView(item)) && (
          <>
            <Text size="sm">{t('access.in_merchant_view')}</Text>
            <Items items={titled(screens.filter(({ item }) => isOfView(item)))} />
          </>
        )}
      </Part>
      <Part title={t('access.actions', { count: draft.actions.length })}>
        {actions.length === 0 && <Text size="sm">{t('access.no_actions')}</Text>}
        <Items items={actions.map(({ item, change }) => ({ item: describeAction(item, language), change }))} />
      </Part>
    </Stack>
  )
}

const count = (items: readonly Changed<unknown>[]): number => items.filter(({ change }) => change !== 'gone').length

/** The screens of the navigation: of the provider's staff also those in the view of a merchant. */
function useScreensOf() {
  const viewer = useViewer()
  const screensOf = useContext(ScreensOfContext)
  return ({ psp, roles, merchant, organisation, modules }: AccessOf) => {
    const person = { ...viewer, psp, roles, merchant, organisation, modules }
    const all = psp ? [...screensOf(person, false), ...screensOf(person, true)] : screensOf(person, true)
    return [...new Map(all.map((screen) => [screen.route, screen])).values()]
  }
}

function Difference({ changes, lists }: { changes: readonly Change[]; lists: ReturnType<typeof comparedLists> }) {
  const { t } = useTranslation()
  const ofLists = lists.map(({ draft, today }) => (draft && today ? 'same' : draft ? 'new' : 'gone'))
  const all = [...changes, ...ofLists]
  const more = all.filter((change) => change === 'new').length
  const less = all.filter((change) => change === 'gone').length
  const isSame = more === 0 && less === 0 && lists.every(({ draft, today }) => draft?.count === today?.count)
  const words = [
    ...(more > 0 ? [t('access.more', { count: more })] : []),
    ...(less > 0 ? [t('access.less', { count: less })] : []),
  ]
  return (
    <Text size="sm" fw={500} role="status">
      {isSame ? t('access.same') : words.length > 0 ? words.join(' ') : t('access.other_rows')}
    </Text>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <Title order={4} id={id} className={styles.title}>
        {title}
      </Title>
      {children}
    </section>
  )
}

function Items({ items }: { items: readonly Changed<string>[] }) {
  return (
    <ul className={styles.items}>
      {items.map(({ item, change }) => (
        <li key={item}>
          {item} <ChangeTag change={change} />
        </li>
      ))}
    </ul>
  )
}

function ChangeTag({ change }: { change: Change }) {
  const { t } = useTranslation()
  if (change === 'same') return null
  return <WordTag color={change === 'new' ? 'green' : 'red'}>{t(`access.change.${change}`)}</WordTag>
}

function Lists({ lists, isCompared }: { lists: ReturnType<typeof comparedLists>; isCompared: boolean }) {
  const { t } = useTranslation()
  const labels = useLabels()
  return (
    <SmallTable label={t('access.rows')}>
      <thead>
        <tr>
          <WordsHead>{t('access.list')}</WordsHead>
          {isCompared && <NumberHead>{t('access.today')}</NumberHead>}
          <NumberHead>{isCompared ? t('access.then') : t('access.rows')}</NumberHead>
        </tr>
      </thead>
      <tbody>
        {lists.map(({ entity, draft, today }) => (
          <tr key={entity}>
            <WordsCell>
              {labels.entities({ name: entity })}{' '}
              {isCompared && <ChangeTag change={draft && today ? 'same' : draft ? 'new' : 'gone'} />}
            </WordsCell>
            {isCompared && <Rows of={today} />}
            <Rows of={draft} />
          </tr>
        ))}
      </tbody>
    </SmallTable>
  )
}

/** A number, or why there is none. */
function Rows({ of }: { of: CountedList | undefined }) {
  const { t } = useTranslation()
  const labels = useLabels()
  if (!of) return <NumberCell>–</NumberCell>
  if (of.count === null)
    return <NumberCell>{t(`access.uncounted.${of.state === 'slow' ? 'slow' : 'hidden'}`)}</NumberCell>
  return <NumberCell>{labels.number(of.count)}</NumberCell>
}

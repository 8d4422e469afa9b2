import { listCachesEndpoint } from '@kontor/contract/platform/cache.endpoints'
import { cachePlaces } from '@kontor/contract/platform/cache.rules'
import type { Caches } from '@kontor/contract/platform/cache.schemas'
import { Button, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../platform/api/reading.ts'
import { NotYet } from '../../platform/not-yet.tsx'
import { Instant } from '../../platform/value/instant.tsx'
import { useKnownText } from '../../ui/known-text.ts'
import { PageHead } from '../../ui/page/page-head.tsx'
import { Section } from '../../ui/section.tsx'
import { NumberCell, NumberHead, SmallTable, WordsCell, WordsHead } from '../../ui/table/small-table.tsx'
import typography from '../../ui/words/typography.module.css'
import styles from './cache.page.module.css'

const RemoveFromCache = lazy(() => import('./cache.form.tsx').then((module) => ({ default: module.RemoveFromCache })))

/** The caches of the server with what each is for, and the last removals. */
export default function CachePage() {
  const { t } = useTranslation()
  const [isRemoving, setRemoving] = useState(false)
  const { data, error, refetch } = useRead(listCachesEndpoint)
  return (
    <div className={styles.page}>
      <PageHead title={t('nav.admin_cache.label')} text={t('nav.admin_cache.description')}>
        <Button leftSection={<IconTrash size={16} aria-hidden="true" />} onClick={() => setRemoving(true)}>
          {t('caches.remove')}
        </Button>
      </PageHead>
      {isRemoving && (
        <Suspense fallback={null}>
          <RemoveFromCache onClose={() => setRemoving(false)} />
        </Suspense>
      )}
      <Section title={t('caches.known')} text={t('caches.known_text')}>
        {data ? <Known caches={data.caches} /> : <NotYet error={error} refetch={refetch} height={120} />}
      </Section>
      <Section title={t('caches.removals')} text={t('caches.removals_text')}>
        {data ? <Removals removals={data.removals} /> : <NotYet error={error} refetch={refetch} height={120} />}
      </Section>
    </div>
  )
}

function Known({ caches }: Pick<Caches, 'caches'>) {
  const { t } = useTranslation()
  return (
    <SmallTable label={t('list.table', { name: t('caches.known') })}>
      <thead>
        <tr>
          <WordsHead>{t('caches.cache')}</WordsHead>
          <WordsHead>{t('caches.oldest')}</WordsHead>
          <NumberHead>{t('caches.count')}</NumberHead>
        </tr>
      </thead>
      <tbody>
        {caches.map(({ name, count, oldest_at }) => (
          <tr key={name}>
            <WordsCell>
              {t(`caches.name.${name}`)}
              <div className={typography.sub}>{t(`caches.purpose_of.${name}`)}</div>
              <div className={typography.sub}>{t(`caches.place_of.${cachePlaces[name]}`)}</div>
            </WordsCell>
            <WordsCell>
              <Instant value={oldest_at} hasSeconds />
            </WordsCell>
            <NumberCell>{count}</NumberCell>
          </tr>
        ))}
      </tbody>
    </SmallTable>
  )
}

function Removals({ removals }: Pick<Caches, 'removals'>) {
  const { t } = useTranslation()
  const textOf = useKnownText()
  if (removals.length === 0) return <Text size="sm">{t('caches.no_removals')}</Text>
  return (
    <SmallTable label={t('list.table', { name: t('caches.removals') })}>
      <thead>
        <tr>
          <WordsHead>{t('caches.at')}</WordsHead>
          <WordsHead>{t('caches.cache')}</WordsHead>
          <WordsHead>{t('caches.key')}</WordsHead>
          <WordsHead>{t('caches.by')}</WordsHead>
        </tr>
      </thead>
      <tbody>
        {removals.map(({ at, cache, key, removed_by }) => (
          <tr key={`${at} ${cache} ${key}`}>
            <WordsCell>
              <Instant value={at} hasSeconds />
            </WordsCell>
            <WordsCell>{textOf('caches.name', cache, cache)}</WordsCell>
            <WordsCell>{key}</WordsCell>
            <WordsCell>{removed_by}</WordsCell>
          </tr>
        ))}
      </tbody>
    </SmallTable>
  )
}

import type { Entity } from '@kontor/contract/entity'
import { Title } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from '../../ui/page/page-title.ts'
import { useEntity } from '../api/related.ts'
import { ActionButton } from '../panel/action-button.tsx'
import { AnchorLink } from '../panel/anchor-link.tsx'
import { IsWholePage } from '../panel/whole-page.ts'
import styles from './row-page.module.css'
import { RowPanel } from './row-panel.tsx'
import { panelsOf } from './screen.ts'
import { useRowTitle } from './use-row-title.ts'
import { useListScreen } from './use-screen.ts'

/** A row on a page of its own: all that its panel has, below each other, to read in full width and to print. */
export default function RowPage() {
  const { entity: name } = useListScreen()
  const { id = '' }: { id?: string } = useParams({ strict: false })
  const entity = useEntity(name)
  return (
    <article className={styles.page}>
      {entity && <Head entity={entity} id={id} />}
      <IsWholePage value={true}>
        <RowPanel />
      </IsWholePage>
    </article>
  )
}

function Head({ entity, id }: { entity: Entity; id: string }) {
  const { t } = useTranslation()
  const screen = useListScreen()
  const title = useRowTitle(entity, id)
  const inList: string = `${panelsOf(screen)}/${id}`
  usePageTitle(title)
  return (
    <header className={styles.head}>
      <Title order={1}>{title}</Title>
      <div className={styles.tools}>
        <AnchorLink to={inList}>{t('panel.in_list')}</AnchorLink>
        <ActionButton icon={IconPrinter} label={t('action.print')} onClick={() => window.print()} />
      </div>
    </header>
  )
}

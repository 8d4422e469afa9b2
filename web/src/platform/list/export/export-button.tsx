import type { Entity } from '@kontor/contract/entity'
import type { Query } from '@kontor/contract/lists/query-string'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './export-button.module.css'

const ExportDialog = lazy(() => import('./export-dialog.tsx').then((module) => ({ default: module.ExportDialog })))

/** Opens the export of what a screen shows. */
export function ExportButton({ entity, query }: { entity: Entity; query: Query }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        size="xs"
        h={32}
        variant="default"
        className={styles.export}
        aria-label={t('action.export')}
        leftSection={<IconDownload size={18} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        <span className={styles.word}>{t('action.export')}</span>
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ExportDialog entity={entity} query={query} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

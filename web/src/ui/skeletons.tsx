import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import fieldList from './field-list.module.css'

/** A panel's pairs before they arrive, at their size. */
export function FieldListSkeleton({ rows = 8 }: { rows?: number }) {
  const { t } = useTranslation()
  return (
    <div role="status" aria-label={t('state.loading')} className={fieldList.fields}>
      {Array.from({ length: rows }, (_, row) => `row-${row}`).map((key, row) => (
        <div key={key}>
          <Skeleton height={12} width={90 + ((row * 37) % 50)} maw="100%" my={4} />
          <Skeleton height={12} width={140 + ((row * 53) % 120)} maw="100%" my={4} />
        </div>
      ))}
    </div>
  )
}

/** A block of the given height, such as a chart or a card that is on its way. */
export function BlockSkeleton({ height }: { height: number }) {
  const { t } = useTranslation()
  return (
    <div role="status" aria-label={t('state.loading')}>
      <Skeleton height={height} radius="md" />
    </div>
  )
}

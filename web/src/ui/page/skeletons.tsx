import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import fieldList from '../field-list.module.css'

/** Outlines of a panel's pairs while they load, in their final size. */
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

/** An outline of the given height in pixels, for a chart or a card that is loading. */
export function BlockSkeleton({ height }: { height: number }) {
  const { t } = useTranslation()
  return (
    <div role="status" aria-label={t('state.loading')}>
      <Skeleton height={height} radius="md" />
    </div>
  )
}

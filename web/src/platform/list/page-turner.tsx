import { Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface PageTurnerProps {
  skip: number
  /** The number of rows on this page. */
  shown: number
  /** Of all pages. */
  count: number
  pageSize: number
  onSkip: (skip: number) => void
}

/** Turns the pages of a table inside a panel. Nothing when there is one page. The list of a screen has a `Pager`. */
export function PageTurner({ skip, shown, count, pageSize, onSkip }: PageTurnerProps) {
  const { t, i18n } = useTranslation()
  if (count <= pageSize) return null
  const number = new Intl.NumberFormat(i18n.language)
  const rows = { from: number.format(skip + 1), to: number.format(skip + shown), total: number.format(count) }
  return (
    <Group component="nav" aria-label={t('list.pages')} gap="xs" justify="flex-end" mt="xs" mb="md">
      <Text size="sm" aria-live="polite">
        {t('list.rows', rows)}
      </Text>
      <Button size="xs" variant="default" disabled={skip === 0} onClick={() => onSkip(Math.max(0, skip - pageSize))}>
        {t('list.previous_page')}
      </Button>
      <Button size="xs" variant="default" disabled={skip + pageSize >= count} onClick={() => onSkip(skip + pageSize)}>
        {t('list.next_page')}
      </Button>
    </Group>
  )
}

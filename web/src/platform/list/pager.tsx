import type { Query } from '@kontor/contract/lists/query-string'
import { ActionIcon, Button, Group, NativeSelect, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import typography from '../../ui/words/typography.module.css'
import { atRow, limitOf, skipOf, withLimit } from './address/list-search.ts'
import styles from './pager.module.css'

interface PagerProps {
  search: Query
  onChange: (search: Query) => void
  /** The number of rows on this page; undefined while they load. */
  shown: number | undefined
  total: number | undefined
  /** Takes away the default window, which hides older rows. */
  onShowAll?: () => void
}

const sizes = [25, 50, 100]

export function Pager({ search, onChange, shown, total, onShowAll }: PagerProps) {
  const { t, i18n } = useTranslation()
  const limit = limitOf(search)
  const skip = skipOf(search)
  const rows = useRef<HTMLParagraphElement>(null)
  const hasNext = total === undefined ? shown === limit : skip + limit < total
  return (
    <Group component="nav" aria-label={t('list.pages')} gap="sm" justify="flex-end" className={styles.pager}>
      <NativeSelect
        size="xs"
        aria-label={t('list.page_size')}
        title={t('list.page_size')}
        value={limit}
        data={[...new Set([...sizes, limit])].sort((a, b) => a - b).map(String)}
        onChange={(event) => onChange(withLimit(search, Number(event.currentTarget.value)))}
      />
      <Text
        ref={rows}
        tabIndex={-1}
        size="sm"
        className={typography.tabular}
        aria-live="polite"
        data-testid="pager-rows"
      >
        {rowsText()}
      </Text>
      {onShowAll && (
        <Text size="sm" c="dimmed" component="div">
          {t('list.last_month_only')}
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={() => {
              // The button disappears. The next one turns the page, which a second press must not do.
              rows.current?.focus()
              onShowAll()
            }}
          >
            {t('list.show_all')}
          </Button>
        </Text>
      )}
      <Group gap={4}>
        <ActionIcon
          size={30}
          variant="default"
          aria-label={t('list.previous_page')}
          disabled={skip === 0}
          onClick={() => onChange(atRow(search, Math.max(0, skip - limit)))}
        >
          <IconChevronLeft size={18} />
        </ActionIcon>
        <ActionIcon
          size={30}
          variant="default"
          aria-label={t('list.next_page')}
          disabled={!hasNext}
          onClick={() => onChange(atRow(search, skip + limit))}
        >
          <IconChevronRight size={18} />
        </ActionIcon>
      </Group>
    </Group>
  )

  function rowsText(): string {
    if (shown === undefined) return t('list.rows_loading')
    if (shown === 0) return t('list.rows_none')
    const number = new Intl.NumberFormat(i18n.language)
    const range = { from: number.format(skip + 1), to: number.format(skip + shown) }
    return total === undefined
      ? t('list.rows_counting', range)
      : t('list.rows', { ...range, total: number.format(total) })
  }
}

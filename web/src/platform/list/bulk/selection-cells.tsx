import { Checkbox } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { titleOfRow } from '../../api/related.ts'
import styles from './selection-cells.module.css'
import type { Selection } from './use-selection.ts'

interface SelectPageProps<R> {
  selection: Selection<R>
  /** The number of rows on the page. */
  count: number
}

export function SelectPage<R>({ selection, count }: SelectPageProps<R>) {
  const { t } = useTranslation()
  const chosen = selection.rows.length
  return (
    <th scope="col" className={styles.cell}>
      <Checkbox
        size="xs"
        aria-label={t('bulk.select_page')}
        checked={count > 0 && chosen === count}
        indeterminate={chosen > 0 && chosen < count}
        disabled={count === 0}
        onChange={selection.toggleAll}
      />
    </th>
  )
}

export function SelectRow<R extends { id: string }>({ selection, row }: { selection: Selection<R>; row: R }) {
  const { t } = useTranslation()
  return (
    // A press beside the box probably meant the box, so it does not open the row.
    <th scope="row" className={styles.cell} onClick={(event) => event.stopPropagation()}>
      <Checkbox
        size="xs"
        aria-label={t('bulk.select_row', { name: titleOfRow({ ...row }) })}
        checked={selection.isSelected(row)}
        // A change event does not report the shift key, so the click event is used.
        onClick={(event) => selection.toggle(row, event.shiftKey)}
        onChange={() => {}}
      />
    </th>
  )
}

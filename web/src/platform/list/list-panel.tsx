import type { Entity } from '@kontor/contract/entity'
import { ActionIcon } from '@mantine/core'
import { IconArrowsDiagonal } from '@tabler/icons-react'
import { Link, Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { SidePanel } from '../../ui/page/side-panel.tsx'
import { useKey } from '../keys.ts'
import { pageOfRow } from '../screen/screen.ts'
import { useRowTitle } from '../screen/use-row-title.ts'
import { useListScreen } from '../screen/use-screen.ts'
import type { useListAddress } from './address/use-list-address.ts'
import { useOpenedRow } from './table/opened-rows.ts'

interface ListPanelProps {
  entity: Entity
  rows: readonly { id: string }[] | undefined
  id: string
  address: ReturnType<typeof useListAddress>
  /** A new object each time a key opens the row of a table: elsewhere the panel always takes the focus. */
  entered?: object | undefined
}

/** The panel of the open row, with the ways to its neighbours in the list and to a page of its own. */
export function ListPanel({ entity, rows, id, address: { open, close }, entered }: ListPanelProps) {
  const { t } = useTranslation()
  const screen = useListScreen()
  const at = rows?.findIndex((row) => row.id === id) ?? -1
  const previous = rows?.[at - 1]
  const next = at < 0 ? undefined : rows?.[at + 1]
  const title = useRowTitle(entity, id, rows?.[at])
  useOpenedRow(entity.name, id)
  useKey({ keys: ['Escape'], label: 'keys.close' })
  return (
    <SidePanel
      title={title}
      entered={entered}
      note={rows && at < 0 ? t('panel.not_listed') : undefined}
      tools={
        <ActionIcon
          size={28}
          aria-label={t('panel.open_page')}
          title={t('panel.open_page')}
          renderRoot={(props) => <Link to={pageOfRow(screen, id)} {...props} />}
        >
          <IconArrowsDiagonal size={18} />
        </ActionIcon>
      }
      onClose={() => {
        close()
        focusRow(id)
      }}
      onPrevious={previous && (() => open(previous.id))}
      onNext={next && (() => open(next.id))}
    >
      <Outlet />
    </SidePanel>
  )
}

/** The row of a closed panel; a row that is not in the list leaves the focus to the row that Tab reaches. */
function focusRow(id: string): void {
  const rows = [`[data-row="${CSS.escape(id)}"]`, '[data-row][tabindex="0"]']
  const [row] = rows.flatMap((selector) => document.querySelector<HTMLElement>(selector) ?? [])
  row?.focus()
}

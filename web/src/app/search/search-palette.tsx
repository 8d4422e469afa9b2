import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/spotlight/styles.layer.css'
import { useDebouncedValue } from '@mantine/hooks'
import { Spotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useScreens } from '../../platform/screen/use-screen.ts'
import { useFoundRows } from './use-found-rows.ts'

/**
 * Searches the screens that the viewer may open, and the rows that a pasted id, reference or e-mail address belongs to.
 */
export function SearchPalette() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [wanted] = useDebouncedValue(text.trim(), 200)
  const { found, isSearching } = useFoundRows(wanted)
  const go = (to: string, search: Record<string, string> = {}) => void navigate({ to, search })

  const screens = useScreens()
    .map((item) => ({
      id: item.route,
      // "Transacties" is the name of the list; the dashboard has a title of its own.
      label: t([`dashboard.title.${item.label}`, `nav.${item.label}.label`]),
      description: t(`nav.${item.label}.description`),
      leftSection: <item.icon size={20} aria-hidden="true" />,
      onClick: () => (item.kind === 'link' ? window.open(item.route, '_blank', 'noopener') : go(item.route)),
    }))
    .filter(({ label, description }) => `${label} ${description}`.toLowerCase().includes(text.trim().toLowerCase()))
  const rows = found.map((row) => ({ ...row, onClick: () => go(row.to, row.search) }))

  return (
    <Spotlight
      // The shell handles the shortcut, because it works before the palette is loaded.
      shortcut={null}
      query={text}
      onQueryChange={setText}
      // Both groups are filtered already, the rows by the server.
      filter={(_, actions) => actions}
      actions={[
        { group: t('shell.search_screens'), actions: screens },
        { group: t('shell.search_found'), actions: rows },
      ].filter(({ actions }) => actions.length > 0)}
      nothingFound={t(isSearching ? 'shell.search_searching' : 'shell.search_nothing')}
      searchProps={{
        leftSection: <IconSearch size={20} aria-hidden="true" />,
        placeholder: t('shell.search_placeholder'),
        'aria-label': t('shell.search'),
      }}
      attributes={{ content: { 'aria-label': t('shell.search') } }}
      overlayProps={{ blur: 0 }}
      scrollable
      maxHeight={420}
      clearQueryOnClose
    />
  )
}

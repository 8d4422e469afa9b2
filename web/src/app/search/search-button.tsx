import { Kbd, Text, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

export function SearchButton({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation()
  const shortcut = isApple ? '⌘ K' : 'Ctrl K'
  return (
    <UnstyledButton className="search-button" onClick={onOpen} aria-keyshortcuts="Control+K Meta+K">
      <IconSearch size={16} aria-hidden="true" />
      <Text span size="sm" c="dimmed" className="wide-text">
        {t('shell.search')}
      </Text>
      <Kbd size="xs" className="wide-only" aria-hidden="true">
        {shortcut}
      </Kbd>
    </UnstyledButton>
  )
}

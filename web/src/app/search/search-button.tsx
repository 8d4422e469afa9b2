import { Kbd, Text, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import width from '../look/width.module.css'
import styles from './search-button.module.css'
import { searchKeys } from './search-keys.ts'

export function SearchButton({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation()
  return (
    <UnstyledButton className={styles.button} onClick={onOpen} aria-keyshortcuts="Control+K Meta+K">
      <IconSearch size={16} aria-hidden="true" />
      <Text span size="sm" c="dimmed" className={width.wideText}>
        {t('shell.search')}
      </Text>
      <Kbd size="xs" className={width.wideOnly} aria-hidden="true">
        {searchKeys.join(' ')}
      </Kbd>
    </UnstyledButton>
  )
}

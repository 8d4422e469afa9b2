import { Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import styles from './short-id.module.css'

/** The last eight characters of an id, which differ most; a click copies the whole id. Paper shows it whole. */
export function ShortId({ value }: { value: string | null | undefined }) {
  const { t } = useTranslation()
  const clipboard = useClipboard({ timeout: 1500 })
  if (!value) return '–'
  return (
    <Tooltip label={clipboard.copied ? t('action.copied') : value} openDelay={300}>
      <UnstyledButton
        className={styles.id}
        onClick={(event) => {
          event.stopPropagation()
          clipboard.copy(value)
        }}
      >
        <span className={styles.short}>{clipboard.copied ? t('action.copied') : `…${value.slice(-8)}`}</span>
        <span className={styles.whole} aria-hidden="true">
          {value}
        </span>
        <VisuallyHidden> {t('action.copy_value', { value })}</VisuallyHidden>
      </UnstyledButton>
    </Tooltip>
  )
}

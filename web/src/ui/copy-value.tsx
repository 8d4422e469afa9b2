import { ActionIcon, CopyButton } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import styles from './copy-value.module.css'

/** A value that people use elsewhere, with a button that copies it. */
export function CopyValue({ value }: { value: string }) {
  const { t } = useTranslation()
  return (
    <span className={styles.value}>
      <code>{value}</code>
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <ActionIcon
            size={28}
            variant="subtle"
            aria-label={copied ? t('action.copied') : t('action.copy_value', { value })}
            title={t(copied ? 'action.copied' : 'action.copy')}
            onClick={copy}
          >
            {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
          </ActionIcon>
        )}
      </CopyButton>
    </span>
  )
}

import { Alert, Button, CopyButton, Group, Stack } from '@mantine/core'
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import styles from './recovery-codes.module.css'

interface RecoveryCodesProps {
  codes: readonly string[]
  /** The text of the button to continue; the codes are not shown again after it. */
  verb: string
  onDone: () => void
}

/** Shows the recovery codes once. They must be copied or downloaded before continuing. */
export function RecoveryCodes({ codes, verb, onDone }: RecoveryCodesProps) {
  const { t } = useTranslation()
  const text = `${codes.join('\n')}\n`
  return (
    <Stack gap="md">
      <Alert color="yellow">{t('mfa.recovery_text')}</Alert>
      <ul className={styles.codes} aria-label={t('mfa.recovery_codes')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group gap="xs" grow>
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              leftSection={
                copied ? <IconCheck size={16} aria-hidden="true" /> : <IconCopy size={16} aria-hidden="true" />
              }
              onClick={copy}
            >
              {t(copied ? 'action.copied' : 'action.copy')}
            </Button>
          )}
        </CopyButton>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden="true" />}
          onClick={() => download(text)}
        >
          {t('action.download')}
        </Button>
      </Group>
      <Button onClick={onDone}>{verb}</Button>
    </Stack>
  )
}

function download(text: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  link.download = 'kontor-recovery-codes.txt'
  link.click()
  URL.revokeObjectURL(link.href)
}

import { Kbd, Stack, Switch } from '@mantine/core'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import '@mantine/core/styles/Switch.layer.css'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type KeyAction, presentKeys } from '../../platform/keys.ts'
import { searchKeys } from '../search/search-keys.ts'
import styles from './keys.dialog.module.css'
import { useSingleKeys } from './use-single-keys.ts'

/** The keys that work on the page behind this dialog. */
export function KeysDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog opened={opened} onClose={onClose} title={t('keys.title')}>
      <Keys />
    </Dialog>
  )
}

function Keys() {
  const { t } = useTranslation(['main', 'fields'])
  const [present] = useState(presentKeys)
  const [hasSingleKeys, setSingleKeys] = useSingleKeys()
  const everywhere: KeyAction = { keys: searchKeys, label: 'keys.everything' }
  // Without single keys, those that elements of the page handle themselves still work.
  const working = [everywhere, ...present.filter(({ run }) => hasSingleKeys || !run)]
  return (
    <Stack gap="md">
      <dl className={styles.keys}>
        {working.map(({ keys, label }) => (
          <div key={`${keys.join('')} ${label}`}>
            <dt>{t(label)}</dt>
            <dd>
              {keys.map((key) => (
                <Kbd key={key}>{nameOf(key)}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <Switch
        label={t('keys.single')}
        description={t('keys.single_help')}
        checked={hasSingleKeys}
        onChange={(event) => setSingleKeys(event.currentTarget.checked)}
      />
    </Stack>
  )
}

const nameOf = (key: string) => (key === 'Escape' ? 'Esc' : key.length === 1 ? key.toUpperCase() : key)

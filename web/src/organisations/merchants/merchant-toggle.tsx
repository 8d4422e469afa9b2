import '@mantine/core/styles/Switch.layer.css'
import { activateMerchantEndpoint, deactivateMerchantEndpoint } from '@kontor/contract/organisations/merchant.endpoints'
import { Switch, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRefusalText } from '../../platform/api/refusal-text.ts'
import { useCommand } from '../../platform/api/use-command.ts'
import { notify } from '../../platform/notify.ts'
import { useMay } from '../../platform/viewer.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import styles from './merchant-toggle.module.css'

interface MerchantToggleProps {
  merchant: { id: string; name: string; active: boolean }
  /** With its word beside it, outside a table. */
  isLabelled?: boolean
}

/** Activates or deactivates a merchant, after explaining the effect. */
export function MerchantToggle({ merchant: { id, name, active }, isLabelled = false }: MerchantToggleProps) {
  const { t } = useTranslation()
  const textOf = useRefusalText()
  const verb = active ? 'deactivate' : 'activate'
  const endpoint = active ? deactivateMerchantEndpoint : activateMerchantEndpoint
  const { submit, refusal, isBusy, reset } = useCommand(endpoint)
  const may = useMay(endpoint)
  const [isAsking, setAsking] = useState(false)

  async function confirm() {
    if (!(await submit({ id }, {}))) return
    setAsking(false)
    notify({ color: 'green', message: t(active ? 'merchants.deactivated' : 'merchants.activated', { name }) })
  }

  return (
    <>
      <Switch
        size="sm"
        label={isLabelled && t('merchants.is_active')}
        aria-label={t('merchants.toggle', { name })}
        checked={active}
        disabled={!may}
        onChange={() => {
          reset()
          setAsking(true)
        }}
      />
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t(`merchants.${verb}_title`, { name })}
        verb={t(`merchants.${verb}`)}
        isDangerous={active}
        isBusy={isBusy}
        problem={refusal && textOf(refusal)}
        onConfirm={() => void confirm()}
      >
        <Text size="sm">{t(`merchants.${verb}_text`)}</Text>
        {active && (
          <>
            <Effects title={t('merchants.stops')} words={t('merchants.stops_list')} />
            <Effects title={t('merchants.goes_on')} words={t('merchants.goes_on_list')} />
          </>
        )}
      </ConfirmDialog>
    </>
  )
}

/** A list of effects, a line of the text each. */
function Effects({ title, words }: { title: string; words: string }) {
  return (
    <div>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <ul className={styles.effects}>
        {words.split('\n').map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
    </div>
  )
}

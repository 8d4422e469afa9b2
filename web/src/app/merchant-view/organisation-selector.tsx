import { merchant as merchantEntity } from '@kontor/contract/organisations/merchant.entity'
import { organisation as organisationEntity } from '@kontor/contract/organisations/organisation.entity'
import { Button } from '@mantine/core'
import { IconBuilding, IconBuildingStore, IconChevronDown, type TablerIcon } from '@tabler/icons-react'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useRow } from '../../platform/api/reading.ts'
import { useScope } from '../../platform/api/scope.ts'
import { useMay, useViewer } from '../../platform/viewer.ts'
import typography from '../../ui/words/typography.module.css'
import { ChoicePopover } from './choice-popover.tsx'
import styles from './organisation-selector.module.css'
import { useChooseOrganisation } from './use-choose-organisation.ts'

/**
 * Selects the part of the merchant's tree that the screens show. The provider, outside a merchant, sees all merchants.
 */
export function OrganisationSelector() {
  const { t } = useTranslation()
  const viewer = useViewer()
  const { merchant, organisation } = useScope()
  const may = useMay(organisationEntity.roles.list)
  const chosen = useRow(organisationEntity, organisation, { enabled: may && organisation !== undefined })
  const mayMerchants = useMay(merchantEntity.roles.list)
  const viewed = useRow(merchantEntity, merchant, { enabled: mayMerchants })
  const choose = useChooseOrganisation()
  // Somebody deleted the chosen part, so every screen would be empty: the whole merchant is shown again.
  const leaveGone = useEffectEvent(() => choose(undefined, { replace: true }))
  const isGone = organisation !== undefined && chosen.error?.code === 'not_found'
  useEffect(() => {
    if (isGone) leaveGone()
  }, [isGone])
  if (viewer.psp && !merchant)
    return mayMerchants ? <AllMerchants /> : <Here icon={IconBuildingStore} text={t('shell.all_merchants')} />
  const whole = viewer.merchant_name ?? viewed.data?.name ?? t('shell.whole_merchant')
  const text = organisation ? (chosen.data?.name ?? '…') : whole
  if (!may) return <Here icon={IconBuilding} text={text} />

  return (
    <ChoicePopover
      label={t('shell.organisation')}
      button={({ toggle }) => (
        <Chosen icon={IconBuilding} text={text} label={`${t('shell.organisation')}: ${text}`} onClick={toggle} />
      )}
      load={async () => {
        const { OrganisationChoices } = await import('./organisation-choices.tsx')
        return (close) => <OrganisationChoices whole={whole} onDone={close} />
      }}
    />
  )
}

/** Outside a merchant, the way into one: the same screen for the merchant that is chosen. */
function AllMerchants() {
  const { t } = useTranslation()
  return (
    <ChoicePopover
      label={t('shell.merchant_switch')}
      button={({ toggle }) => (
        <Chosen
          icon={IconBuildingStore}
          text={t('shell.all_merchants')}
          title={t('shell.merchant_switch')}
          onClick={toggle}
        />
      )}
      load={async () => {
        const { MerchantChoices } = await import('./merchant-choices.tsx')
        return (close) => <MerchantChoices onDone={close} />
      }}
    />
  )
}

interface ChosenProps {
  icon: TablerIcon
  text: string
  label?: string
  title?: string
  onClick: () => void
}

/** The popover gives its target a reference and properties of its own. */
function Chosen({ icon: Icon, text, label, ...props }: ChosenProps) {
  return (
    <Button
      variant="default"
      size="xs"
      className={styles.button}
      leftSection={<Icon size={16} aria-hidden="true" />}
      rightSection={<IconChevronDown size={14} aria-hidden="true" />}
      aria-label={label}
      {...props}
    >
      <span className={typography.clip}>{text}</span>
    </Button>
  )
}

function Here({ icon: Icon, text }: { icon: TablerIcon; text: string }) {
  return (
    <span className={styles.here}>
      <Icon size={16} aria-hidden="true" />
      <span className={typography.clip}>{text}</span>
    </span>
  )
}

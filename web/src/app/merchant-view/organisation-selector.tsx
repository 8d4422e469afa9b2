import { merchant as merchantEntity } from '@kontor/contract/organisations/merchant.entity'
import { organisation as organisationEntity } from '@kontor/contract/organisations/organisation.entity'
import { Button } from '@mantine/core'
import { IconBuilding, IconChevronDown } from '@tabler/icons-react'
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
 * Selects the part of the merchant's tree that the screens show. The provider, outside a merchant, sees all merchants, and
 * chooses one.
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
  const isOutside = viewer.psp && !merchant
  const whole = isOutside
    ? t('shell.all_merchants')
    : (viewer.merchant_name ?? viewed.data?.name ?? t('shell.whole_merchant'))
  const text = organisation ? (chosen.data?.name ?? '…') : whole
  if (!(isOutside ? mayMerchants : may)) return <Here text={text} />

  const label = t(isOutside ? 'shell.merchant_switch' : 'shell.organisation')
  return (
    <ChoicePopover
      label={label}
      button={({ toggle }) => (
        <Button
          variant="default"
          size="xs"
          className={styles.button}
          leftSection={<IconBuilding size={16} aria-hidden="true" />}
          rightSection={<IconChevronDown size={14} aria-hidden="true" />}
          aria-label={`${label}: ${text}`}
          onClick={toggle}
        >
          <span className={typography.clip}>{text}</span>
        </Button>
      )}
      load={async () => {
        if (isOutside) {
          const { MerchantChoices } = await import('./merchant-choices.tsx')
          return (close) => <MerchantChoices onDone={close} />
        }
        const { OrganisationChoices } = await import('./organisation-choices.tsx')
        return (close) => <OrganisationChoices whole={whole} onDone={close} />
      }}
    />
  )
}

function Here({ text }: { text: string }) {
  return (
    <span className={styles.here}>
      <IconBuilding size={16} aria-hidden="true" />
      <span className={typography.clip}>{text}</span>
    </span>
  )
}

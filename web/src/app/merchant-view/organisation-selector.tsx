import { entityEndpoints } from '@kontor/contract/entity-endpoints'
import { merchant as merchantEntity } from '@kontor/contract/organisations/merchant.entity'
import { organisation as organisationEntity } from '@kontor/contract/organisations/organisation.entity'
import { Button, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconBuilding, IconCheck, IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../platform/api/api-client.ts'
import { keyOf, useRow } from '../../platform/api/reading.ts'
import { useScope } from '../../platform/api/scope.ts'
import { useMay, useViewer } from '../../platform/viewer.ts'
import typography from '../../ui/words/typography.module.css'
import { ChoicePopover } from './choice-popover.tsx'
import styles from './organisation-selector.module.css'
import { inTreeOrder } from './organisation-tree.ts'
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
  const viewed = useRow(merchantEntity, merchant, { enabled: useMay(merchantEntity.roles.list) })
  const choose = useChooseOrganisation()
  // Somebody deleted the chosen part, so every screen would be empty: the whole merchant is shown again.
  const leaveGone = useEffectEvent(() => choose(undefined, { replace: true }))
  const isGone = organisation !== undefined && chosen.error?.code === 'not_found'
  useEffect(() => {
    if (isGone) leaveGone()
  }, [isGone])
  if (viewer.psp && !merchant) return <Here text={t('shell.all_merchants')} />
  const whole = viewer.merchant_name ?? viewed.data?.name ?? t('shell.whole_merchant')
  const text = organisation ? (chosen.data?.name ?? '…') : whole
  if (!may) return <Here text={text} />

  return (
    <ChoicePopover
      label={t('shell.organisation')}
      button={({ toggle }) => (
        <Button
          variant="default"
          size="xs"
          className={styles.button}
          leftSection={<IconBuilding size={16} aria-hidden="true" />}
          rightSection={<IconChevronDown size={14} aria-hidden="true" />}
          aria-label={`${t('shell.organisation')}: ${text}`}
          onClick={toggle}
        >
          <span className={typography.clip}>{text}</span>
        </Button>
      )}
    >
      {(close) => <Tree whole={whole} onDone={close} />}
    </ChoicePopover>
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

function Tree({ whole, onDone }: { whole: string; onDone: () => void }) {
  const { t } = useTranslation()
  const { merchant, organisation } = useScope()
  const viewer = useViewer()
  // The root of the tree has the merchant's id, and is the whole.
  const root = merchant ?? viewer.merchant
  const [text, setText] = useState('')
  const [wanted] = useDebouncedValue(text.trim(), 200)
  const choose = useChooseOrganisation()
  const nodes = useOrganisations(merchant, wanted)
  const tree = inTreeOrder(nodes.data ?? []).filter(({ id }) => wanted !== '' || id !== root)
  const pick = (id: string | undefined) => {
    choose(id)
    onDone()
  }
  return (
    <>
      <TextInput
        size="xs"
        mb="xs"
        aria-label={t('shell.organisation_search')}
        placeholder={t('shell.organisation_search')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        data-autofocus
      />
      <div className={styles.scroll}>
        <ul className={styles.tree}>
          {!wanted && (
            <Item
              depth={0}
              name={whole}
              isChosen={!organisation || organisation === root}
              onPick={() => pick(undefined)}
            />
          )}
          {tree.map(({ id, name, depth }) => (
            <Item
              key={id}
              depth={wanted ? 0 : depth}
              name={name}
              isChosen={id === organisation}
              onPick={() => pick(id)}
            />
          ))}
          {nodes.data?.length === 0 && <li className={styles.none}>{t('shell.search_nothing')}</li>}
        </ul>
      </div>
    </>
  )
}

interface ItemProps {
  depth: number
  name: string
  isChosen: boolean
  onPick: () => void
}

function Item({ depth, name, isChosen, onPick }: ItemProps) {
  return (
    <li>
      <UnstyledButton
        style={{ paddingLeft: 8 + Math.min(depth, 8) * 16 }}
        aria-current={isChosen || undefined}
        onClick={onPick}
      >
        <span className={typography.clip}>{name}</span>
        {isChosen && <IconCheck size={16} aria-hidden="true" />}
      </UnstyledButton>
    </li>
  )
}

/** The whole tree, independent of the present choice. Trees that are too large must be searched. */
function useOrganisations(merchant: string | undefined, wanted: string) {
  const scope = merchant ? { merchant } : {}
  const query = { _sort: 'name', _limit: '500', ...(wanted ? { _search_by: 'name', _search: wanted } : {}) }
  return useQuery({
    queryKey: keyOf(organisationEntity.name, scope, 'tree', wanted),
    queryFn: ({ signal }) => call(entityEndpoints(organisationEntity).list, { query, scope, signal }),
  })
}

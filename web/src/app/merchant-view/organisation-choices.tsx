import { entityEndpoints } from '@kontor/contract/entity-endpoints'
import { organisation as organisationEntity } from '@kontor/contract/organisations/organisation.entity'
import { TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../platform/api/api-client.ts'
import { keyOf } from '../../platform/api/reading.ts'
import { useScope } from '../../platform/api/scope.ts'
import { useViewer } from '../../platform/viewer.ts'
import typography from '../../ui/words/typography.module.css'
import styles from './organisation-choices.module.css'
import { inTreeOrder } from './organisation-tree.ts'
import { useChooseOrganisation } from './use-choose-organisation.ts'

interface OrganisationChoicesProps {
  /** The name of the whole. */
  whole: string
  onDone: () => void
}

/** The tree of a merchant's organisations, and a search by name. */
export function OrganisationChoices({ whole, onDone }: OrganisationChoicesProps) {
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

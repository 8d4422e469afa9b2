import type { Endpoint } from '@kontor/contract/endpoint'
import type { Entity } from '@kontor/contract/entity'
import { Button, Group, Text } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { type ComponentType, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { idOf, type Related } from '../../../platform/api/related.ts'
import { draftName, useHasDraft } from '../../../platform/form/use-draft.ts'
import { IfMay } from '../../../platform/if-may.tsx'
import { useMay } from '../../../platform/viewer.ts'
import type { ProfileRow } from '../profile-row.ts'
import rows from './chosen-rows.module.css'

interface ChosenTabProps<C> {
  row: ProfileRow
  chosen: readonly Related<C>[]
  /** What the profile chooses from. Whoever may not list it adds nothing. */
  entity: Entity
  /** The command that changes the list. */
  endpoint: Endpoint
  line: ComponentType<{ of: Related<C> }>
  /** The field that adds one at once. */
  add: ReactNode
  form: ComponentType<{ row: ProfileRow; onClose: () => void }>
  title: string
  text: string
  none: string
}

/** What a payment profile chose, in its order. One is added at once; the rest is changed in a form. */
export function ChosenTab<C extends { id: string }>(props: ChosenTabProps<C>) {
  const { row, chosen, entity, endpoint, line: Line, add, form: Form, title, text, none } = props
  const { t } = useTranslation()
  const [isEditing, setEditing] = useState(useHasDraft(draftName(endpoint, row.id)))
  const mayChoose = useMay(entity.roles.list)
  return (
    <>
      <IfMay do={endpoint}>
        <Group align="flex-end" gap="xs" mb="md">
          {mayChoose && add}
          {chosen.length > 0 && (
            <Button
              size="xs"
              h={36}
              variant="default"
              leftSection={<IconPencil size={16} aria-hidden="true" />}
              onClick={() => setEditing(true)}
            >
              {t('profiles.edit_processors')}
            </Button>
          )}
        </Group>
        {isEditing && (
          <Suspense fallback={null}>
            <Form row={row} onClose={() => setEditing(false)} />
          </Suspense>
        )}
      </IfMay>
      {chosen.length === 0 ? (
        <Text size="sm">{none}</Text>
      ) : (
        <>
          <Text size="sm" c="dimmed" mb="xs">
            {text}
          </Text>
          <ol className={rows.rows} aria-label={title}>
            {chosen.map((each, at) => (
              <li key={idOf(each)}>
                <span className={rows.place} aria-hidden="true">
                  {at + 1}
                </span>
                <Line of={each} />
              </li>
            ))}
          </ol>
        </>
      )}
    </>
  )
}

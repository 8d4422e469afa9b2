import { mostConditions } from '@kontor/contract/decisions/routings/tree.rules'
import { Button, Group } from '@mantine/core'
import { IconCheck, IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ConditionRow } from './condition-row.tsx'
import type { DraftBranch, Edit, Path, Row } from './tree-edit.ts'
import treeEditor from './tree-editor.module.css'

interface BranchFormProps {
  branch: DraftBranch
  at: Path
  currency: string
  merchant: string | undefined
  saysMissing: boolean
  refusedAt: (path: string) => string | undefined
  isFixed: boolean
  onEdit: (edit: Edit) => void
  onAddCondition: () => void
  onRemoveCondition: (place: number) => void
  onDone: () => void
}

/** The conditions of a branch, being written. */
export function BranchForm(props: BranchFormProps) {
  const { branch, at, refusedAt, isFixed, onAddCondition, onRemoveCondition, onDone } = props
  const { t } = useTranslation()
  const path = ['details', ...at, 'if'].join('.')
  return (
    <div className={treeEditor.form}>
      {branch.if.map((row, place) => (
        <ConditionRow
          // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no ids, and their fields keep no state of their own
          key={place}
          row={row}
          at={at}
          place={place}
          currency={props.currency}
          merchant={props.merchant}
          saysMissing={props.saysMissing}
          refused={(part: keyof Row) => refusedAt(`${path}.${place}.${part}`)}
          isFixed={isFixed}
          onEdit={props.onEdit}
          onRemove={() => onRemoveCondition(place)}
        />
      ))}
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          disabled={isFixed || branch.if.length >= mostConditions}
          onClick={onAddCondition}
        >
          {t('routings.add_condition')}
        </Button>
        <Button
          size="xs"
          leftSection={<IconCheck size={16} aria-hidden="true" />}
          disabled={isFixed}
          data-do="done"
          onClick={onDone}
        >
          {t('routings.done')}
        </Button>
      </Group>
    </div>
  )
}
